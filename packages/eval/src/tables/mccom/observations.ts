/** What MCCom observes in prose: overlap of answers and context, and how often drafts are accepted. */
import { type Overlap, overlapOf } from "../../methods/overlap.js";
import { answerOf, type Pair } from "../../methods/pair.js";
import { paperValue } from "../../paper-numbers/paper-numbers.js";
import { type Cell, meanPercentCell, printedCell, shareCell } from "../cell.js";
import { allPairs, answersOf, type Evaluation } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingAnswers } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { missingSets } from "./effectiveness.js";
import { isJudged } from "./variants.js";

export function cachedOverlap(pair: Pair): Overlap {
  const known = OVERLAPS.get(pair) ?? overlapOf(pair);
  OVERLAPS.set(pair, known);
  return known;
}

const OVERLAPS = new WeakMap<Pair, Overlap>();

interface DraftedTokens {
  readonly offeredTokens: number;
  readonly acceptedTokens: number;
}

/** CSDrafting's two levels: what bigrams and prompt lookup offered to the drafter, and the drafter to the large model. */
function csDraftingTokens(evaluation: Evaluation, { benchmark, setting, tasks }: Pair) {
  const file = answersOf(evaluation, { tier: "large", benchmark, method: "csdrafting" });
  if (file === null) return null;
  const rows = tasks
    .filter(({ task }) => isJudged(file, { task, setting }))
    .map(({ task }) => answerOf(file, task, setting).row);
  const sum = (levels: readonly (DraftedTokens | null | undefined)[]): DraftedTokens => ({
    offeredTokens: levels.reduce((total, each) => total + (each?.offeredTokens ?? 0), 0),
    acceptedTokens: levels.reduce((total, each) => total + (each?.acceptedTokens ?? 0), 0),
  });
  return { lowest: sum(rows.map(({ drafter }) => drafter)), drafter: sum(rows.map(({ draft }) => draft)) };
}

export const OBSERVATIONS: EvaluationTable = {
  id: "mccom-observations",
  title: "MCCom 2.2 and 5.1: what answers, models and context have in common",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    const share = (count: number, of: number): Cell => (of === 0 ? null : shareCell(count, of));
    const accepted = (tokens: DraftedTokens | undefined): Cell =>
      tokens === undefined ? null : share(tokens.acceptedTokens, tokens.offeredTokens);
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "local answer stands in the left context",
        "edit similarity of local and large",
        "requests with a draft",
        "draft tokens accepted",
        "whole drafts accepted",
        "CSDrafting: tokens of bigrams and lookup accepted",
        "CSDrafting: tokens of the drafter accepted",
      ],
      rows: [
        ...pairs.map((pair): Cell[] => {
          const { inLeftContext, similarity, drafts } = cachedOverlap(pair);
          const levels = csDraftingTokens(evaluation, pair);
          return [
            pair.benchmark,
            pair.setting,
            inLeftContext === null ? null : shareCell(inLeftContext.count, inLeftContext.of),
            meanPercentCell(similarity),
            share(drafts.withDraft, drafts.requests),
            share(drafts.acceptedTokens, drafts.offeredTokens),
            share(drafts.wholeDrafts, drafts.withDraft),
            accepted(levels?.lowest),
            accepted(levels?.drafter),
          ];
        }),
        [
          "paper",
          "–",
          printedCell(paperValue("mccom", "prose-motivation", "slmOutputInLeftContextPct"), "%"),
          printedCell(paperValue("mccom", "prose-motivation", "slmLlmEsPct"), "%"),
          null,
          printedCell(paperValue("mccom", "prose-results", "mccomDraftAcceptancePct"), "%"),
          null,
          printedCell(paperValue("mccom", "prose-results", "csDraftingAcceptancePct"), "%"),
          null,
        ],
      ],
      notes: [
        "A model whose answers a copy from the file may outweigh (`copies count`) accepts its drafts by that weight: its acceptance says nothing of the paper's claim. `--no-drafts` asks the model alone.",
        "Whether the paper's 51.5 % are tokens or drafts it does not say (reading R39).",
        "CSDrafting's 14.3 % are those of its lowest level. A copy that outweighs the large model stands before all of its drafts, and is none of them.",
        INTERVALS,
      ],
      missing: [
        ...missingSets(evaluation),
        ...[...new Set(pairs.map(({ benchmark }) => benchmark))].flatMap((benchmark) =>
          missingAnswers(evaluation, { tier: "large", benchmark, method: "csdrafting" }),
        ),
      ],
      madeWith: pairs.map(pairInWords),
    };
  },
};
