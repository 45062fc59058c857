import { spawnSync } from "node:child_process";
import { checkStrictly } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { commandSyntaxParser, SYNTAX_COMMANDS } from "./command-syntax-parser.js";

const unaborted = new AbortController().signal;
const isInstalled = (languageId: string) => {
  const program = SYNTAX_COMMANDS.get(languageId)?.program;
  return program !== undefined && spawnSync(program, ["--version"]).status === 0;
};
const verdict = async (text: string, languageId: string) =>
  (await checkStrictly(commandSyntaxParser, text, languageId, unaborted)).kind;

// No Python and no compiler is needed to run the tests.
describe.skipIf(!isInstalled("python"))("CPython's own parser", () => {
  it.each([
    ["def f(a):\n    return a\n", "valid"],
    ["def f(a):\n    return (a\n", "invalid"],
    ["def f(a):\nreturn a\n", "invalid"],
    ["x = 'ä😀'\n", "valid"],
    // Names are none of its business.
    ["print(undefined)\n", "valid"],
    ["", "valid"],
  ])("says of %j: %s", async (text, kind) => expect(await verdict(text, "python")).toBe(kind));

  it("ends with its signal", async () => {
    const controller = new AbortController();
    const parsing = commandSyntaxParser.parse("x = 1\n", "python", controller.signal);
    controller.abort(new Error("enough"));
    await expect(parsing).rejects.toThrow("enough");
  });
});

describe.skipIf(!isInstalled("cpp"))("g++", () => {
  it.each([
    ["#include <vector>\nint main() { std::vector<int> v; return v.size(); }\n", "valid"],
    ["int main() { return 0\n}\n", "invalid"],
    // More than syntax.
    ["int main() { return undeclared; }\n", "invalid"],
  ])("says of %j: %s", async (text, kind) => expect(await verdict(text, "cpp")).toBe(kind));
});

it("knows nothing of other languages", async () => {
  expect(await verdict("(", "java")).toBe("unknown");
});
