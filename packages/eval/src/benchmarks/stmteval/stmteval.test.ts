import { describe, expect, it } from "vitest";
import { jsonLinesOf } from "../../../test/hand-made-infilling.js";
import { temporaryFolder, writeFiles } from "../../../test/temporary-folder.js";
import { NO_SANDBOX } from "../../sandbox/no-sandbox.js";
import { benchmarkNamed } from "../benchmarks.js";
import { openData } from "../open-data.js";

const { signal } = new AbortController();

const FILE = "def area(side):\n    # 𝒳\n    result = side * side\n    return result\n";
const at = (words: string) => FILE.indexOf(words);
const taskOf = (kind: string, offset: number, target: string) => ({
  id: `${kind}/shapes/pkg/area.py@${offset}`,
  package: "shapes",
  domain: "other",
  path: "pkg/area.py",
  language: "python",
  kind,
  offset,
  target,
});
/** As `training` builds them. */
const TASKS = [
  taskOf("statement", at("result ="), "result = side * side"),
  taskOf("suffix", at("= side *"), "= side * side"),
  taskOf("line", at("return"), "return result"),
];

const setOf = (tasks: readonly object[] = TASKS) =>
  temporaryFolder({ "tasks.jsonl": jsonLinesOf(tasks), "repositories/shapes/pkg/area.py": FILE });

async function open(path: string, name = "stmteval-full") {
  const benchmark = benchmarkNamed(name);
  if (benchmark === undefined) throw new Error(`there is no ${name}`);
  return openData(benchmark, { path, accept: "published", signal });
}

describe("StmtEval", () => {
  it("is the statements, whole or cut inside, in their files", async () => {
    const path = setOf();
    const { tasks } = await open(path);
    expect(tasks).toMatchObject([
      {
        id: "statement/shapes/pkg/area.py@29",
        cluster: "shapes",
        place: { root: `${path}/repositories/shapes`, path: "pkg/area.py" },
        prefix: "def area(side):\n    # 𝒳\n    ",
        target: "result = side * side",
        suffix: "\n    return result\n",
        stopMode: "statement",
        maxTokens: 128,
      },
    ]);
    expect((await open(path, "stmteval-suffix")).tasks.map(({ target }) => target)).toEqual(["= side * side"]);
  });

  it("is judged by comparison alone: white space at the end does not count, any other does", async () => {
    const [task] = (await open(setOf())).tasks;
    const kinds = ["result = side * side  ", "result = side*side", ""].map(
      async (text) => (await task?.judge(text, NO_SANDBOX, signal))?.kind,
    );
    expect(await Promise.all(kinds)).toEqual(["passed", "failed", "failed"]);
  });

  it("is known by a hash of the tasks and of all files that context may come from", async () => {
    const path = setOf();
    const { sha256 } = await open(path);
    expect((await open(path)).sha256).toBe(sha256);
    writeFiles(path, { "repositories/shapes/notes.txt": "no code", "repositories/shapes/.git/x.py": "x = 1\n" });
    expect((await open(path)).sha256).toBe(sha256);
    writeFiles(path, { "repositories/shapes/pkg/other.py": "x = 1\n" });
    expect((await open(path)).sha256).not.toBe(sha256);
  });

  it.each([
    ["files of another time", [{ ...TASKS[0], offset: 3 }], /does not fit its file/],
    ["a place outside of the repository", [{ ...TASKS[0], path: "../../secret.py" }], /tasks\.jsonl:1 .*"path"/],
    ["a file that is not there", [{ ...TASKS[0], path: "gone.py" }], /gone\.py cannot be read/],
    ["one task twice", [TASKS[0] ?? {}, TASKS[0] ?? {}], /one task of stmteval-full twice/],
    ["no tasks", [TASKS[2] ?? {}], /no task of stmteval-full/],
  ])("%s: refused in words", async (_, tasks, words) => {
    await expect(open(setOf(tasks))).rejects.toThrow(words);
  });

  it("is not downloaded: without a folder it says what makes one", async () => {
    const benchmark = benchmarkNamed("stmteval-full");
    if (benchmark === undefined) throw new Error("there is one");
    await expect(openData(benchmark, { accept: "published", signal })).rejects.toThrow(/make-stmteval\.sh/);
    await expect(open("/nowhere")).rejects.toThrow(/no folder \/nowhere/);
  });
});
