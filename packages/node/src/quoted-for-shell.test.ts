import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { quotedForShell } from "./quoted-for-shell.js";

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
