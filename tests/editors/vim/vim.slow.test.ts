/** Vim with the lines of docs/vim.md, the plugin of `editors/vim`, the built server and the embedded model. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../code-blocks.js";
import { EditorSandbox } from "../editor-sandbox.js";
import { startModalEditor } from "../modal-editor.js";
import { ARGUMENTS } from "../pictures.js";
import { requireInstalled } from "../require-installed.js";
import { type EditorUnderTest, KEYS_MAY_BE_LOST, suggestedIn, testCursorMoves, testSuggestions } from "../suite.js";

const vim = process.env["NEARFIRST_TEST_VIM"] ?? "vim";
const isInstalled = requireInstalled(
  "Vim",
  spawnSync(vim, ["--version"]).stdout?.includes("+textprop") === true,
  "scripts/install-editors.sh",
);

function startVim(sandbox: EditorSandbox, name: string): Promise<EditorUnderTest> {
  const vimrc = join(sandbox.root, "vimrc");
  writeFileSync(vimrc, codeBlocks("vim.md", "vim").join("\n"));
  // A swap file would ask about the other editor that has the file open.
  const args = ["-n", "-u", vimrc];
  return startModalEditor({
    sandbox,
    command: vim,
    args,
    name,
    trigger: ["C-\\", "C-\\"],
    restart: "NearfirstRestart",
  });
}

describe.skipIf(!isInstalled)("Vim with the lines of its page", KEYS_MAY_BE_LOST, () => {
  const sandbox = new EditorSandbox();
  let editor: EditorUnderTest;
  beforeAll(async () => {
    sandbox.linkClone();
    sandbox.write("first.py", "x = \n");
    editor = await startVim(sandbox, "one");
    await editor.open("first.py", 0, 4);
    await sandbox.loaded();
  }, 120_000);
  afterAll(async () => {
    await editor?.terminal.stop();
    sandbox.remove();
  });

  testSuggestions(() => editor);
  testCursorMoves(() => editor);

  it.each([
    ["letters of something else", ["="], "= "],
    ["a letter and a movement back", ["=", "Left"], "  ="],
    ["letters and their deletion", ["=", "BSpace", "q"], "q "],
  ])("its key is a tab where it is read together with %s", async (_, before, typed) => {
    const { terminal, keys, save } = editor;
    const { name, text } = await suggestedIn(editor, ARGUMENTS);
    await terminal.pressAtOnce(...before, keys.accept);
    await save();
    await sandbox.until("it is saved", () => sandbox.read(name) !== text);
    expect(sandbox.read(name)).toBe(`${text.slice(0, -1)}${typed}\n`);
  });
});
