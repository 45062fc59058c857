/** The user's own ruff and pyright, where they are on PATH. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findingsIn, openTool } from "./signal-tool.js";
import { LINTER, TYPE_CHECKER } from "./signal-tools.js";

const { signal } = new AbortController();

function isInstalled(command: string, install: string): boolean {
  const isThere = spawnSync(command, ["--version"]).status === 0;
  if (!isThere) console.warn(`\nSKIPPED: no test ran with ${command}. \`${install}\` installs it.\n`);
  return isThere;
}

const PROGRAMS = [
  "def f(a: int) -> int:\n    return a\n",
  "def f(a: int) -> int:\n    b = a\n    return c\n",
  "def f(a: int) -> int:\n    return str(a)\n",
  "def f(a):\n    return (a\n",
];

const rulesOf = (found: readonly (readonly string[])[]) =>
  found.map((each) => [...new Set(each.map((words) => words.split(" ")[0]))]);

describe.skipIf(!isInstalled("ruff", LINTER.install))("ruff", () => {
  it("finds names that are unknown and unused, and what does not parse, but no wrong type", async () => {
    const tool = await openTool(LINTER, "ruff", signal);
    expect(rulesOf(await findingsIn(PROGRAMS, tool, signal))).toEqual([[], ["F821", "F841"], [], ["invalid-syntax"]]);
  }, 60_000);
});

describe.skipIf(!isInstalled("pyright", TYPE_CHECKER.install))("pyright", () => {
  it("finds unknown names, wrong types, and what does not parse", async () => {
    const tool = await openTool(TYPE_CHECKER, "pyright", signal);
    expect(rulesOf(await findingsIn(PROGRAMS, tool, signal))).toEqual([
      [],
      ["reportUndefinedVariable"],
      ["reportReturnType"],
      ["invalid-syntax"],
    ]);
  }, 120_000);
});
