/** MCCom beside CSDrafting, and BM25 beside embeddings, in tables and claims. */
import { describe, expect, it } from "vitest";
import { type MadeAnswer, type MadeTask, madeEvaluation, madeFile } from "../../../test/made-evaluation.js";
import { claimFindings } from "../../claims/claims.js";
import { isMeasured, textOf } from "../cell.js";
import type { Evaluation, EvaluationFile } from "../evaluation.js";
import { tableNamed } from "../tables.js";
import { checkIdentities } from "../write-report.js";

const OPTIONS = { benchmark: "stmteval-suffix", retrieval: "on" } as const;

/** The local model is right and sure in 20 of 40, the large one in 30. */
const TASKS: readonly MadeTask[] = Array.from({ length: 40 }, (_, at) => ({
  task: `project${at % 8}/${at}`,
  local: { isRight: at < 20, confidence: at < 20 ? 0.9 : 0.3, ms: 50 },
  large: { isRight: at < 30, ms: 300, text: `large ${at}` },
}));

function timesOf(ms: number) {
  return { total: ms, firstTokens: ms / 2, engine: ms };
}

function byMethod(method: string, change: (task: MadeTask, at: number) => Partial<MadeAnswer>): EvaluationFile {
  const answers = TASKS.map((task, at) => ({ ...task.large, task: task.task, ...change(task, at) }));
  const file = madeFile("large", answers, { ...OPTIONS, method });
  return { ...file, path: `large.${method}.jsonl`, stem: `large.${method}` };
}

function evaluationWith(...files: readonly EvaluationFile[]): Evaluation {
  const plain = madeEvaluation(TASKS, OPTIONS);
  return { ...plain, files: [...plain.files, ...files] };
}

const REPOCODER = byMethod("repocoder", () => ({}));
const csDrafting = (ms: number) =>
  byMethod("csdrafting", () => ({
    ms,
    row: {
      ms: timesOf(ms),
      draft: { source: "drafter", offeredTokens: 8, acceptedTokens: 6 },
      drafter: { passes: 5, offeredTokens: 10, acceptedTokens: 1 },
    },
  }));

function rowOf(id: string, evaluation: Evaluation, words: string): Readonly<Record<string, string>> {
  const table = tableNamed(id)?.make(evaluation);
  const row = table?.rows.find((cells) => cells.includes(words));
  if (table === undefined || row === undefined) throw new Error(`${id} has no row of ${words}`);
  return Object.fromEntries(table.columns.map((column, at) => [column, textOf(row[at] ?? null)]));
}

const findingOf = (evaluation: Evaluation, id: string) => claimFindings(evaluation).find((each) => each.id === id);

describe("the table of calls", () => {
  it("takes MCCom's own rows only where all of them were judged", () => {
    const sure = TASKS.map((task) => ({ ...task, local: { ...task.local, confidence: 0.9 } }));
    const whole = byMethod("mccom", () => ({}));
    const sampled = { ...whole, judged: new Map([...whole.judged].slice(0, 10)) };
    const plain = madeEvaluation(sure, OPTIONS);
    for (const file of [whole, sampled])
      expect(rowOf("mccom-table-8", { ...plain, files: [...plain.files, file] }, "ours")).toMatchObject({
        static: "0",
        dynamic: "20",
        "fewer calls": "50.0 % (20 of 40)",
      });
  });
});

describe("CSDrafting", () => {
  it("takes its own time and one call in the table of latencies, beside the paper's", () => {
    const evaluation = evaluationWith(csDrafting(350));
    expect(rowOf("mccom-table-4", evaluation, "CSDrafting")).toMatchObject({
      "mean time": expect.stringMatching(/^550 ms/),
      "against large only": expect.stringMatching(/^10\.0 %/),
      "paper's mean time": "745 ms",
    });
    expect(rowOf("mccom-table-5", evaluation, "CSDrafting")).toMatchObject({
      "exact match": expect.stringMatching(/^75\.0 % \(30 of 40/),
      "against large only": expect.stringMatching(/^0\.0 points/),
    });
  });

  it("is slower than MCCom, with RepoCoder, or the claim does not hold; without its rows it cannot be told", () => {
    // MCCom: 20 requests at 50 ms, 20 at 25 + 200 + 300 ms: 287.5 ms.
    expect(findingOf(evaluationWith(REPOCODER, csDrafting(350)), "C27")).toMatchObject({
      verdict: "holds",
      numbers: expect.stringMatching(/RepoCoder -71\.3 %, CSDrafting -47\.7 %/),
    });
    expect(findingOf(evaluationWith(REPOCODER, csDrafting(80)), "C27")?.verdict).toBe("does not hold");
    expect(findingOf(evaluationWith(REPOCODER), "C27")).toMatchObject({
      verdict: "cannot be tested here",
      numbers: expect.stringContaining("CSDrafting"),
    });
  });

  it("has its drafts' two levels beside the paper's 14.3 %", () => {
    const row = rowOf("mccom-observations", evaluationWith(csDrafting(350)), "stmteval-suffix");
    expect(row).toMatchObject({
      "CSDrafting: tokens of bigrams and lookup accepted": "10.0 % (40 of 400)",
      "CSDrafting: tokens of the drafter accepted": "75.0 % (240 of 320)",
    });
  });

  it("changes no answer, or nothing is printed", () => {
    checkIdentities(evaluationWith(csDrafting(350)));
    const changing = byMethod("csdrafting", (_, at) => (at < 3 ? { text: "other" } : {}));
    expect(() => checkIdentities(evaluationWith(changing))).toThrow(/a draft changes 3 of 40 answers/);
  });

  it("where it lacks, is made by a command that names the drafter", () => {
    const { missing = [] } = tableNamed("mccom-table-4")?.make(evaluationWith()) ?? {};
    expect(missing.join("\n")).toMatch(
      /--method csdrafting --drafter local --out stmteval-suffix\/large\.csdrafting\.jsonl/,
    );
  });
});

describe("embeddings beside BM25", () => {
  /** Right in `right` tasks; the first 30 of the repositories were searched whole. */
  const dense = (right: number, ms: number) =>
    byMethod("dense-retrieval", (_, at) => ({
      isRight: at < right,
      row: { ms: { ...timesOf(300), retrieve: ms }, candidates: { searched: 4, of: at < 30 ? 4 : 9, bm25Ms: 10 } },
    }));

  it("stand in Table 11 with exact match and time, on the same tasks", () => {
    expect(rowOf("mccom-table-11", evaluationWith(dense(31, 45)), "ours")).toMatchObject({
      "exact match with BM25": expect.stringMatching(/^75\.0 % \(30 of 40/),
      "exact match with embeddings": expect.stringMatching(/^77\.5 % \(31 of 40/),
      difference: expect.stringMatching(/^\+2\.5 points/),
      "time of BM25": expect.stringMatching(/^10 ms/),
      "time of embeddings": expect.stringMatching(/^45 ms/),
      "all snippets searched": "75.0 % (30 of 40)",
    });
    expect(rowOf("mccom-table-11", evaluationWith(), "RepoEval-Line")).toMatchObject({
      "time of BM25": "7 ms",
      "time of embeddings": "65 ms",
    });
  });

  it("are as good within 1.5 points and slower, or the claim does not hold", () => {
    const verdictOf = (file: EvaluationFile) => findingOf(evaluationWith(file), "C39")?.verdict;
    expect(verdictOf(dense(30, 45))).toBe("holds");
    expect(verdictOf(dense(31, 45))).toBe("does not hold");
    expect(verdictOf(dense(29, 45))).toBe("does not hold");
    // Exactly 1.5 points, whatever the fractions make of them.
    const tasks = Array.from({ length: 200 }, (_, at) => ({
      task: `project${at % 8}/${at}`,
      local: { isRight: false },
      large: { isRight: at < 100 },
    }));
    const plain = madeEvaluation(tasks, OPTIONS);
    const searched = { ms: { ...timesOf(300), retrieve: 45 }, candidates: { searched: 4, of: 4, bm25Ms: 10 } };
    const found = tasks.map(({ task }, at) => ({ task, isRight: at < 103, row: searched }));
    const file = madeFile("large", found, { ...OPTIONS, method: "dense-retrieval" });
    expect(findingOf({ ...plain, files: [...plain.files, file] }, "C39")?.verdict).toBe("holds");
    expect(verdictOf(dense(30, 5))).toBe("does not hold");
    expect(findingOf(evaluationWith(), "C39")).toMatchObject({
      verdict: "cannot be tested here",
      numbers: expect.stringContaining("--method dense-retrieval"),
    });
  });

  it("are no plain answers: tables of the models do not take them", () => {
    const evaluation = evaluationWith(dense(0, 45));
    const { rows = [], columns = [] } = tableNamed("mccom-table-5")?.make(evaluation) ?? {};
    const large = rows.find((row) => row.includes("large only"))?.[columns.indexOf("exact match")] ?? null;
    expect(isMeasured(large) && large.count).toBe(30);
  });
});
