import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonText } from "./terminal.js";

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
