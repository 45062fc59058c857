/** What two models' answers and the code around them have in common (MCCom 2.2). */
import { similarityOf } from "../scores/similarity.js";
import type { Pair } from "./pair.js";
import { bootstrapMean, type MeanWithInterval } from "./paired-bootstrap.js";

export interface Overlap {
  /** Local answers that stand, without white space at their ends, in the code before the hole; of all, where it is known. */
  readonly inLeftContext: { readonly count: number; readonly of: number } | null;
  /** Mean edit similarity of both models' answers, in [0, 1]; no suggestion counts as an empty one. */
  readonly similarity: MeanWithInterval;
  /** Tokens of context drafts: offered and accepted; and requests with one. */
  readonly drafts: DraftCounts;
}

export interface DraftCounts {
  readonly requests: number;
  readonly withDraft: number;
  readonly wholeDrafts: number;
  readonly offeredTokens: number;
  readonly acceptedTokens: number;
}

export function overlapOf({ tasks }: Pair): Overlap {
  const known = tasks.flatMap(({ source, local }) =>
    source === null ? [] : [{ prefix: source.preamble + source.prefix, text: (local.row.text ?? "").trim() }],
  );
  return {
    inLeftContext:
      known.length < tasks.length
        ? null
        : { count: known.filter(({ prefix, text }) => text !== "" && prefix.includes(text)).length, of: known.length },
    similarity: bootstrapMean(
      tasks.map(({ cluster, local, large }) => ({
        cluster,
        value: similarityOf(local.row.text ?? "", large.row.text ?? "").editSimilarity,
      })),
    ),
    drafts: draftCounts(tasks.map(({ local }) => local.row.draft)),
  };
}

function draftCounts(drafts: readonly Pair["tasks"][number]["local"]["row"]["draft"][]): DraftCounts {
  const there = drafts.flatMap((draft) => (draft === null || draft.offeredTokens === 0 ? [] : [draft]));
  const sum = (amountOf: (draft: (typeof there)[number]) => number) =>
    there.reduce((total, draft) => total + amountOf(draft), 0);
  return {
    requests: drafts.length,
    withDraft: there.length,
    wholeDrafts: there.filter(({ offeredTokens, acceptedTokens }) => acceptedTokens === offeredTokens).length,
    offeredTokens: sum(({ offeredTokens }) => offeredTokens),
    acceptedTokens: sum(({ acceptedTokens }) => acceptedTokens),
  };
}
