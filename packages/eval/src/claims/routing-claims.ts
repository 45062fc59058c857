/** SynConfRoute's claims about routing on HumanEval-Infilling (C1 to C11). */
import { policyNamed, synConfRoute } from "@nearfirst/core";
import { calibrationSplit } from "../methods/calibration-split.js";
import { errorDecomposition } from "../methods/error-decomposition.js";
import type { Pair } from "../methods/pair.js";
import {
  AS_SYN_CONF_ROUTE,
  escalatedShare,
  pairedGain,
  type RoutedTask,
  rightShare,
  routeTasks,
} from "../methods/routed-task.js";
import { calibratedThresholds, confidenceAt } from "../methods/routing-methods.js";
import { areaUnder, scoredCurve } from "../methods/scored-curve.js";
import { clusteredShare } from "../scores/clustered-interval.js";
import { allPairs, pairIn, SINGLE_LINE } from "../tables/evaluation.js";
import { calibrationRuns, meanAndDeviation } from "../tables/synconfroute/calibration.js";
import { methodsOf } from "../tables/synconfroute/routing.js";
import { transferTo } from "../tables/synconfroute/transfer.js";
import {
  type Claim,
  cannotBeTested,
  decided,
  decidedByRouting,
  type Finding,
  gainInWords,
  isWithin,
  NO_INTERVAL,
  percent,
} from "./claim.js";
import { NO_PAIR, onMainPair } from "./main-pair.js";

const route = ({ tasks }: Pair, policy: Parameters<typeof routeTasks>[1]) =>
  routeTasks(calibrationSplit(tasks).test, policy, AS_SYN_CONF_ROUTE);
const gainAt = (pair: Pair, threshold: number) =>
  pairedGain(route(pair, synConfRoute({ threshold })), route(pair, confidenceAt(threshold)));

function againstBoth(
  pair: Pair,
  routers: readonly { readonly name: string; readonly routed: readonly RoutedTask[] }[],
): Finding {
  const local = rightShare(route(pair, policyNamed("alwaysLocal"))).share;
  const large = rightShare(route(pair, policyNamed("alwaysLarge"))).share;
  const words = routers.map(
    ({ name, routed }) =>
      `${name} ${percent(rightShare(routed).share)} with ${percent(escalatedShare(routed), 0)} escalated`,
  );
  const holds = routers.some(({ routed }) => rightShare(routed).share > Math.max(local, large));
  const numbers = `local ${percent(local)}, large ${percent(large)}; ${words.join("; ")}`;
  return decidedByRouting(pair, "tests", { holds, numbers });
}

export const ROUTING_CLAIMS: readonly Claim[] = [
  {
    id: "C1",
    claim: "The syntax gate adds pass@1 to confidence at the same threshold",
    paper: "72.5 → 78.9 (+6.4 points) at 0.7",
    criterion: "difference > 0",
    judge: onMainPair((pair) => {
      const gain = gainAt(pair, 0.7);
      return decidedByRouting(pair, "tests", { holds: gain.mean > 0, numbers: `${gainInWords(gain)} at 0.7` });
    }),
  },
  {
    id: "C2",
    claim: "It adds more at a looser threshold",
    paper: "67.5 → 78.3 (+10.8 points) at 0.6",
    criterion: "gain(0.6) > gain(0.7)",
    judge: onMainPair((pair) => {
      const [loose, tight] = [gainAt(pair, 0.6), gainAt(pair, 0.7)];
      const numbers = `${gainInWords(loose)} at 0.6, ${gainInWords(tight)} at 0.7`;
      return decidedByRouting(pair, "tests", { holds: loose.mean > tight.mean, numbers });
    }),
  },
  {
    id: "C3",
    claim: "Routing beats both models alone",
    paper: "63.3, 71.5, 78.9",
    criterion: "SynConfRoute at 0.7 or at its calibrated threshold > max of both",
    judge: onMainPair((pair) => {
      const own = calibratedThresholds(calibrationSplit(pair.tasks).calibration, "tests").synConfRoute;
      return againstBoth(pair, [
        { name: "at 0.7", routed: route(pair, synConfRoute()) },
        { name: `at ${own.toFixed(3)}`, routed: route(pair, synConfRoute({ threshold: own })) },
      ]);
    }),
  },
  {
    id: "C4",
    claim: "The gate never rejects a correct local answer",
    paper: "0 of 397; 0 on nine SAFIM splits",
    criterion: "0 in executed Python, by construction; a count elsewhere",
    judge: (evaluation) => {
      const found = allPairs(evaluation)
        .filter(({ setting }) => setting === "left-and-right")
        .map((pair) => ({ pair, ...errorDecomposition(pair.tasks, { threshold: 0.7, measure: "tests" }) }));
      if (found.length === 0) return NO_PAIR;
      const numbers = found.map(
        ({ pair, falsePositivesOfAll, localRight }) => `${pair.benchmark}: ${falsePositivesOfAll} of ${localRight}`,
      );
      return decided(
        found.every(({ falsePositivesOfAll }) => falsePositivesOfAll === 0),
        numbers.join("; "),
      );
    },
  },
  {
    id: "C5",
    claim: "Nearly half of confident wrong answers do not parse",
    paper: "77 of 166 (46 %)",
    criterion: "46 % lies in the interval of our share",
    judge: onMainPair((pair) => {
      const wrong = pair.tasks.filter(
        ({ evaluated }) =>
          (evaluated.tests.facts.confidence?.geometricMean ?? 0) >= 0.7 && !evaluated.tests.local.isRight,
      );
      if (wrong.length === 0) return cannotBeTested("No wrong answer is confident.");
      const { share, low, high, passed } = clusteredShare(
        wrong.map(({ cluster, evaluated }) => ({ cluster, passed: evaluated.tests.facts.syntax === "invalid" })),
      );
      const numbers = `${passed} of ${wrong.length} (${percent(share)}; ${percent(low)} to ${percent(high)}), FIM form`;
      return decided(low <= 0.46 && high >= 0.46, numbers);
    }),
  },
  {
    id: "C6",
    claim: "Most requests stay local",
    paper: "58 % local",
    criterion: "more than half, at the calibrated threshold",
    judge: onMainPair((pair) => {
      const threshold = calibratedThresholds(calibrationSplit(pair.tasks).calibration, "tests").synConfRoute;
      const local = 1 - escalatedShare(route(pair, synConfRoute({ threshold })));
      const atPapers = 1 - escalatedShare(route(pair, synConfRoute()));
      const numbers = `${percent(local)} local at ${threshold.toFixed(3)}; ${percent(atPapers)} at 0.7`;
      return decidedByRouting(pair, "tests", { holds: local > 0.5, numbers });
    }),
  },
  {
    id: "C7",
    claim: "Confidence alone beats both models",
    paper: "72.5, 67.6 % local",
    criterion: "confidence at 0.7 or at its calibrated threshold > max of both",
    judge: onMainPair((pair) => {
      const own = calibratedThresholds(calibrationSplit(pair.tasks).calibration, "tests").confidence;
      return againstBoth(pair, [
        { name: "at 0.7", routed: route(pair, confidenceAt(0.7)) },
        { name: `at ${own.toFixed(3)}`, routed: route(pair, confidenceAt(own)) },
      ]);
    }),
  },
  {
    id: "C8",
    claim: "A higher threshold escalates more and does not help",
    paper: "0.8: 83.8 % escalated, 72.5",
    criterion: "confidence alone: pass@1(0.8) ≤ pass@1(0.7)",
    judge: onMainPair((pair) => {
      const [at7, at8] = [route(pair, confidenceAt(0.7)), route(pair, confidenceAt(0.8))];
      const words = (name: string, routed: readonly RoutedTask[]) =>
        `${name}: ${percent(rightShare(routed).share)}, ${percent(escalatedShare(routed))} escalated`;
      const holds = rightShare(at8).share <= rightShare(at7).share;
      return decidedByRouting(pair, "tests", { holds, numbers: `${words("0.7", at7)}; ${words("0.8", at8)}` });
    }),
  },
  {
    id: "C9",
    claim: "50 calibration tasks suffice",
    paper: "within 0.2 points, standard deviation < 0.4, sizes 50 to 400",
    criterion: "means of all sizes within 0.2 points, standard deviations below 0.4",
    judge: onMainPair((pair) => {
      const runs = calibrationRuns(pair)
        .filter(({ kind }) => kind === "tasks")
        .map(({ size, percents }) => ({ size, ...meanAndDeviation(percents) }));
      if (runs.length < 2)
        return cannotBeTested(
          `${pair.tasks.length} tasks are too few to calibrate on two of the sizes and test on the others.`,
        );
      const means = runs.map(({ mean }) => mean);
      const holds =
        isWithin(Math.max(...means) - Math.min(...means), 0.2) && runs.every(({ deviation }) => deviation < 0.4);
      const numbers = runs.map(({ size, mean, deviation }) => `${size}: ${mean.toFixed(2)} ± ${deviation.toFixed(2)}`);
      return decidedByRouting(pair, "tests", { holds, numbers: `${numbers.join("; ")} (10 seeds)` });
    }),
  },
  {
    id: "C10",
    claim: "The threshold transfers across benchmarks",
    paper: "no retuning for SAFIM",
    criterion: "nowhere significantly worse than the benchmark's own threshold",
    judge: (evaluation) => {
      const from = pairIn(evaluation, SINGLE_LINE, "left-and-right");
      const others = allPairs(evaluation).filter(
        ({ benchmark, setting }) => benchmark !== SINGLE_LINE && setting === "left-and-right",
      );
      if (from === null || others.length === 0)
        return cannotBeTested("There are no rows of both models on a second benchmark.");
      const losses = others.map((pair) => {
        const { carriedOver, calibrated } = transferTo(pair, from);
        return { pair, gain: pairedGain(carriedOver, calibrated) };
      });
      const numbers = losses.map(({ pair, gain }) => `${pair.benchmark} ${gainInWords(gain)}`).join("; ");
      const isWorse = losses.some(({ gain }) => gain.high < 0);
      if (!isWorse && losses.some(({ gain }) => Number.isNaN(gain.high)))
        return cannotBeTested(`${NO_INTERVAL}: ${numbers}`);
      return decidedByRouting(others, "tests", { holds: !isWorse, numbers });
    },
  },
  {
    id: "C11",
    claim: "Routing before generation does not help",
    paper: "63.3 to 63.4; Eagle 66.0",
    criterion: "pass@1 averaged over all budgets below confidence's, for each method",
    judge: onMainPair((pair, evaluation) => {
      const { methods, split, without } = methodsOf(evaluation, pair);
      const areaOf = (scores: readonly number[]) => areaUnder(scoredCurve(split.test, scores, { measure: "tests" }));
      const confidence = areaOf(methods.find(({ name }) => name === "confidence 0.7")?.scores ?? []);
      const before = methods.flatMap(({ group, name, scores }) =>
        group === "before the answer" && scores !== null ? [{ name, area: areaOf(scores) }] : [],
      );
      const numbers = [
        `confidence ${percent(confidence, 2)}`,
        ...before.map(({ name, area }) => `${name} ${percent(area, 2)}`),
        ...(without.length === 0 ? [] : ["without what needs data or embeddings"]),
      ].join("; ");
      return decidedByRouting(pair, "tests", { holds: before.every(({ area }) => area < confidence), numbers });
    }),
  },
];
