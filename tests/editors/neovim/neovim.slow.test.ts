/** Neovim with the lines of docs/neovim.md, the built server and the embedded model. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe } from "vitest";
import { codeBlocks } from "../code-blocks.js";
import { EditorSandbox } from "../editor-sandbox.js";
import { startModalEditor } from "../modal-editor.js";
import { requireInstalled } from "../require-installed.js";
import { type EditorUnderTest, KEYS_MAY_BE_LOST, testSuggestions } from "../suite.js";

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
});
