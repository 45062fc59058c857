/** Quality against what it costs, for every policy of the product: in calls of the large model, and in time. */
import { POLICY_NAMES, type PolicyName } from "@nearfirst/core";
import type { OperatingPoint } from "@nearfirst/node";
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair } from "../../methods/pair.js";
import { type PolicyPoint, policyCurves } from "../../plots/policy-curves.js";
import { type PolicySweep, pairFacts, sweepPolicies } from "../../sweep/sweep-policies.js";
import type { Cell } from "../cell.js";
import { pairsOf, SINGLE_LINE } from "../evaluation.js";
import { pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const TITLES: Readonly<Partial<Record<PolicyName, string>>> = {
  alwaysLocal: "always local",
  alwaysLarge: "always larger",
  random: "random",
  confidenceThreshold: "confidence only",
  cascade: "cascade",
  synConfRoute: "SynConfRoute",
  mcComStatic: "MCCom",
  nearfirst: "Nearfirst",
};

type Against = "escalation" | "time";

function plot(id: string, title: string, against: Against): EvaluationTable {
  return {
    id,
    title,
    make(evaluation) {
      const { networkMs } = evaluation;
      const pairs = pairsOf(evaluation, SINGLE_LINE).map((pair) => ({ pair, sweeps: sweepsOf(pair, networkMs) }));
      const first = pairs[0];
      return {
        ...EMPTY,
        columns: [
          "setting",
          "policy",
          "threshold",
          "right, %",
          "escalated, %",
          "mean time, ms",
          "95 % are faster than, ms",
        ],
        rows: pairs.flatMap(({ pair, sweeps }) =>
          sweeps.map(({ policy, best }): Cell[] => [
            pair.setting,
            TITLES[policy] ?? policy,
            Number.isNaN(best.threshold) ? null : Number(best.threshold.toFixed(3)),
            Number((100 * best.rightShare).toFixed(1)),
            Number((100 * best.escalatedShare).toFixed(1)),
            Math.round(best.meanMs),
            Math.round(best.p95Ms),
          ]),
        ),
        figures: first === undefined ? [] : [figureOf(first.pair, first.sweeps, { against, networkMs, title })],
        notes: [
          ...pairs.flatMap(({ pair }) => routingWarning(pair, "tests")),
          "The table has each policy's best threshold on these very tasks, which flatters; the picture has all of them. The user accepts what is shown, so that MCCom is its static half.",
          `Times add up both models' own and ${networkMs} ms of network, one after the other. The oracle asks the large model only where the local one is wrong and it is right.`,
        ],
        missing: missingPair(evaluation, SINGLE_LINE),
        madeWith: pairs.map(({ pair }) => pairInWords(pair)),
      };
    },
  };
}

function sweepsOf(pair: Pair, networkMs: number): readonly PolicySweep[] {
  const policies = POLICY_NAMES.filter((name) => TITLES[name] !== undefined);
  const rows = pair.tasks.map(({ evaluated }) => evaluated.tests);
  return sweepPolicies(rows, { policies, thresholds: 200, user: "accepts-all", networkMs });
}

function figureOf(
  pair: Pair,
  sweeps: readonly PolicySweep[],
  { against, networkMs, title }: { readonly against: Against; readonly networkMs: number; readonly title: string },
) {
  const xOf = ({ escalatedShare, meanMs }: Pick<OperatingPoint, "escalatedShare" | "meanMs">) =>
    against === "escalation" ? 100 * escalatedShare : meanMs;
  const points = sweeps.flatMap(({ policy, points: all }) =>
    all.map(
      (point, order): PolicyPoint => ({
        policy: TITLES[policy] ?? policy,
        x: xOf(point),
        percent: 100 * point.rightShare,
        order,
      }),
    ),
  );
  const single = new Set(
    sweeps.filter((sweep) => sweep.points.length === 1).map(({ policy }) => TITLES[policy] ?? policy),
  );
  return policyCurves({
    title: title,
    subtitle: `${pair.benchmark}, ${pair.setting}, ${pair.tasks.length} tasks; local ${pair.local.model.name}, large ${pair.large.model.name}`,
    x: against === "escalation" ? "of all requests, escalated to the large model, %" : "mean time of a request, ms",
    y: "right, %",
    curves: [
      ...oracleCurve(pair, networkMs).map((point, order) => ({
        policy: "oracle",
        x: xOf(point),
        percent: 100 * point.rightShare,
        order,
      })),
      ...points.filter(({ policy }) => !single.has(policy)),
    ],
    points: points.filter(({ policy }) => single.has(policy)),
  });
}

type OraclePoint = Pick<OperatingPoint, "escalatedShare" | "meanMs" | "rightShare">;

/** The best at each number of escalations: first what only the large model solves, then what makes no difference. */
function oracleCurve({ tasks }: Pair, networkMs: number): readonly OraclePoint[] {
  const rows = tasks.map(({ evaluated }) => evaluated.tests);
  const { localShare, oracleShare, largeShare, onlyLargeShare, onlyLocalShare } = pairFacts(rows);
  const mean = (amountOf: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + amountOf(row), 0) / Math.max(1, rows.length);
  const [localMs, largeMs] = [mean(({ local }) => local.ms), mean(({ large }) => large.ms + networkMs)];
  const extraMs = mean(({ local, large }) => (!local.isRight && large.isRight ? large.ms + networkMs : 0));
  const needless = 1 - onlyLargeShare - onlyLocalShare;
  const needlessMs = mean(({ local, large }) => (local.isRight === large.isRight ? large.ms + networkMs : 0));
  return [
    { escalatedShare: 0, rightShare: localShare, meanMs: localMs },
    { escalatedShare: onlyLargeShare, rightShare: oracleShare, meanMs: localMs + extraMs },
    { escalatedShare: onlyLargeShare + needless, rightShare: oracleShare, meanMs: localMs + extraMs + needlessMs },
    { escalatedShare: 1, rightShare: largeShare, meanMs: localMs + largeMs },
  ];
}

export const QUALITY_AGAINST_CALLS = plot(
  "plot-quality-escalation",
  "Quality against calls of the large model",
  "escalation",
);
export const QUALITY_AGAINST_TIME = plot("plot-quality-latency", "Quality against latency", "time");
