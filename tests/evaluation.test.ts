/** `nearfirst eval` as a process, with the embedded model and hand-made tasks in HumanEval-Infilling's schema. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { canContainPrograms } from "../packages/eval/test/can-contain-programs.js";
import { scriptedLinter } from "../packages/eval/test/scripted-linter.js";

// Each test starts several processes with a model.
vi.setConfig({ testTimeout: 240_000 });

const root = join(import.meta.dirname, "..");
const executable = join(root, "packages/cli/dist/main.js");
const benchmarkOf = (tasks: string) => [
  "--benchmark",
  "humaneval-infilling-single-line",
  "--any-data",
  "--data",
  tasks,
];
const BENCHMARK = benchmarkOf("tasks.jsonl");
/** Of which a fast machine too has many left when the first are done. */
const LONG_BENCHMARK = benchmarkOf("many-tasks.jsonl");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-eval-"));
  writeFileSync(join(folder, "tasks.jsonl"), tasksOf(6));
  writeFileSync(join(folder, "many-tasks.jsonl"), tasksOf(300));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Functions with a line missing that stands, as it should be, in one above: even a small model copies it. */
const tasksOf = (length: number) =>
  Array.from({ length }, (_, at) => ({
    task_id: `SingleLineInfilling/HumanEval/${at}/L1`,
    entry_point: `sum_${at}`,
    prompt: [
      `def product_${at}(values):`,
      "    result = 1",
      "    for value in values:",
      "        result *= value",
      "    return result",
      "",
      "",
      `def sum_${at}(values):`,
      "    result = 0",
      "    for value in values:",
      "        result += value",
      "",
    ].join("\n"),
    canonical_solution: "    return result\n",
    suffix: "",
    test: `\n\ndef check(candidate):\n    assert candidate([1, 2, ${at}]) == ${3 + at}\n`,
  }))
    .map((task) => `${JSON.stringify(task)}\n`)
    .join("");

const PROJECT: Readonly<Record<string, string>> = {
  "sizes.py":
    "def width_of(box):\n    return box.right - box.left\n\n\ndef height_of(box):\n    return box.top - box.bottom\n",
  "areas.py":
    "from sizes import height_of, width_of\n\n\ndef area_of(box):\n    return width_of(box) * height_of(box)\n",
  "tests.js": 'require("node:fs").writeFileSync("trace-of-tests", "");\n',
};

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function evaluate(...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: "1", XDG_CONFIG_HOME: join(folder, "config") };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [executable, "eval", ...args], { cwd: folder, env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

const linesOf = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n");

const isContained = canContainPrograms();

describe("nearfirst eval", () => {
  it("asks for every task in both settings, and goes on after a kill in the middle of a line", async () => {
    const whole = await evaluate("run", ...BENCHMARK, "--out", "rows.jsonl", "--limit", "4");
    expect(whole).toMatchObject({ code: 0, out: "" });
    expect(linesOf("rows.jsonl")).toHaveLength(1 + 8);
    const before = readFileSync(join(folder, "rows.jsonl"), "utf8");
    writeFileSync(join(folder, "rows.jsonl"), before.slice(0, -100));
    const again = await evaluate("run", ...BENCHMARK, "--out", "rows.jsonl");
    expect(again.err).toContain("The last line of rows.jsonl was cut off");
    expect(linesOf("rows.jsonl")).toHaveLength(1 + 12);
    const tasks = linesOf("rows.jsonl")
      .slice(1)
      .map((line) => JSON.parse(line));
    expect(new Set(tasks.map(({ task, setting }) => `${setting} ${task}`)).size).toBe(12);
    // What is not asked again is as it was.
    expect(readFileSync(join(folder, "rows.jsonl"), "utf8").startsWith(before.slice(0, -3_000))).toBe(true);
  });

  it.runIf(isContained)("runs what was written, and prints scores only where no row is missing", async () => {
    const { code, out } = await evaluate("score", "rows.jsonl", "--any-data", "--data", "tasks.jsonl", "--json");
    expect(code).toBe(0);
    const { scores, tasks, model, sandbox } = JSON.parse(out);
    expect([tasks, model.name]).toEqual([6, "nearfirst-embedded"]);
    expect(sandbox).toMatch(/bubblewrap|unshare/);
    for (const { setting, passAt1, verdicts, rejectedThoughPassed } of scores) {
      expect(
        Object.values<number>(verdicts).reduce((sum, count) => sum + count, 0),
        setting,
      ).toBe(6);
      expect(passAt1.count).toBe(verdicts["passed"] ?? 0);
      expect(rejectedThoughPassed).toBe(0);
    }
    // Where the embedded model did not know that, this test could not tell a pass from a failure.
    expect(scores[0].passAt1.count).toBeGreaterThan(0);
    writeFileSync(join(folder, "short.jsonl"), `${linesOf("rows.jsonl").slice(0, 5).join("\n")}\n`);
    const short = await evaluate("score", "short.jsonl", "--any-data", "--data", "tasks.jsonl");
    expect(short).toMatchObject({ code: 1, out: "", err: expect.stringContaining("8 of 12 rows are missing") });
    writeFileSync(join(folder, "packed.jsonl.gz"), gzipSync(readFileSync(join(folder, "rows.jsonl"))));
    const packed = await evaluate("score", "packed.jsonl.gz", "--any-data", "--data", "tasks.jsonl");
    expect(packed.out).toMatch(/humaneval-infilling-single-line, all 6 tasks[\s\S]*pass@1/);
    // Verdicts that lie compressed beside the rows count as well: another one there is told, and nothing is judged.
    const verdicts = readFileSync(join(folder, "packed.judged.jsonl"), "utf8").replace('"passed"', '"failed"');
    rmSync(join(folder, "packed.judged.jsonl"));
    writeFileSync(join(folder, "packed.judged.jsonl.gz"), gzipSync(verdicts));
    const judgedBefore = await evaluate("score", "packed.jsonl.gz", "--any-data", "--data", "tasks.jsonl", "--json");
    const counted = JSON.parse(judgedBefore.out).scores.map(
      (each: { passAt1: { count: number } }) => each.passAt1.count,
    );
    expect(counted.reduce((sum: number, count: number) => sum + count, 0)).toBe(
      verdicts.split("\n").filter((line) => line.includes('"verdict":"passed"')).length,
    );
    expect(existsSync(join(folder, "packed.judged.jsonl"))).toBe(false);
  });

  it.runIf(isContained)(
    "makes tables, pictures and the report, and says what one model beside itself cannot test",
    async () => {
      const pair = ["rows.jsonl", "--local", "rows", "--large", "rows", "--any-data", "--data", "tasks.jsonl"];
      const { code, out } = await evaluate("table", "synconfroute-table-4", ...pair);
      expect(code).toBe(0);
      expect(out).toMatch(/^# SynConfRoute, Table 4[\s\S]*\| always local \|[\s\S]*\*\*Cannot test routing\*\*/);
      expect(out).toContain(
        "Made by `nearfirst eval table synconfroute-table-4 rows.jsonl --local rows --large rows --data DATA --any-data`",
      );
      mkdirSync(join(folder, "my rows"));
      for (const name of ["rows.jsonl", "rows.judged.jsonl"])
        copyFileSync(join(folder, name), join(folder, "my rows", name));
      const quoted = await evaluate("table", "mccom-table-3", "my rows", "--local", "rows", "--large", "rows");
      expect(quoted.out).toContain("Made by `nearfirst eval table mccom-table-3 'my rows' --local rows --large rows`");
      expect((await evaluate("table", "plot-latency", ...pair, "--format", "svg")).out).toMatch(
        /^<svg[\s\S]*<\/svg>\n$/,
      );
      const report = await evaluate("report", ...pair, "--out", "report");
      expect(report).toMatchObject({ code: 0, err: expect.stringContaining("README.md is the page") });
      expect(report.out.trimEnd().split("\n")).toHaveLength(42);
      const page = readFileSync(join(folder, "report/README.md"), "utf8");
      for (const [, picture = ""] of page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
        expect(existsSync(join(folder, "report", picture)), picture).toBe(true);
    },
  );

  it("asks the user's own linter about what was written, once about all of it, and counts what it finds", async () => {
    const ask = (...tools: string[]) =>
      evaluate("signals", "rows.jsonl", "--any-data", "--data", "tasks.jsonl", ...tools);
    expect(await ask()).toMatchObject({ code: 2, err: expect.stringContaining("--linter, --types or both") });
    const missing = await ask("--types", "no-such-command");
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining("npm install --global pyright") });
    const finding = { code: "F841", message: "Local variable `result` is assigned to but never used" };
    const linter = scriptedLinter(folder, { script: { "def product_": [finding] } });
    const found = await ask("--linter", linter.command);
    expect(found).toMatchObject({ code: 0, out: "", err: expect.stringContaining("is in rows.ruff.signals.jsonl") });
    const [header = "", ...rows] = linesOf("rows.ruff.signals.jsonl");
    const tool = { name: "ruff", version: "9.9.9", rules: expect.stringContaining("F (pyflakes)") };
    expect(JSON.parse(header)).toMatchObject({ kind: "signals", tool });
    expect(rows).toHaveLength(linesOf("rows.jsonl").filter((line) => line.includes('"outcome":"suggested"')).length);
    // Nothing is asked twice.
    expect(await ask("--linter", linter.command)).toMatchObject({ code: 0 });
    expect(linter.starts()).toHaveLength(1);
  });

  it("refuses a name for embeddings that the tables would not find", async () => {
    const model = ["--model", join(root, "models/nearfirst-small-q8_0.gguf")];
    const refused = await evaluate("embed", ...BENCHMARK, ...model, "--out", "tasks-embedded.jsonl");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("tasks-embedded.embeddings.jsonl") });
    expect(existsSync(join(folder, "tasks-embedded.jsonl"))).toBe(false);
  });

  it("lists its tables, and says which there are not", async () => {
    expect((await evaluate("table")).out).toMatch(/^plot-quality-escalation [\s\S]*\nmccom-table-11 /);
    expect(await evaluate("table", "synconfroute-table-9", "rows.jsonl")).toMatchObject({ code: 2 });
    const alone = await evaluate("table", "mccom-table-5", "rows.jsonl");
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining("--local and --large") });
    const lacking = await evaluate("table", "mccom-table-5", "rows.jsonl", "--local", "nobody", "--large", "rows");
    expect(lacking).toMatchObject({ code: 1, out: "", err: expect.stringContaining("No judged rows of nobody") });
  });

  it("asks by one of the papers' methods, whose rows say so and are not mixed with others", async () => {
    const run = ["run", ...BENCHMARK, "--limit", "1", "--setting", "left", "--out", "second.jsonl"];
    expect(await evaluate(...run, "--method", "mccom")).toMatchObject({
      code: 1,
      err: expect.stringContaining("--answers FILE"),
    });
    expect(await evaluate(...run, "--method", "mccom", "--answers", "rows.jsonl")).toMatchObject({ code: 0 });
    const [header = "", row = ""] = linesOf("second.jsonl");
    expect(JSON.parse(header).method).toMatchObject({ name: "mccom", options: { answers: "nearfirst-embedded" } });
    const [plain = ""] = linesOf("rows.jsonl").filter(
      (line) => line.includes('"setting":"left"') && line.includes(`"${JSON.parse(row).task}"`),
    );
    expect(JSON.parse(row).text).toBe(JSON.parse(plain).text);
    expect(await evaluate(...run)).toMatchObject({
      code: 1,
      err: expect.stringContaining("made with the method mccom"),
    });
    expect(await evaluate(...run, "--method", "guessing")).toMatchObject({ code: 2 });
  });

  it("asks with a smaller model that drafts: the same answers, in rows that name it", async () => {
    const run = ["run", ...BENCHMARK, "--limit", "2", "--setting", "left-and-right", "--out", "drafted.jsonl"];
    expect(await evaluate(...run, "--method", "csdrafting")).toMatchObject({
      code: 1,
      err: expect.stringContaining("--drafter MODEL"),
    });
    const small = join(root, "models/nearfirst-small-q8_0.gguf");
    expect(await evaluate(...run, "--method", "csdrafting", "--drafter", small)).toMatchObject({ code: 0 });
    const [header, ...rows] = linesOf("drafted.jsonl").map((line) => JSON.parse(line));
    expect(header.method).toMatchObject({ name: "csdrafting", options: { drafter: "nearfirst-small" } });
    const plain = linesOf("rows.jsonl").map((line) => JSON.parse(line));
    expect(rows).toHaveLength(2);
    for (const { task, setting, text, drafter } of rows) {
      expect(text).toBe(plain.find((each) => each.task === task && each.setting === setting).text);
      expect(drafter.passes).toBeGreaterThanOrEqual(0);
    }
    const other = await evaluate(...run, "--method", "csdrafting", "--drafter", "default");
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("made with the method csdrafting") });
    const dense = await evaluate(...run, "--method", "dense-retrieval", "--embedder", "none.gguf");
    expect(dense).toMatchObject({ code: 1, err: expect.stringContaining("install-minilm.sh") });
  });

  it.runIf(isContained)(
    "tries policies on scored rows: of a model beside itself none is better than another",
    async () => {
      const { code, out } = await evaluate("sweep", "rows.jsonl", "rows.jsonl", "--json");
      expect(code).toBe(0);
      const { pair, sweeps } = JSON.parse(out);
      expect(pair).toMatchObject({ tasks: 6, onlyLocalShare: 0, onlyLargeShare: 0 });
      for (const { best } of sweeps) expect(best.rightShare).toBe(pair.oracleShare);
      expect(await evaluate("sweep", "rows.jsonl", "rows.jsonl", "--policy", "best")).toMatchObject({ code: 2 });
      const both = linesOf("rows.jsonl").filter((line) => !line.includes('"setting":"left",'));
      writeFileSync(join(folder, "whole-files.jsonl"), `${both.join("\n")}\n`);
      copyFileSync(join(folder, "rows.judged.jsonl"), join(folder, "whole-files.judged.jsonl"));
      expect(await evaluate("sweep", "whole-files.jsonl", "rows.jsonl", "--setting", "left")).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringContaining("whole-files.jsonl has no rows in the setting left"),
      });
    },
  );

  it("asks in your own repository with its other files as context, and judges by your own tests in a copy", async () => {
    const project = join(folder, "project");
    mkdirSync(project);
    for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(project, name), text);
    const own = ["--data", project, "--language", "python", "--limit", "4", "--setting", "left-and-right"];
    const benchmark = ["--benchmark", "own-repository", "--out", "own.jsonl"];
    const asked = await evaluate("run", ...benchmark, ...own);
    expect(asked).toMatchObject({ code: 0, out: "" });
    // What is told to be the next command is one that works.
    const next = /`nearfirst eval (score .+)` judges them/.exec(asked.err)?.[1]?.split(" ") ?? [];
    expect(await evaluate(...next)).toMatchObject({
      code: 0,
      out: expect.stringContaining("own-repository, 4 of 4 tasks"),
    });
    rmSync(join(folder, "own.judged.jsonl"));
    const [header, ...rows] = linesOf("own.jsonl").map((line) => JSON.parse(line));
    expect(header).toMatchObject({ benchmark: "own-repository", settings: { retrieval: "on" } });
    expect(rows).toHaveLength(4);
    for (const { snippets, ms } of rows) expect([snippets > 0, ms.retrieve >= 0]).toEqual([true, true]);
    const without = await evaluate("run", ...benchmark, ...own, "--no-retrieval");
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining("retrieval on, not off") });

    const compared = await evaluate("score", "own.jsonl", ...own);
    expect(compared.out).toMatch(/exact % .*RepoEval's exact %[\s\S]*parses %/);
    rmSync(join(folder, "own.judged.jsonl"));
    const command = `"${process.execPath}" tests.js`;
    const tested = await evaluate("score", "own.jsonl", ...own, "--test-command", command, "--json");
    expect(tested).toMatchObject({ code: 0, err: expect.stringContaining("runs as it is, in a copy") });
    const { judgedBy, sandbox, scores } = JSON.parse(tested.out);
    expect([judgedBy, sandbox]).toEqual(["tests", `none, but the test command: ${command}`]);
    // These tests pass whatever is in the hole: a suggestion is all it takes.
    expect(scores[0].passAt1.count).toBe(scores[0].outcomes["suggested"] ?? 0);
    expect(existsSync(join(project, "trace-of-tests"))).toBe(false);
    const none = await evaluate("run", ...benchmark, "--data", project, "--language", "cobol");
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("has no task of own-repository in cobol") });
    const broken = await evaluate("score", "own.jsonl", ...own, "--test-command", "exit 7");
    expect(broken).toMatchObject({
      code: 1,
      err: expect.stringContaining("fails on the code as it is (exit status 7)"),
    });
    writeFileSync(join(project, "sizes.py"), "changed = 1\n");
    const changed = await evaluate("score", "own.jsonl", ...own);
    expect(changed).toMatchObject({ code: 2, err: expect.stringContaining("are of other data") });
  });

  it("refuses rows of another model, another checksum, and a benchmark that it does not know", async () => {
    const other = ["--model", join(root, "models/nearfirst-small-q8_0.gguf")];
    const mixed = await evaluate("run", ...BENCHMARK, "--out", "rows.jsonl", ...other);
    expect(mixed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/were made with the model nearfirst-embedded .*not nearfirst-small/),
    });
    const data = ["--benchmark", "humaneval-infilling-single-line", "--data", "tasks.jsonl"];
    const wrong = await evaluate("run", ...data, "--out", "new.jsonl");
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/is not what was published/) });
    expect(existsSync(join(folder, "new.jsonl"))).toBe(false);
    const unknown = await evaluate("run", "--benchmark", "humaneval", "--out", "new.jsonl");
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("humaneval-infilling-multi-line") });
  });

  it("refuses a model that changes while it is asked", async () => {
    const model = join(folder, "changing.gguf");
    copyFileSync(join(root, "models/nearfirst-embedded-q8_0.gguf"), model);
    copyFileSync(join(root, "models/nearfirst-embedded.md"), join(folder, "changing.md"));
    const { child, ended } = started("--out", "changing.jsonl", "--model", model);
    await rowsIn("changing.jsonl", 1);
    appendFileSync(model, "\0");
    expect(await ended).toMatchObject({ code: 1, err: expect.stringContaining("has changed while it was asked") });
    expect(child.exitCode).toBe(1);
  });

  it("ends at Ctrl-C while data are still downloaded, and says so", async () => {
    const neverAnswers = `globalThis.fetch = (_, { signal }) => new Promise((_, reject) => {
      const waiting = setInterval(() => process.kill(process.pid, "SIGINT"), 200);
      signal.addEventListener("abort", () => {
        clearInterval(waiting);
        reject(signal.reason);
      });
    });`;
    writeFileSync(join(folder, "never-answers.mjs"), neverAnswers);
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, "no-cache") };
    const command = ["run", "--benchmark", "humaneval-infilling-single-line", "--out", "none.jsonl"];
    const child = spawn(process.execPath, ["--import", "./never-answers.mjs", executable, "eval", ...command], {
      cwd: folder,
      env,
    });
    const { code, err } = await endOf(child);
    expect({ code, err }).toEqual({ code: 130, err: expect.stringMatching(/^Interrupted\./) });
  });

  it.runIf(isContained)("ends at once at Ctrl-C while a report is made, and leaves none", async () => {
    // With the first rows that are read.
    const interrupts = `const { parse } = JSON;
    JSON.parse = (text, ...rest) => {
      if (String(text).includes("dataSha256")) process.kill(process.pid, "SIGINT");
      return parse(text, ...rest);
    };`;
    writeFileSync(join(folder, "interrupts.mjs"), interrupts);
    const pair = ["rows.jsonl", "--local", "rows", "--large", "rows"];
    const command = [executable, "eval", "report", ...pair, "--out", "stopped-report"];
    const child = spawn(process.execPath, ["--import", "./interrupts.mjs", ...command], { cwd: folder });
    await endOf(child);
    expect([child.signalCode, existsSync(join(folder, "stopped-report"))]).toEqual(["SIGINT", false]);
  });

  it("ends at Ctrl-C with whole rows", async () => {
    const { child, ended } = started("--out", "stopped.jsonl");
    await rowsIn("stopped.jsonl", 2);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, err: expect.stringContaining("goes on from there") });
    for (const line of linesOf("stopped.jsonl")) expect(() => JSON.parse(line)).not.toThrow();
  });
});

function started(...args: readonly string[]) {
  const child = spawn(process.execPath, [executable, "eval", "run", ...LONG_BENCHMARK, ...args], { cwd: folder });
  return { child, ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<Pick<Ran, "code" | "err">> {
  let err = "";
  child.stderr?.on("data", (text) => {
    err += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, err })));
}

async function rowsIn(name: string, count: number): Promise<void> {
  const path = join(folder, name);
  const isThere = () => existsSync(path) && readFileSync(path, "utf8").split("\n").length > 1 + count;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}
