/** Neovim with the lines of docs/neovim.md, the built server and the embedded model. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../code-blocks.js";
import { EditorSandbox } from "../editor-sandbox.js";
import { startModalEditor } from "../modal-editor.js";
import { ARGUMENTS } from "../pictures.js";
import { requireInstalled } from "../require-installed.js";
import { type EditorUnderTest, KEYS_MAY_BE_LOST, suggestedIn, testSuggestions } from "../suite.js";

const neovim =
  process.env["NEARFIRST_TEST_NEOVIM"] ?? fileURLToPath(new URL("../../../.servers/neovim/bin/nvim", import.meta.url));
const isInstalled = requireInstalled("Neovim", existsSync(neovim), "scripts/install-neovim.sh");

function startNeovim(sandbox: EditorSandbox, name: string): Promise<EditorUnderTest> {
  const init = join(sandbox.root, "init.lua");
  writeFileSync(init, codeBlocks("neovim.md", "lua").join("\n"));
  // A swap file would ask about the other editor that has the file open.
  const args = ["-n", "-u", init];
  return startModalEditor({ sandbox, command: neovim, args, name, trigger: ["M-\\"], restart: "lsp enable nearfirst" });
}

describe.skipIf(!isInstalled)("Neovim with the lines of its page", KEYS_MAY_BE_LOST, () => {
  const sandbox = new EditorSandbox();
  let editor: EditorUnderTest;
  beforeAll(async () => {
    sandbox.write("first.py", "x = \n");
    editor = await startNeovim(sandbox, "one");
    await editor.open("first.py", 0, 4);
    await sandbox.loaded();
  }, 120_000);
  afterAll(async () => {
    await editor?.terminal.stop();
    sandbox.remove();
  });

  testSuggestions(() => editor);

  it("a suggestion is accepted also where insert mode is left right behind its key", async () => {
    const { terminal, run } = editor;
    // Esc from the terminal is waited for, since it begins other keys. From a mapping it is there with the key before it.
    await run("imap <F2> <Tab><Esc>");
    const { name, text, accepted } = await suggestedIn(editor, ARGUMENTS);
    await terminal.press("F2");
    await run("write");
    await sandbox.until("it is saved", () => sandbox.read(name) !== text);
    expect(sandbox.read(name)).toBe(accepted);
  });

  it("its key is a tab where there is no suggestion", async () => {
    const { terminal, keys, save } = editor;
    const { name, text } = await suggestedIn(editor, ARGUMENTS);
    await terminal.press("Escape");
    await terminal.pressAtOnce("A", "=", "Escape", "A", keys.accept, "q");
    await save();
    await sandbox.until("it is saved", () => sandbox.read(name) !== text);
    expect(sandbox.read(name)).toBe(`${text.slice(0, -1)}= q\n`);
  });
});
