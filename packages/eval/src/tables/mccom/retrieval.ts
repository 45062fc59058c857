/** MCCom, Table 11, and claims about the second retrieval: BM25 against embeddings, what a second round mends and breaks. */

import { answerOf, type Pair } from "../../methods/pair.js";
import { bootstrapMean, type MeanWithInterval } from "../../methods/paired-bootstrap.js";
import { paperRows, paperValue } from "../../paper-numbers/paper-numbers.js";
import type { Row } from "../../rows/row.js";
import { type ClusteredShare, clusteredShare } from "../../scores/clustered-interval.js";
import { type Cell, meanMsCell, msCell, percentCell, pointsCell, printedCell, shareCell } from "../cell.js";
import { allPairs, answersOf, type Evaluation } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingAnswers } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { missingSets } from "./effectiveness.js";
import { isJudged } from "./variants.js";

const METHOD = "dense-retrieval";

export interface Retrieved {
  readonly exact: ClusteredShare;
  /** Milliseconds of the search, both in the run with embeddings. */
  readonly search: MeanWithInterval;
}

export interface Retrievers {
  readonly tasks: number;
  readonly bm25: Retrieved;
  readonly dense: Retrieved;
  /** Embeddings less BM25, paired. */
  readonly gain: MeanWithInterval;
  /** Tasks whose repository's snippets were all searched by their embeddings. */
  readonly wholeRepositories: number;
}

/** The large model's answers with BM25 beside those with embeddings, on the tasks that both have; null where there are none. */
export function retrievers(evaluation: Evaluation, pair: Pair): Retrievers | null {
  const { benchmark, setting } = pair;
  const file = answersOf(evaluation, { tier: "large", benchmark, method: METHOD });
  if (file === null || pair.large.settings.retrieval === "off") return null;
  const both = pair.tasks
    .filter(({ task }) => isJudged(file, { task, setting }))
    .map(({ task, cluster, large }) => ({ cluster, bm25: large, dense: answerOf(file, task, setting) }));
  if (both.length === 0) return null;
  const by = (name: "bm25" | "dense", msOf: (row: Row) => number | undefined): Retrieved => ({
    exact: clusteredShare(both.map((each) => ({ cluster: each.cluster, passed: each[name].judged.isExact }))),
    search: bootstrapMean(both.map(({ cluster, dense }) => ({ cluster, value: msOf(dense.row) ?? 0 }))),
  });
  return {
    tasks: both.length,
    bm25: by("bm25", ({ candidates }) => candidates?.bm25Ms),
    dense: by("dense", ({ ms }) => ms.retrieve),
    gain: bootstrapMean(
      both.map(({ cluster, bm25, dense }) => ({
        cluster,
        value: Number(dense.judged.isExact) - Number(bm25.judged.isExact),
      })),
    ),
    wholeRepositories: both.filter(({ dense: { row } }) => row.candidates?.searched === row.candidates?.of).length,
  };
}

export const DENSE: EvaluationTable = {
  id: "mccom-table-11",
  title: "MCCom, Table 11: BM25 against embeddings",
  make(evaluation) {
    const pairs = allPairs(evaluation).filter(({ large }) => large.settings.retrieval !== "off");
    const found = pairs.flatMap((pair) => {
      const compared = retrievers(evaluation, pair);
      return compared === null ? [] : [{ pair, ...compared }];
    });
    const paperMs = (key: string) => msCell(paperValue("mccom", "prose-results", key));
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "whose",
        "setting",
        "exact match with BM25",
        "exact match with embeddings",
        "difference",
        "time of BM25",
        "time of embeddings",
        "all snippets searched",
      ],
      rows: [
        ...found.map(({ pair, tasks, bm25, dense, gain, wholeRepositories }): Cell[] => [
          pair.benchmark,
          "ours",
          pair.setting,
          percentCell(bm25.exact),
          percentCell(dense.exact),
          pointsCell(gain),
          meanMsCell(bm25.search),
          meanMsCell(dense.search),
          shareCell(wholeRepositories, tasks),
        ]),
        ...paperRows("mccom", "table-11").flatMap((row) =>
          (["lr", "l"] as const).map((context): Cell[] => [
            `${row["dataset"]}`,
            "paper",
            context === "l" ? "left" : "left-and-right",
            printedCell(row[`${context}_bm25`] as number, "%"),
            printedCell(row[`${context}_qwenEmbedding`] as number, "%"),
            printedCell((row[`${context}_qwenEmbedding`] as number) - (row[`${context}_bm25`] as number), "points"),
            paperMs("bm25Ms"),
            paperMs("embeddingMs"),
            null,
          ]),
        ),
      ],
      notes: [
        "By the large model, with the same query, number of snippets and budget. The paper's embeddings are Qwen-Embedding-0.6B's, ours those of the sentence model that the rows name (`method.options`): smaller, and not made for code.",
        "Time is the search alone, both in the same run, one just after the other: for embeddings that of the query and the comparison. Embedding a repository beforehand is no request's time. Of a repository with more snippets than the header says a drawn part is searched by embeddings, and all by BM25.",
        INTERVALS,
      ],
      missing: [
        ...missingSets(evaluation),
        ...[...new Set(pairs.map(({ benchmark }) => benchmark))].flatMap((benchmark) =>
          missingAnswers(evaluation, { tier: "large", benchmark, method: METHOD }),
        ),
      ],
      madeWith: found.map(({ pair }) => pairInWords(pair)),
    };
  },
};

export interface SecondRound {
  readonly tasks: number;
  /** Wrong at first and right the second time; right at first and wrong the second time. */
  readonly fixed: number;
  readonly broken: number;
}

/** RepoCoder's second answer beside the first, on the tasks that it has; null where there are none. */
export function secondRound(evaluation: Evaluation, pair: Pair): SecondRound | null {
  const file = answersOf(evaluation, { tier: "large", benchmark: pair.benchmark, method: "repocoder" });
  if (file === null) return null;
  const both = pair.tasks
    .filter(({ task }) => isJudged(file, { task, setting: pair.setting }))
    .map(({ task, large }) => ({
      first: large.judged.isExact,
      second: answerOf(file, task, pair.setting).judged.isExact,
    }));
  if (both.length === 0) return null;
  return {
    tasks: both.length,
    fixed: both.filter(({ first, second }) => !first && second).length,
    broken: both.filter(({ first, second }) => first && !second).length,
  };
}

export const SECOND_ROUND: EvaluationTable = {
  id: "mccom-second-round",
  title: "MCCom 5.2: what an automatic second round mends and breaks (RepoCoder)",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    return {
      ...EMPTY,
      columns: ["benchmark", "setting", "tasks", "mended", "broken"],
      rows: [
        ...pairs.flatMap((pair): Cell[][] => {
          const found = secondRound(evaluation, pair);
          if (found === null) return [];
          const { tasks, fixed, broken } = found;
          return [[pair.benchmark, pair.setting, tasks, shareCell(fixed, tasks), shareCell(broken, tasks)]];
        }),
        [
          "paper: RepoEval API",
          "left-and-right",
          1_600,
          printedCell(paperValue("mccom", "prose-results", "repoCoderFixedPct"), "%"),
          printedCell(paperValue("mccom", "prose-results", "repoCoderBrokenPct"), "%"),
        ],
      ],
      notes: [
        "Without other files to retrieve from, the second answer has the same prompt as the first, and nothing can change.",
      ],
      missing: [...new Set(pairs.map(({ benchmark }) => benchmark))].flatMap((benchmark) =>
        missingAnswers(evaluation, { tier: "large", benchmark, method: "repocoder" }),
      ),
      madeWith: pairs.map(pairInWords),
    };
  },
};
