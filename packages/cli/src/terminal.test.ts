import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonText, quotedForShell } from "./terminal.js";

describe("JSON that is printed", () => {
  const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join("");

  it("holds no character that steers a terminal, and says the same", () => {
    expect(jsonText({ name: "a\u009b31mb" })).toBe('{\n  "name": "a\\u009b31mb"\n}');
    expect(jsonText({ all }).replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
    expect(JSON.parse(jsonText({ all }))).toEqual({ all });
  });

  it("is made here in every command", () => {
    const commands = join(import.meta.dirname, "commands");
    const own = readdirSync(commands).filter((name) =>
      /stringify\([^\n]*, null, 2\)/.test(readFileSync(join(commands, name), "utf8")),
    );
    expect(own).toEqual([]);
  });
});

describe("an argument of a command line that is shown", () => {
  it("stays as it is where nothing in it needs quotes", () => {
    expect(quotedForShell("/home/größe/src/main.py:39")).toBe("/home/größe/src/main.py:39");
  });

  it.skipIf(process.platform === "win32").each(["/my tools/a.py:3", "it's", "$HOME", "a;b", "~/c", ""])(
    "comes back out of a shell as %j",
    (text) => {
      expect(execFileSync("sh", ["-c", `printf %s ${quotedForShell(text)}`], { encoding: "utf8" })).toBe(text);
    },
  );
});
