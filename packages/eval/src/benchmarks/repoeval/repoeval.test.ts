/** On a small set made by hand in the published schema: the data themselves cannot be had where this was written. */
import { describe, expect, it } from "vitest";
import { jsonLinesOf } from "../../../test/hand-made-infilling.js";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import type { Benchmark } from "../benchmark.js";
import { benchmarkNamed } from "../benchmarks.js";
import { openData } from "../open-data.js";

const { signal } = new AbortController();

const LINES = [
  "import json",
  "# A form feed breaks lines, too, as Python counts:\f",
  "",
  "def load(path):",
  "    with open(path) as stream:",
  "        return parse(",
  "            stream.read(),",
  "            strict=True)",
];
const FILE = `${LINES.join("\n")}\n`;

/** `line_no` as `splitlines` counts: the form feed and the line break after it end a line each. */
const taskOf = (number: number, line_no: number, ground_truth: string) => ({
  prompt: "whatever fits into 2,000 tokens",
  metadata: {
    task_id: `maker_project/${number}`,
    ground_truth,
    fpath_tuple: ["maker_project", "src", "load.py"],
    context_start_lineno: 0,
    line_no,
  },
});
const LINE = taskOf(0, 5, "    with open(path) as stream:");
const CALL = taskOf(1, 6, "        return parse(\n            stream.read(),\n            strict=True)");

function dataOf({ line = [LINE], api = [CALL], file = FILE, repositories = "repositories/line_and_api_level" } = {}) {
  return temporaryFolder({
    "datasets/line_level_completion_2k_context_codex.test.jsonl": jsonLinesOf(line),
    "datasets/api_level_completion_2k_context_codex.test.jsonl": jsonLinesOf(api),
    [`${repositories}/maker_project/src/load.py`]: file,
  });
}

const open = (name: string, path: string) =>
  openData(benchmarkNamed(name) as Benchmark, { path, accept: "published", signal });

describe("RepoEval", () => {
  it("has whole lines in the hole, and the file itself around it", async () => {
    const path = dataOf();
    expect((await open("repoeval-line", path)).tasks).toMatchObject([
      {
        id: "maker_project/0",
        cluster: "maker_project",
        place: { root: `${path}/repositories/line_and_api_level/maker_project`, path: "src/load.py" },
        prefix: `${LINES.slice(0, 4).join("\n")}\n`,
        target: "    with open(path) as stream:",
        suffix: `\n${LINES.slice(5).join("\n")}\n`,
        stopMode: "line",
        maxTokens: 128,
      },
    ]);
    expect((await open("repoeval-api", path)).tasks).toMatchObject([
      { target: LINES.slice(5).join("\n"), suffix: "\n", stopMode: "statement" },
    ]);
  });

  it("is found however the archives were unpacked, and fits files with Windows' line breaks", async () => {
    const path = dataOf({ repositories: "line_and_api_level", file: FILE.replaceAll("\n", "\r\n") });
    const [task] = (await open("repoeval-api", path)).tasks;
    expect(task?.target).toBe(LINES.slice(5).join("\r\n"));
  });

  it.each([
    ["a repository in another state", { line: [taskOf(0, 4, "    with open(path) as stream:")] }, /does not fit src/],
    ["a line that is not there", { line: [taskOf(0, 99, "x")] }, /does not fit src/],
    ["one task twice", { line: [LINE, LINE] }, /twice/],
    [
      "a place outside",
      { line: [{ ...LINE, metadata: { ...LINE.metadata, fpath_tuple: ["..", "x.py"] } }] },
      /fpath_tuple/,
    ],
  ])("%s: refused in words", async (_, data, words) => {
    await expect(open("repoeval-line", dataOf(data))).rejects.toThrow(words);
  });

  it("says what to unpack where nothing is there", async () => {
    await expect(open("repoeval-line", temporaryFolder({}))).rejects.toThrow(/datasets\.zip/);
  });
});
