import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MadeTask, madeEvaluation, madeFile } from "../../test/made-evaluation.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { claimFindings } from "../claims/claims.js";
import { calibrationSplit } from "../methods/calibration-split.js";
import calibrationTasks from "../methods/humaneval-calibration-tasks.json" with { type: "json" };
import { paperItem } from "../paper-numbers/paper-numbers.js";
import { isMeasured, type Measured } from "./cell.js";
import { type Evaluation, pairIn, SINGLE_LINE } from "./evaluation.js";
import { isTie } from "./identities.js";
import { csvOf } from "./render.js";
import { TABLES, tableNamed } from "./tables.js";
import { checkIdentities, makeTable, writeReport, writeTable } from "./write-report.js";

/** The 833 test tasks of SynConfRoute by the counts that its percentages imply, one function a task. */
function papersTasks(): readonly MadeTask[] {
  const kinds: readonly (readonly [count: number, local: MadeTask["local"], large: boolean])[] = [
    // Confident and right; confident, valid and wrong; confident and invalid.
    [297, { isRight: true, confidence: 0.9 }, true],
    [100, { isRight: true, confidence: 0.9 }, false],
    [39, { isRight: false, confidence: 0.9 }, true],
    [50, { isRight: false, confidence: 0.9 }, false],
    [53, { isRight: false, confidence: 0.9, isValid: false }, true],
    [24, { isRight: false, confidence: 0.9, isValid: false }, false],
    // Not confident.
    [116, { isRight: true, confidence: 0.3 }, true],
    [14, { isRight: true, confidence: 0.3 }, false],
    [91, { isRight: false, confidence: 0.3 }, true],
    [49, { isRight: false, confidence: 0.3 }, false],
  ];
  const made = kinds.flatMap(([count, local, large]) =>
    Array.from({ length: count }, () => ({ local, large: { isRight: large } })),
  );
  const test = made.map((each, at) => ({ task: `Made/${at}/L0`, ...each }));
  const calibration = calibrationTasks.map((task, at) => ({ task, ...(made[4 * at] as (typeof made)[number]) }));
  return [...test, ...calibration];
}

async function rowsOf(id: string, evaluation: Evaluation) {
  const table = tableNamed(id);
  if (table === undefined) throw new Error(id);
  const { content, markdown } = await makeTable(table, evaluation, { command: "c", level: 1 });
  const at = (column: string) => content.columns.indexOf(column);
  const cell = (row: string, column: string) =>
    content.rows.find((each) => each.some((words) => words === row))?.[at(column)] as Measured;
  return { content, markdown, cell };
}

describe("the tables", () => {
  const evaluation = madeEvaluation(papersTasks());

  it("print SynConfRoute's Table 4 from the counts behind it", async () => {
    checkIdentities(evaluation);
    const { cell } = await rowsOf("synconfroute-table-4", evaluation);
    const printed = paperItem("synconfroute", "table-4").rows;
    const names = ["always local", "always larger", "confidence only, 0.7", "SynConfRoute, 0.7", "oracle"];
    for (const [at, name] of names.entries()) {
      const [, passed, cost] = printed[at] as [string, number, number | null];
      expect(Number(cell(name, "pass@1").value.toFixed(1)), name).toBe(passed);
      if (cost !== null) expect(Math.round(cell(name, "cost").value), name).toBe(cost);
    }
    expect(cell("SynConfRoute, 0.7", "private")).toMatchObject({ count: 486, of: 833 });
  });

  it("say which confident answers do not parse, as the paper counts them", () => {
    const only = madeEvaluation(papersTasks().slice(0, 833));
    return rowsOf("synconfroute-errors", only).then(({ content }) => {
      expect(content.rows[0]?.slice(2, 6)).toMatchObject([
        { count: 563, of: 833 },
        { count: 397, of: 563 },
        { count: 77, of: 166 },
        { count: 53, of: 77 },
      ]);
    });
  });

  it("count among those that the large model solves no answer that was right, where the gate and the judge differ", async () => {
    const invalid = { confidence: 0.9, isValid: false };
    const java = madeEvaluation(
      [
        { task: "api/java/0", local: { isRight: true, ...invalid }, large: { isRight: true } },
        { task: "api/java/1", local: { isRight: false, ...invalid }, large: { isRight: true } },
        { task: "api/java/2", local: { isRight: false, ...invalid }, large: { isRight: false } },
      ],
      { benchmark: "safim-api-java" },
    );
    const { cell } = await rowsOf("synconfroute-errors", java);
    expect(cell("safim-api-java", "confident wrong that do not parse")).toMatchObject({ count: 2, of: 2 });
    expect(cell("safim-api-java", "of these solved by the large model")).toMatchObject({ count: 1, of: 2 });
  });

  it("draw the calibration curve at the thresholds that they name", async () => {
    const tasks = [0.62, 0.97, 0.97].map((confidence, at) => ({
      task: `Made/${at}/L0`,
      local: { isRight: false, confidence },
      large: { isRight: true },
    }));
    const made = madeEvaluation(tasks);
    const { content } = await rowsOf("plot-calibration", made);
    const split = calibrationSplit(pairIn(made, SINGLE_LINE, "left-and-right")?.tasks ?? []);
    for (const [, name, threshold, , escalated] of content.rows as [string, "test", number, number, number][]) {
      const own = split[name];
      const below = own.filter(({ local }) => (local.row.facts?.confidence?.geometricMean ?? 0) < threshold);
      expect(escalated, `${name} at ${threshold}`).toBe(Number(((100 * below.length) / own.length).toFixed(1)));
    }
  });

  it("judge the claims that these counts decide as the paper does", () => {
    const verdicts = Object.fromEntries(claimFindings(evaluation).map(({ id, verdict }) => [id, verdict]));
    expect(Object.keys(verdicts)).toHaveLength(42);
    expect(verdicts).toMatchObject({ C1: "holds", C3: "holds", C4: "holds", C5: "holds", C7: "holds", C12: "holds" });
    expect(verdicts).toMatchObject({ C13: "cannot be tested here", C17: "cannot be tested here" });
  });

  it("say of a pair whose large model adds less than 3 points that it cannot test routing, and judge nothing by it", async () => {
    const alike = madeEvaluation(papersTasks().map((each) => ({ ...each, large: { isRight: each.local.isRight } })));
    for (const id of ["synconfroute-table-4", "synconfroute-figure-3", "mccom-table-5", "plot-quality-escalation"])
      expect((await rowsOf(id, alike)).markdown, id).toContain("**Cannot test routing**");
    const findings = claimFindings(alike);
    for (const id of ["C1", "C3", "C7", "C26", "C28"])
      expect(findings.find((each) => each.id === id)?.verdict, id).toBe("cannot be tested here");
  });

  it.each([
    ["one task", 1],
    ["tasks that all stand in our list for calibration", 5],
  ])("and claims have numbers of %s, of which at least one tests", async (_, count) => {
    const tasks = calibrationTasks.slice(0, count);
    const source = (id: string) => [id, { id, prefix: "x = 1\n", suffix: "y = x\n" } as BenchmarkTask] as const;
    const made = madeEvaluation(
      tasks.map((task, at) => ({
        task,
        local: { isRight: at > 0 },
        large: { isRight: true },
      })),
    );
    const few = { ...made, sources: new Map([[SINGLE_LINE, new Map(tasks.map(source))]]) };
    for (const { id, numbers } of claimFindings(few)) expect(numbers, id).not.toContain("NaN");
    const { content } = await rowsOf("synconfroute-table-4", few);
    expect(content.rows[0]?.[2]).toMatchObject({ of: Math.max(1, count - 1) });
    for (const table of TABLES) {
      const { markdown, pictures } = await makeTable(table, few, { command: "c", level: 2 });
      expect([markdown, ...pictures.map(({ svg }) => svg)].join("\n"), table.id).not.toContain("NaN");
    }
  });

  it("and claims are judged by no number that is not there", () => {
    const verdicts = (evaluation: Evaluation) =>
      Object.fromEntries(claimFindings(evaluation).map(({ id, verdict, numbers }) => [id, `${verdict}: ${numbers}`]));
    const few = madeEvaluation(papersTasks().slice(397, 437));
    expect(verdicts(few)).toMatchObject({
      C9: expect.stringMatching(/^cannot be tested here: 40 tasks are too few/),
      C35: expect.stringMatching(/^cannot be tested here: No request .* had a draft/),
    });
    const java = madeEvaluation(
      papersTasks().map((each, at) => ({ ...each, task: `api/java/${at}` })),
      { benchmark: "safim-api-java" },
    );
    const both = verdicts({ ...evaluation, files: [...evaluation.files, ...java.files] });
    expect(both["C10"]).toMatch(/^cannot be tested here: There is no interval .*--data/);
  });

  it("leave a benchmark out in whose language a model was asked nothing", async () => {
    const skipped = { row: { outcome: "skipped: unsupported-language", text: null } };
    const made = (benchmark: string, row: object) =>
      madeEvaluation(
        Array.from({ length: 40 }, (_, at) => ({
          task: `${benchmark}/${at}`,
          local: { isRight: false, ...row },
          large: { isRight: at > 20 },
        })),
        { benchmark },
      ).files;
    const files = [...made("safim-block-java", skipped), ...made("safim-block-python", {})];
    const { content } = await rowsOf("synconfroute-figure-4", { ...evaluation, files });
    const ours = content.rows.filter((row) => row.includes("ours")).map((row) => row.join(" "));
    expect(ours.join("\n")).toMatch(/python/i);
    expect(ours.join("\n")).not.toMatch(/java/i);
    const c13 = claimFindings({ ...evaluation, files }).find(({ id }) => id === "C13");
    expect(c13).toMatchObject({ verdict: "cannot be tested here", numbers: expect.stringContaining("1 of 9 splits") });
  });

  it("take a mean over repeated runs on the tasks that all of them have", async () => {
    const task = (at: number) => `Made/${at}/L0`;
    const tasks = Array.from({ length: 60 }, (_, at) => ({ task: task(at), ...answers(at < 40 ? 100 : 900) }));
    const again = (repeat: number, ms: number, count = 40) =>
      madeFile(
        "local",
        Array.from({ length: count }, (_, at) => ({ task: task(at), isRight: true, ms })),
        { repeat },
      );
    const made = madeEvaluation(tasks);
    // The last is of too few tasks to count.
    const files = [...made.files, again(2, 110), again(3, 120), again(3, 500), again(4, 700, 10)];
    const { content } = await rowsOf("mccom-figure-2", { ...made, files });
    const [local, large] = content.rows.map((row) => row.slice(2, 6));
    expect(local).toEqual(["local only", 3, 40, 110]);
    expect(large).toEqual(["large only", 1, 60, Math.round((40 * 100 + 20 * 900) / 60) + 200]);

    function answers(ms: number) {
      return { local: { isRight: true, ms }, large: { isRight: true, ms } };
    }
  });

  it("are all made, each with the command that makes it, in Markdown, CSV and SVG, also where rows are missing", async () => {
    for (const table of TABLES) {
      const { markdown, csv, pictures, content } = await makeTable(table, evaluation, {
        command: `nearfirst eval table ${table.id}`,
        level: 2,
      });
      expect(markdown, table.id).toContain(`Made by \`nearfirst eval table ${table.id}\`.`);
      for (const row of content.rows) expect(row, table.id).toHaveLength(content.columns.length);
      if (content.rows.length > 0)
        expect(csv.trimEnd().split("\n").length, table.id).toBeGreaterThanOrEqual(1 + content.rows.length);
      for (const { svg } of pictures)
        expect(svg, table.id).toMatch(/^<svg[\s\S]*prefers-color-scheme:dark[\s\S]*<\/svg>\n$/);
      for (const each of content.missing) expect(each, table.id).toMatch(/nearfirst eval|--repeat/);
    }
  });

  it("tell commands whose rows have a file for each benchmark and method, by the name that the pair was asked for", async () => {
    const [local, large] = evaluation.files as [(typeof evaluation.files)[number], (typeof evaluation.files)[number]];
    const files = [
      { ...local, stem: "mine" },
      { ...large, stem: "theirs" },
    ];
    const asked = { ...evaluation, files, names: { local: ["mine"], large: ["theirs"] } };
    const made = await Promise.all(TABLES.map((table) => makeTable(table, asked, { command: "c", level: 2 })));
    const told = made
      .flatMap(({ content }) => content.missing.join("\n").match(/nearfirst eval run [^`]+/g) ?? [])
      .map((command) => ({
        asks: command.replace(/ --out .*/, ""),
        out: command.replace(/.* --out /, ""),
        method: / --method (\S+)/.exec(command)?.[1],
      }));
    expect(told.length).toBeGreaterThan(20);
    expect(new Set(told.map(({ out }) => out)).size).toBe(new Set(told.map(({ asks }) => asks)).size);
    for (const { out, method } of told)
      expect(out).toMatch(new RegExp(`/(mine|theirs)${method === undefined ? "" : `\\.${method}`}\\.jsonl$`));
  });

  it("tell commands that can be given where models and folders have spaces in their names", async () => {
    const [local, large] = evaluation.files as [(typeof evaluation.files)[number], (typeof evaluation.files)[number]];
    const files = [{ ...local, path: "my rows/mine.jsonl", stem: "mine" }, large];
    const asked = { ...evaluation, files, names: { local: ["mine"], large: ["large", "my large"] } };
    const missing = (names: Evaluation["names"]) =>
      rowsOf("mccom-table-7", { ...asked, names }).then(({ content }) => content.missing.join("\n"));
    expect(await missing(asked.names)).toContain("--method mccom --answers 'my rows/mine.jsonl' --out");
    expect(await missing({ ...asked.names, large: ["my large"] })).toMatch(
      /--model 'my large' --out '[\w-]+\/my large\.jsonl'`, then `nearfirst eval score '[\w-]+\/my large\.jsonl'/,
    );
  });

  it("that cannot be written say where, and what to do", async () => {
    const folder = join(temporaryFolder({ file: "" }), "file", "report");
    const table = tableNamed("synconfroute-table-2");
    if (table === undefined) throw new Error("there is one");
    const made = await makeTable(table, evaluation, { command: "c", level: 1 });
    const told = expect.objectContaining({
      code: "file-unwritable",
      message: expect.stringMatching(/file.report cannot be written to: .*--out/),
    });
    expect(() => writeTable(made, folder)).toThrow(told);
    expect(() => writeReport({ folder, made: [made], claims: [], evaluation })).toThrow(told);
  });

  it("name the papers' own tables and figures, each once", () => {
    const ids = new Set(TABLES.map(({ id }) => id));
    expect(ids.size).toBe(TABLES.length);
    for (const paper of ["synconfroute", "mccom"] as const)
      for (const number of paper === "synconfroute" ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        expect(ids, paper).toContain(`${paper}-table-${number}`);
    for (const figure of [
      "synconfroute-figure-1",
      "synconfroute-figure-2",
      "synconfroute-figure-3",
      "synconfroute-figure-4",
      "mccom-figure-1",
      "mccom-figure-2",
    ])
      expect(ids).toContain(figure);
  });
});

describe("the identities", () => {
  it("stop the printing where a program that does not parse passes its tests", () => {
    const broken = madeEvaluation([
      { task: "f/0", local: { isRight: true, isValid: false }, large: { isRight: true } },
      { task: "f/1", local: { isRight: true }, large: { isRight: false } },
    ]);
    expect(() => checkIdentities(broken)).toThrow(/f\/0 does not parse, and passes its tests/);
  });

  it.each<[string, answer: [string, number][], other: [string, number][], tie: boolean]>([
    [
      "at tokens about as likely",
      [
        ["a", 0.9],
        ["b", 0.31],
      ],
      [
        ["a", 0.9],
        ["c", 0.29],
      ],
      true,
    ],
    [
      "at a token that was much likelier",
      [
        ["a", 0.9],
        ["b", 0.6],
      ],
      [
        ["a", 0.9],
        ["c", 0.2],
      ],
      false,
    ],
    [
      "where one ends and may as well go on",
      [["a", 0.9]],
      [
        ["a", 0.9],
        ["c", 0.5],
      ],
      true,
    ],
    [
      "where one ends and should have gone on",
      [["a", 0.9]],
      [
        ["a", 0.9],
        ["c", 0.8],
      ],
      false,
    ],
    ["nowhere, but in their text", [["a", 0.9]], [["a", 0.9]], false],
  ])("take answers that part %s for a tie, or not", (_, one, other, tie) => {
    const tokens = (made: [string, number][]) => ({
      tokens: made.map(([text, probability]) => ({ text, probability, fromDraft: false })),
    });
    expect([isTie(tokens(one), tokens(other)), isTie(tokens(other), tokens(one))]).toEqual([tie, tie]);
  });
});

describe("CSV", () => {
  it("has count, tasks and interval of a measured number in columns of their own, and quotes words", () => {
    const share: Measured = { value: 12.345678, unit: "%", digits: 1, low: 1, high: 20, count: 2, of: 16 };
    expect(isMeasured(share)).toBe(true);
    expect(
      csvOf({
        columns: ["name", "pass@1"],
        rows: [
          ['a "b", c', share],
          ["d", null],
        ],
      }),
    ).toBe('name,pass@1,pass@1 count,pass@1 of,pass@1 low,pass@1 high\n"a ""b"", c",12.3457,2,16,1,20\nd,,,,,\n');
  });
});
