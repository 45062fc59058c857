import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { workspaceFolderOf } from "./workspace-folder.js";

describe("the workspace of a file", () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "nearfirst-folder-")));
    mkdirSync(join(root, "a/b/c"), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each([".git", ".nearfirst.json"])("is the nearest folder upwards with %s", async (marker) => {
    writeFileSync(join(root, "a", marker), "{}");
    expect(await workspaceFolderOf(join(root, "a/b/c/x.py"))).toBe(join(root, "a"));
  });

  it("is the file's own folder where nothing marks one and it lies elsewhere", async () => {
    expect(await workspaceFolderOf(join(root, "a/b/x.py"))).toBe(join(root, "a/b"));
  });
});
