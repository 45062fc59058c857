import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeSetting } from "./write-setting.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-setting-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The file's text after `model` was set to `new`. */
async function written(before: string): Promise<string> {
  const path = join(folder, "config.json");
  writeFileSync(path, before);
  await writeSetting({ path, key: ["model"], value: "new" });
  return readFileSync(path, "utf8");
}

describe("writing one setting", () => {
  it("changes the value and nothing else: comments, order and line ends stay", async () => {
    const before = '{\n  // mine\n  "threads": 2,\n  "model": "old", // why\n  "maxTokens": 32,\n}\n';
    expect(await written(before)).toBe(before.replace('"old"', '"new"'));
    expect(await written(before.replaceAll("\n", "\r\n"))).toBe(
      before.replace('"old"', '"new"').replaceAll("\n", "\r\n"),
    );
  });

  it("adds a key that is not there", async () => {
    expect(await written('{\n  "threads": 2\n}\n')).toBe('{\n  "threads": 2,\n  "model": "new"\n}\n');
    expect(JSON.parse(await written(""))).toEqual({ model: "new" });
    expect((await written('\uFEFF{"model":"old"}')).slice(1)).toBe('{"model":"new"}');
  });

  it("makes the file and its folder where there are none", async () => {
    const path = join(folder, "nearfirst", "config.json");
    await writeSetting({ path, key: ["model"], value: "new" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ model: "new" });
    expect(readdirSync(join(folder, "nearfirst"))).toEqual(["config.json"]);
  });

  it.each(['{ "model": ', "[]", '"text"', "{ model: 1 }"])(
    "refuses to write into %s, which is left as it is",
    async (before) => {
      const path = join(folder, "config.json");
      await expect(written(before)).rejects.toMatchObject({ code: "config-invalid" });
      expect(readFileSync(path, "utf8")).toBe(before);
    },
  );

  it("writes through a link, as dot files are often kept", async () => {
    const [real, link] = [join(folder, "real.json"), join(folder, "config.json")];
    writeFileSync(real, "{}");
    symlinkSync(real, link);
    await writeSetting({ path: link, key: ["model"], value: "new" });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, "utf8"))).toEqual({ model: "new" });
  });

  it("says in words that a folder is in the way", async () => {
    await expect(writeSetting({ path: folder, key: ["model"], value: "new" })).rejects.toMatchObject({
      code: "file-unreadable",
    });
  });
});
