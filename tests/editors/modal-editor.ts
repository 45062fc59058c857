import { join } from "node:path";
import type { EditorSandbox } from "./editor-sandbox.js";
import type { EditorUnderTest } from "./suite.js";
import { Terminal } from "./terminal.js";

export interface ModalEditorOptions {
  readonly sandbox: EditorSandbox;
  readonly command: string;
  readonly args: readonly string[];
  /** Of this editor among those of the sandbox. */
  readonly name: string;
  readonly trigger: readonly string[];
  /** The command that starts the server again. */
  readonly restart: string;
}

/** Vim or Neovim in a terminal. Both count columns in bytes. */
export async function startModalEditor(options: ModalEditorOptions): Promise<EditorUnderTest> {
  const { sandbox, command, args, name, trigger, restart } = options;
  const socket = `${sandbox.root}/${name}`;
  const terminal = await Terminal.start({ command, args, cwd: sandbox.project, env: sandbox.env, socket });
  const run = async (text: string) => {
    await terminal.press("Escape");
    await terminal.type(`:${text}`);
    await terminal.press("Enter");
  };
  return {
    sandbox,
    terminal,
    encoding: "utf-8",
    keys: { accept: "Tab", word: "C-Right", line: "C-Down", dismiss: "C-]", trigger },
    run,
    edits: [
      "1,2delete",
      "%substitute/settings/größen/g",
      "2copy $",
      "1move $",
      "undo",
      "undo",
      "redo",
      "normal ggOéé = 1",
      "normal ggJ",
      "normal gg3x",
      "$",
    ],
    reload: "edit!",
    restart,
    why: "NearfirstWhy",
    another: () => startModalEditor({ ...options, name: `${name}-other` }),
    type: () => terminal.type("A"),
    async open(file, line, characters) {
      await run(`edit ${join(sandbox.project, file).replaceAll(" ", "\\ ")}`);
      await run(`call setcursorcharpos(${line + 1}, ${characters})`);
      await terminal.type(characters === 0 ? "i" : "a");
    },
    async save() {
      await run("write");
      await terminal.type("a");
    },
    async undo() {
      await terminal.press("Escape");
      await terminal.type("uA");
    },
  };
}
