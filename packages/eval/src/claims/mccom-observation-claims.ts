import { areaUnder, scoredCurve } from "../methods/scored-curve.js";
import { mcComScore } from "../methods/simulated-user.js";
import { tokenQualities } from "../tables/mccom/confidence.js";
import { cachedOverlap } from "../tables/mccom/observations.js";
import { retrievers, secondRound } from "../tables/mccom/retrieval.js";
import { type Claim, cannotBeTested, cellName, decided, decidedByRouting, isWithin, percent } from "./claim.js";

import { exactShareOf, FEWEST, FEWEST_RIGHT, localExact, overPairs } from "./mccom-cells.js";

/** MCCom Table 11: the largest difference of exact match. */
const MOST_POINTS = 1.5;

export const OBSERVATION_CLAIMS: readonly Claim[] = [
  {
    id: "C24",
    claim: "A tiny model solves many cases",
    paper: "37.8 % exact, no retrieval",
    criterion: "at least a third, in any cell",
    judge: overPairs((pairs) => {
      const shares = pairs.map((pair) => ({ pair, share: localExact(pair) }));
      return decided(
        shares.some(({ share }) => share >= 1 / 3),
        shares.map(({ pair, share }) => `${cellName(pair)}: ${percent(share)}`).join("; "),
      );
    }),
  },
  {
    id: "C25",
    claim: "Outputs overlap",
    paper: "14.4 % of local answers stand in the left context; local and large ES 78.4",
    criterion: "at least 10 %, and an edit similarity of at least 50 %, in each cell",
    judge: overPairs((pairs) => {
      const found = pairs.map((pair) => ({ pair, ...cachedOverlap(pair) }));
      const words = found.map(({ pair, inLeftContext, similarity }) => {
        const left =
          inLeftContext === null
            ? "left context not known (name `--data`)"
            : percent(inLeftContext.count / inLeftContext.of);
        return `${cellName(pair)}: ${left}, ES ${percent(similarity.mean)}`;
      });
      if (found.some(({ inLeftContext }) => inLeftContext === null)) return cannotBeTested(words.join("; "));
      const holds = found.every(
        ({ inLeftContext, similarity }) =>
          inLeftContext !== null && inLeftContext.count / inLeftContext.of >= 0.1 && similarity.mean >= 0.5,
      );
      return decided(holds, words.join("; "));
    }),
  },
  {
    id: "C32",
    claim: "The static gate removes likely failures",
    paper: "shown answers 61.0 % right against 46.4 % of all",
    criterion: "precision of shown > accuracy of all, in each cell",
    judge: overPairs((pairs) => {
      const found = pairs.map((pair) => {
        const shown = pair.tasks.filter((task) => mcComScore(task, {}) > 0.8);
        const right = shown.filter(({ local }) => local.judged.isExact).length;
        return { pair, shown: shown.length, right, precision: right / shown.length, all: localExact(pair) };
      });
      const words = found.map(
        ({ pair, shown, right, precision, all }) =>
          `${cellName(pair)}: ${percent(precision)} (${right} of ${shown}) against ${percent(all)}`,
      );
      if (found.some(({ right }) => right < FEWEST_RIGHT))
        return cannotBeTested(`Fewer than ${FEWEST_RIGHT} of the shown answers are right: ${words.join("; ")}`);
      return decided(
        found.every(({ precision, all }) => precision > all),
        words.join("; "),
      );
    }),
  },
  {
    id: "C35",
    claim: "Context drafts are often accepted",
    paper: "51.5 %",
    criterion: "at least half of the draft tokens, by a model that decides alone",
    judge: overPairs((pairs) => {
      const alone = pairs.filter(({ local }) => local.settings.draftWeight === 0);
      if (alone.length === 0)
        return cannotBeTested("A copy counts beside these models, so that their acceptance is that of the weight.");
      const found = alone
        .map((pair) => ({ pair, ...cachedOverlap(pair).drafts }))
        .filter(({ offeredTokens }) => offeredTokens > 0);
      if (found.length === 0) return cannotBeTested("No request of these models had a draft.");
      const holds = found.every(({ offeredTokens, acceptedTokens }) => acceptedTokens >= 0.5 * offeredTokens);
      return decided(
        holds,
        found
          .map(
            ({ pair, acceptedTokens, offeredTokens, withDraft }) =>
              `${cellName(pair)}: ${acceptedTokens} of ${offeredTokens} tokens in ${withDraft} requests`,
          )
          .join("; "),
      );
    }),
  },
  {
    id: "C37",
    claim: "N = 3 is enough",
    paper: "precision .53, recall .90, F1 .67; N = 5 .68",
    criterion: "F1 at 3 within 0.02 of the best of N = 1 to 8, in each cell",
    judge: overPairs((pairs) => {
      const found = pairs.map((pair) => {
        const qualities = tokenQualities(pair);
        const best = qualities.reduce((most, each) => (each.f1 > most.f1 ? each : most));
        return { pair, at3: qualities[2]?.f1 ?? 0, best, right: best.right };
      });
      const words = found.map(
        ({ pair, at3, best }) =>
          `${cellName(pair)}: ${at3.toFixed(2)} at 3, best ${best.f1.toFixed(2)} at ${best.tokens}`,
      );
      if (found.some(({ right }) => right < FEWEST))
        return cannotBeTested(`Fewer than ${FEWEST} answers are exact: ${words.join("; ")}`);
      return decided(
        found.every(({ at3, best }) => isWithin(best.f1 - at3, 0.02)),
        words.join("; "),
      );
    }),
  },
  {
    id: "C38",
    claim: "Average and joint probability are equal",
    paper: "≤ 0.7 EM, ≤ 29 ms",
    criterion: "exact match averaged over all budgets differs by at most 0.7 points, in each cell",
    judge: overPairs((pairs) => {
      const found = pairs.map((pair) => {
        const area = (score: "average" | "joint") =>
          100 *
          areaUnder(
            scoredCurve(
              pair.tasks,
              pair.tasks.map((task) => mcComScore(task, { score })),
              { measure: "exact" },
            ),
          );
        return { pair, average: area("average"), joint: area("joint") };
      });
      const holds = found.every(({ average, joint }) => isWithin(average - joint, 0.7));
      return decidedByRouting(pairs, "exact", {
        holds,
        numbers: found
          .map(({ pair, average, joint }) => `${cellName(pair)}: ${average.toFixed(2)} % and ${joint.toFixed(2)} %`)
          .join("; "),
      });
    }),
  },
  {
    id: "C39",
    claim: "BM25 is as good as embeddings",
    paper: "within 1.5 EM; 7 against 65 ms",
    criterion: "exact match differs by at most 1.5 points, and BM25 searches in less time, in each cell",
    judge: overPairs((pairs, evaluation) => {
      const found = pairs.flatMap((pair) => {
        const compared = retrievers(evaluation, pair);
        return compared === null ? [] : [{ pair, ...compared }];
      });
      if (found.length === 0) return cannotBeTested("There are no rows of `--method dense-retrieval`.");
      const words = found.map(
        ({ pair, tasks, bm25, dense, wholeRepositories }) =>
          `${cellName(pair)}: ${percent(bm25.exact.share)} in ${bm25.search.mean.toFixed(0)} ms, by embeddings ${percent(dense.exact.share)} in ${dense.search.mean.toFixed(0)} ms (${tasks} tasks, of ${wholeRepositories} all snippets)`,
      );
      return decided(
        found.every(
          ({ bm25, dense }) =>
            isWithin(100 * (dense.exact.share - bm25.exact.share), MOST_POINTS) && bm25.search.mean < dense.search.mean,
        ),
        words.join("; "),
      );
    }),
  },
  {
    id: "C41",
    claim: "A second automatic round may break a right answer",
    paper: "1.7 % fixed, 1.4 % broken",
    criterion: "some are broken",
    judge: overPairs((pairs, evaluation) => {
      const found = pairs.flatMap((pair) => {
        const round = secondRound(evaluation, pair);
        return round === null ? [] : [{ pair, ...round }];
      });
      if (found.length === 0) return cannotBeTested("There are no rows of `--method repocoder`.");
      const words = found.map(
        ({ pair, fixed, broken, tasks }) => `${cellName(pair)}: ${fixed} fixed, ${broken} broken of ${tasks}`,
      );
      return decided(
        found.some(({ broken }) => broken > 0),
        words.join("; "),
      );
    }),
  },
  {
    id: "C42",
    claim: "The local model reaches most of the large one's exact match",
    paper: "73.8 % of Qwen; 78.3, 81.8 of the others",
    criterion: "mean of ratios above 70 %",
    judge: overPairs((pairs) => {
      const ratios = pairs.flatMap((pair) => {
        const large = exactShareOf(pair, "large");
        return large === 0 ? [] : [{ pair, ratio: localExact(pair) / large }];
      });
      if (ratios.length === 0) return cannotBeTested("The large model has no exact match.");
      const mean = ratios.reduce((sum, { ratio }) => sum + ratio, 0) / ratios.length;
      return decided(
        mean > 0.7,
        `${percent(mean)}: ${ratios.map(({ pair, ratio }) => `${cellName(pair)} ${percent(ratio)}`).join("; ")}`,
      );
    }),
  },
];
