/** Emacs with the lines of docs/emacs.md, the package of `editors/emacs`, the built server and the embedded model. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { codeBlocks } from "../code-blocks.js";
import { EditorSandbox } from "../editor-sandbox.js";
import { requireInstalled } from "../require-installed.js";
import { type EditorUnderTest, KEYS_MAY_BE_LOST, testCursorMoves, testSuggestions } from "../suite.js";
import { Terminal } from "../terminal.js";

const emacs = process.env["NEARFIRST_TEST_EMACS"] ?? "emacs";
const isInstalled = requireInstalled(
  "Emacs",
  spawnSync(emacs, ["--version"]).stdout?.includes("GNU Emacs") === true,
  "scripts/install-editors.sh",
);

/** No files beside those of the project, and no questions: what a test's folder is not for. */
const QUIET = `(setq make-backup-files nil create-lockfiles nil auto-save-default nil inhibit-startup-screen t
  native-comp-async-report-warnings-errors nil native-comp-deferred-compilation nil)`;

async function startEmacs(sandbox: EditorSandbox, name: string): Promise<EditorUnderTest> {
  const init = join(sandbox.root, "init.el");
  writeFileSync(init, codeBlocks("emacs.md", "elisp").join("\n"));
  const terminal = await Terminal.start({
    command: emacs,
    args: ["-nw", "-Q", "--eval", QUIET, "-l", init],
    cwd: sandbox.project,
    env: sandbox.env,
    socket: join(sandbox.root, name),
  });
  // Before that, C-c would end it.
  await terminal.until("Emacs has started", (lines) => lines.some((line) => line.includes("*scratch*")));
  const run = async (expression: string) => {
    await terminal.press("M-:");
    await terminal.type(expression);
    await terminal.press("Enter");
  };
  return {
    sandbox,
    terminal,
    encoding: "utf-8",
    keys: { accept: "Tab", word: "C-Right", line: "C-Down", dismiss: "C-g", trigger: ["C-c", "\\"] },
    run,
    edits: [
      "(progn (goto-char 1) (kill-line 2))",
      '(progn (goto-char 1) (replace-string "settings" "größen"))',
      "(progn (goto-char 1) (forward-line 2) (capitalize-word 1) (transpose-lines 1) (upcase-region 1 40))",
      '(progn (goto-char 1) (insert "éé = 1\\n😀") (forward-line 3) (join-line) (delete-char 3))',
      '(progn (undo-boundary) (insert "x\\ny") (undo-boundary) (undo))',
      "(progn (sort-lines nil (point-min) (point-max)) (goto-char (point-max)) (forward-line -1))",
    ],
    reload: "(revert-buffer t t)",
    restart: "(nearfirst-restart)",
    why: "(nearfirst-why)",
    another: () => startEmacs(sandbox, `${name}-other`),
    type: () => terminal.press("C-e"),
    async open(file, line, characters) {
      await run(
        `(progn (find-file "${join(sandbox.project, file)}") (goto-char 1) (forward-line ${line}) (forward-char ${characters}))`,
      );
      await terminal.press("C-c", "\\");
    },
    save: () => terminal.press("C-x", "C-s"),
    undo: () => terminal.press("C-_"),
  };
}

describe.skipIf(!isInstalled)("Emacs with the lines of its page", KEYS_MAY_BE_LOST, () => {
  const sandbox = new EditorSandbox();
  let editor: EditorUnderTest;
  // What a failed try leaves behind, such as an open minibuffer, would refuse the keys of all that come after it.
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    await editor.terminal.stop();
    editor = await startEmacs(sandbox, "one");
  });
  beforeAll(async () => {
    sandbox.linkClone();
    sandbox.write("first.py", "x = \n");
    editor = await startEmacs(sandbox, "one");
    await editor.open("first.py", 0, 4);
    await sandbox.loaded();
  }, 120_000);
  afterAll(async () => {
    await editor?.terminal.stop();
    sandbox.remove();
  });

  testSuggestions(() => editor);
  testCursorMoves(() => editor);
});
