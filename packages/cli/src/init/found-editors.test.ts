import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { escapedForVim, foundEditors, isOnPath } from "./found-editors.js";

function editorsWith(...commands: readonly string[]) {
  const PATH = mkdtempSync(join(tmpdir(), "nearfirst-path-"));
  onTestFinished(() => rmSync(PATH, { recursive: true }));
  for (const command of commands) writeFileSync(join(PATH, command), "");
  return foundEditors({ PATH });
}

/** As a person, Vim and Emacs read them: the clone may lie in a folder with spaces. */
function pathsIn(line: string): readonly string[] {
  const page = /More: (\/.+)$/.exec(line)?.[1];
  const inVim = /runtimepath\^=(\/.+)$/.exec(line)?.[1]?.replaceAll(/\\\\,|\\(.)/g, (_, escaped) => escaped ?? ",");
  const inEmacs = /load-path ("(?:\\.|[^"\\])+")/.exec(line)?.[1];
  return [page, inVim, inEmacs === undefined ? undefined : String(JSON.parse(inEmacs))].flatMap((path) => path ?? []);
}

describe("the editors on the PATH", () => {
  it("are told with two lines each, and files that are there", () => {
    const editors = editorsWith("nvim", "vim", "emacs", "codium");
    expect(editors.map(({ name }) => name)).toEqual(["VS Code", "Neovim", "Vim", "Emacs"]);
    const lines = editors.flatMap(({ connect }) => [...connect]);
    expect(lines).toHaveLength(8);
    const paths = lines.flatMap(pathsIn);
    expect(paths.map((path) => [path, existsSync(path)])).toEqual(paths.map((path) => [path, true]));
    expect(paths).toHaveLength(6);
  });

  it("may be none: then it is said what any editor needs", () => {
    const [other, ...more] = editorsWith();
    expect([other?.connect.join(" "), more]).toEqual([expect.stringContaining("`nearfirst lsp`"), []]);
  });
});

describe("a command on the PATH", () => {
  it("is none that npx alone finds: editors have another PATH", () => {
    const root = mkdtempSync(join(tmpdir(), "nearfirst-path-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const [bin, npx] = [join(root, "bin"), join(root, "project/node_modules/.bin")];
    for (const folder of [bin, npx]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "nearfirst"), "");
    }
    expect([isOnPath("nearfirst", { PATH: npx }), isOnPath("nearfirst", { PATH: bin })]).toEqual([false, true]);
  });
});

describe("a path in Vim's runtimepath", () => {
  it("has its spaces, commas and bars kept from ending it", () => {
    expect(escapedForVim("/opt/my tools/a,b/größe")).toBe("/opt/my\\ tools/a\\\\,b/größe");
  });
});
