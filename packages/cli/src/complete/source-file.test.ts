import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSourceFile } from "./source-file.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-source-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe("reading the file to complete in", () => {
  it("gives its text, its language and its address", async () => {
    const file = await readSourceFile(write("a b[1].py", "x = 1\n"));
    expect(file.document).toEqual({
      uri: expect.stringMatching(/^file:.*a%20b.*1.*\.py$/),
      languageId: "python",
      text: "x = 1\n",
    });
    expect(file.warnings).toEqual([]);
    expect(file.hasByteOrderMark).toBe(false);
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe that nobody writes to", async () => {
    const path = join(folder, "pipe.py");
    execFileSync("mkfifo", [path]);
    await expect(readSourceFile(path)).rejects.toThrow("--stdin");
  });

  it("leaves out a byte order mark and says so", async () => {
    const file = await readSourceFile(write("bom.py", "\uFEFFx"));
    expect([file.document.text, file.hasByteOrderMark]).toEqual(["x", true]);
  });

  it("reads bytes that are not UTF-8 as replacement characters, with a warning", async () => {
    const file = await readSourceFile(write("latin.py", Uint8Array.of(0x63, 0xe9, 0x0a)));
    expect(file.document.text).toBe("c\uFFFD\n");
    expect(file.warnings).toEqual([expect.stringContaining("not UTF-8")]);
  });

  it.each([
    ["a binary file", () => write("bin.py", Uint8Array.of(0x7f, 0x45, 0, 1)), /not a text file: byte 3 is NUL/],
    ["a missing file", () => join(folder, "none.py"), /There is no file .*none\.py/],
    ["a folder", () => folder, /is a folder; name a file in it/],
    ["a file below a file", () => join(write("file", ""), "x.py"), /a part of the path is a file/],
  ])("refuses %s in words", async (_, path, words) => {
    await expect(readSourceFile(path())).rejects.toThrow(words);
  });

  it.skipIf(process.platform === "win32")("refuses a device, which may never end", async () => {
    await expect(readSourceFile("/dev/zero")).rejects.toThrow("/dev/zero is a device, not a text file.");
  });

  it.skipIf(process.getuid?.() === 0)("refuses an unreadable file in words", async () => {
    const path = write("secret.py", "x");
    chmodSync(path, 0);
    await expect(readSourceFile(path)).rejects.toThrow(/no permission/);
  });
});
