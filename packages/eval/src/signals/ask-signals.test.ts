import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type ScriptedLinterOptions, scriptedLinter } from "../../test/scripted-linter.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import type { Row } from "../rows/row.js";
import { openRows } from "../rows/row-file.js";
import type { TaskRow } from "../scores/judge-rows.js";
import { askSignals } from "./ask-signals.js";
import { RUFF } from "./ruff.js";
import { SIGNALS_FORMAT, type SignalsHeader, signalsDifferenceOf } from "./signal-file.js";
import { findingsIn, openTool } from "./signal-tool.js";

const parser = new WorkerSyntaxParser();
afterAll(() => parser.close());
const { signal } = new AbortController();

const HEADER: SignalsHeader = {
  format: 1,
  kind: "signals",
  benchmark: "made",
  dataSha256: "0",
  modelSha256: "0",
  tool: { name: "ruff", version: "9.9.9", rules: RUFF.rules },
};

function rowOf(name: string, text: string | null, target = "    return a"): TaskRow {
  const task = { id: name, languageId: "python", prefix: `def ${name}(a):\n`, target, suffix: "\n" } as BenchmarkTask;
  return { task, row: { task: name, setting: "left", text, stopReason: "line" } as Row };
}

const UNUSED = { code: "F841", message: "Local variable `b` is assigned to but never used" };
const UNKNOWN = { code: "F821", message: "Undefined name `c`" };

/** Every program below holds `def `. */
const SCRIPT = { "def ": [], "b = 1": [UNUSED], "return c": [UNKNOWN], pass: [UNUSED] };

async function asked(
  rows: readonly TaskRow[],
  script: ScriptedLinterOptions = { script: SCRIPT },
  folder = temporaryFolder({}),
) {
  const linter = scriptedLinter(folder, script);
  const tool = await openTool(RUFF, linter.command, signal);
  const store = openRows(join(folder, "rows.ruff.signals.jsonl"), SIGNALS_FORMAT, {
    header: HEADER,
    differenceFrom: (old) => signalsDifferenceOf(old, HEADER),
    onNotice: () => undefined,
  });
  const progress: number[] = [];
  await askSignals(rows, { tool, parser, store, signal, onProgress: (done) => progress.push(done) });
  return { folder, linter, progress, found: [...store.known.values()] };
}

describe("a tool", () => {
  it("is asked once about all programs: with the answer, with a neutral statement, and as they were published", async () => {
    const { linter, progress, found } = await asked([rowOf("f", "    b = 1"), rowOf("g", "    return c")]);
    expect(found).toEqual([
      expect.objectContaining({
        task: "f",
        setting: "left",
        completed: ["F841 Local variable `b` is assigned to but never used"],
        neutral: ["F841 Local variable `b` is assigned to but never used"],
        gold: [],
        goldNeutral: ["F841 Local variable `b` is assigned to but never used"],
      }),
      expect.objectContaining({ task: "g", completed: ["F821 Undefined name `c`"], gold: [] }),
    ]);
    // Three programs of each task: both neutral ones are the same.
    expect(linter.starts()).toEqual([6]);
    expect(progress).toEqual([2]);
  });

  it("is not asked where nothing can take the statement's place, nor about what was not suggested", async () => {
    const header = rowOf("f", "    if a:", "    if a:");
    const withBody = { ...header, task: { ...header.task, suffix: "\n        return a\n" } };
    const { found, linter } = await asked([withBody, rowOf("g", null)]);
    expect(found).toEqual([expect.objectContaining({ task: "f", neutral: null, goldNeutral: null })]);
    expect(linter.starts()).toEqual([1]);
  });

  it("is asked again only about what is not there yet", async () => {
    const { folder } = await asked([rowOf("f", "    b = 1")]);
    const { linter, progress, found } = await asked([rowOf("f", "    b = 1"), rowOf("g", "    a")], undefined, folder);
    expect(linter.starts()).toEqual([3, 3]);
    expect(progress).toEqual([2]);
    expect(found.map(({ task }) => task)).toEqual(["f", "g"]);
  });

  it("has some hundred programs at a time, and all of them in the end", async () => {
    const rows = Array.from({ length: 450 }, (_, at) => rowOf(`f${at}`, "    return a"));
    const { linter, found } = await asked(rows);
    // The answer is the published line.
    expect(linter.starts()).toEqual([400, 400, 100]);
    expect(found).toHaveLength(450);
  });

  it("that is not there, or is another, is told with what installs it", async () => {
    await expect(openTool(RUFF, "no-such-linter", signal)).rejects.toThrow(
      /no command "no-such-linter".*pip install ruff/,
    );
    await expect(openTool(RUFF, join(temporaryFolder({}), "ruff"), signal)).rejects.toMatchObject({
      code: "tool-failed",
    });
    const { command } = scriptedLinter(temporaryFolder({}), { script: SCRIPT, version: "flake8 7.0" });
    await expect(openTool(RUFF, command, signal)).rejects.toThrow(/does not answer as ruff does.*flake8 7\.0/s);
  });

  it.each([
    ["fails", { exitCode: 2 }, /did not come to an answer \(exit code 2\)/],
    ["prints something else", { output: "All checks passed!" }, /not what this version of Nearfirst can read/],
    [
      "speaks of a file that is not its own",
      { output: '[{"code":"F401","message":"x","filename":"/a/other.py"}]' },
      /other\.py/,
    ],
    ["meets what it cannot read", { script: { nothing: [] } }, /not set up for the program/],
  ])("that %s stops the command, and no finding is kept", async (_, change, words) => {
    const folder = temporaryFolder({});
    await expect(asked([rowOf("f", "    b = 1")], { script: SCRIPT, ...change }, folder)).rejects.toThrow(words);
    const { found } = await asked([], { script: SCRIPT }, folder);
    expect(found).toEqual([]);
  });

  it("leaves no programs behind, also where it fails or is ended", async () => {
    vi.stubEnv("TMPDIR", temporaryFolder({}));
    onTestFinished(() => void vi.unstubAllEnvs());
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("nearfirst-ruff-"));
    const before = left();
    await asked([rowOf("f", "    b = 1")]);
    await expect(asked([rowOf("f", "    b = 1")], { script: SCRIPT, exitCode: 3 })).rejects.toThrow("exit code 3");
    const tool = await openTool(RUFF, scriptedLinter(temporaryFolder({}), { script: SCRIPT }).command, signal);
    await expect(findingsIn(["def f(): pass"], tool, AbortSignal.timeout(1))).rejects.toThrow("timeout");
    expect(left()).toEqual(before);
  });

  it("of another version or with other rules is not mixed with what is there", () => {
    const other = { ...HEADER, tool: { ...HEADER.tool, version: "9.9.8" } };
    expect(signalsDifferenceOf(other, HEADER)).toMatch(/ruff 9\.9\.8.*not ruff 9\.9\.9/);
    expect(signalsDifferenceOf({ ...HEADER, modelSha256: "1" }, HEADER)).toBe("other answers");
    expect(signalsDifferenceOf(HEADER, HEADER)).toBeNull();
  });
});
