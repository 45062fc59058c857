import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "@nearfirst/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkIndex } from "./check-index.js";

describe("the check of the workspace index", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "nearfirst-doctor-"));
    for (const name of ["a.py", "b.py", "c.py", "notes.txt"]) writeFileSync(join(folder, name), "x = 1\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const check = (settings: Partial<typeof DEFAULT_SETTINGS>, limitMs?: number) =>
    checkIndex({ ...DEFAULT_SETTINGS, ...settings }, folder, limitMs);

  it("counts the source files that are not ignored", async () => {
    expect(await check({})).toMatchObject({ status: "ok", message: `3 source files of ${folder} give context` });
    expect((await check({ ignore: ["a.py"] })).message).toMatch(/^2 source files/);
  });

  it("warns of what is left out, and where it takes too long", async () => {
    const some = await check({ retrieval: { enabled: true, maxFiles: 1 } });
    expect(some).toMatchObject({ status: "warning", message: expect.stringContaining("retrieval.maxFiles") });
    expect(await check({}, 0)).toMatchObject({ status: "warning", message: expect.stringContaining("so far") });
  });

  it("looks at nothing where context from other files is turned off", async () => {
    expect(await check({ retrieval: { enabled: false, maxFiles: 1 } })).toMatchObject({ status: "ok" });
  });
});
