/** SynConfRoute's routing methods on one pair: those that decide before the local answer, and those that decide after it. */
import { cascade, confidenceThreshold, policyNamed, type RoutingPolicy, scoreOf, synConfRoute } from "@nearfirst/core";
import { bestPoint, type EvaluatedRow, type OperatingPoint, sweepThreshold } from "@nearfirst/node";
import type { Measure } from "../sweep/pair-rows.js";
import { type CalibrationSplit, calibrationSplit } from "./calibration-split.js";
import { treeScores } from "./decision-tree.js";
import { eagleScores } from "./eagle.js";
import type { Embedding } from "./nearest-neighbours.js";
import { neighbourScores } from "./nearest-neighbours.js";
import type { Pair, PairedTask } from "./pair.js";
import { oracleTasks, type RoutedTask, routeTasks } from "./routed-task.js";
import { routeByScore } from "./scored-curve.js";
import { staticSignals } from "./static-signals.js";

export type MethodGroup = "baseline" | "before the answer" | "after the answer" | "upper bound";

export interface RoutingMethod {
  readonly name: string;
  readonly group: MethodGroup;
  /** Its row in SynConfRoute's Figure 3; null where the paper has none. */
  readonly paperRow: string | null;
  /** How its threshold was found, in words; null for none. */
  readonly threshold: string | null;
  /** On the test tasks. */
  readonly routed: readonly RoutedTask[];
  /** What each test task is ranked by; null where the method has no single score. */
  readonly scores: readonly number[] | null;
}

export interface RoutingMethods {
  readonly split: CalibrationSplit;
  readonly methods: readonly RoutingMethod[];
  /** Methods that could not be tried, and why. */
  readonly without: readonly string[];
}

export interface RoutingMethodsOptions {
  readonly measure: Measure;
  /** By task; null for none. */
  readonly embeddings: ReadonlyMap<string, Embedding> | null;
}

/** A local answer is kept from here on where a method estimates how likely it is right: where keeping it is the better bet. */
const EVEN = 0.5;

export function routingMethods(pair: Pair, { measure, embeddings }: RoutingMethodsOptions): RoutingMethods {
  const split = calibrationSplit(pair.tasks);
  const options = { measure, user: "accepts-all", networkMs: 0 } as const;
  const byPolicy = (
    policy: RoutingPolicy,
    names: Pick<RoutingMethod, "name" | "group" | "paperRow"> & { readonly threshold?: string },
  ): RoutingMethod => ({
    threshold: null,
    ...names,
    routed: routeTasks(split.test, policy, options),
    scores:
      policy.thresholdFor === undefined || policy.usesSyntax
        ? null
        : split.test.map(({ evaluated }) => geometric(evaluated[measure])),
  });
  const before = methodsBefore(split, { measure, embeddings });
  const calibrated = calibratedThresholds(split.calibration, measure);
  const found = "chosen on the calibration tasks";
  return {
    split,
    without: before.without,
    methods: [
      byPolicy(policyNamed("alwaysLocal"), { name: "always local", group: "baseline", paperRow: "Always local (3B)" }),
      byPolicy(policyNamed("alwaysLarge"), {
        name: "always larger",
        group: "baseline",
        paperRow: "Always larger (480B)",
      }),
      ...before.methods,
      ...[0.5, 0.6, 0.7, 0.8].map((threshold) =>
        byPolicy(confidenceAt(threshold), {
          name: `confidence ${threshold}`,
          group: "after the answer",
          paperRow: `Conf. ${threshold}`,
          threshold: "the paper's",
        }),
      ),
      byPolicy(confidenceAt(calibrated.confidence), {
        name: `confidence ${calibrated.confidence.toFixed(3)}`,
        group: "after the answer",
        paperRow: null,
        threshold: found,
      }),
      byPolicy(cascade(), {
        name: "cascade",
        group: "after the answer",
        paperRow: "Cascade",
        threshold: "a reconstruction's",
      }),
      ...[0.6, 0.7].map((threshold) =>
        byPolicy(synConfRoute({ threshold }), {
          name: `SynConfRoute ${threshold}`,
          group: "after the answer",
          paperRow: `SynConfRoute ${threshold}`,
          threshold: "the paper's",
        }),
      ),
      byPolicy(synConfRoute({ threshold: calibrated.synConfRoute }), {
        name: `SynConfRoute ${calibrated.synConfRoute.toFixed(3)}`,
        group: "after the answer",
        paperRow: null,
        threshold: found,
      }),
      {
        name: "oracle",
        group: "upper bound",
        paperRow: "Oracle",
        threshold: null,
        routed: oracleTasks(split.test, options),
        scores: null,
      },
    ],
  };
}

/** SynConfRoute's confidence with a threshold of one's own. */
export function confidenceAt(threshold: number): RoutingPolicy {
  return confidenceThreshold({ score: "geometricMean", threshold, atThreshold: "local" });
}

export interface CalibratedThresholds {
  readonly confidence: number;
  readonly synConfRoute: number;
}

/** The thresholds with the most right answers, of equal ones those that escalate least (reading R23). */
export function calibratedThresholds(tasks: readonly PairedTask[], measure: Measure): CalibratedThresholds {
  const rows = tasks.map(({ evaluated }) => evaluated[measure]);
  const best = (policyAt: (threshold: number) => RoutingPolicy) =>
    (
      bestPoint(sweepThreshold(policyAt, geometric, rows, { user: "accepts-all", networkMs: 0 }), {
        kind: "quality",
      }) as OperatingPoint
    ).threshold;
  return { confidence: best(confidenceAt), synConfRoute: best((threshold) => synConfRoute({ threshold })) };
}

function geometric({ facts }: EvaluatedRow): number {
  return scoreOf(facts.confidence, "geometricMean");
}

function methodsBefore(
  { calibration, test }: CalibrationSplit,
  { measure, embeddings }: RoutingMethodsOptions,
): Pick<RoutingMethods, "methods" | "without"> {
  if (calibration.length === 0)
    return {
      methods: [],
      without: ["What learns from other tasks before any model is asked needs at least two tasks"],
    };
  const right = (task: PairedTask) => task.evaluated[measure].local.isRight;
  const methodOf = (name: string, paperRow: string, scores: readonly number[]): RoutingMethod => ({
    name,
    group: "before the answer",
    paperRow,
    threshold: "local where it is at least as likely right as wrong",
    routed: routeByScore(test, scores, { measure, networkMs: 0, threshold: EVEN, decides: "before" }),
    scores,
  });
  const signals = (task: PairedTask) => (task.source === null ? null : staticSignals(task.source));
  const vector = (task: PairedTask) => embeddings?.get(task.task) ?? null;
  const hasSignals = [...calibration, ...test].every((task) => task.source !== null);
  const hasVectors = [...calibration, ...test].every((task) => vector(task) !== null);
  const methods: RoutingMethod[] = [];
  const train = (featuresOf: (task: PairedTask) => readonly number[]) =>
    treeScores(
      calibration.map((task) => ({ features: featuresOf(task), isRight: right(task) })),
      test.map(featuresOf),
    );
  if (hasSignals)
    methods.push(
      methodOf(
        "static signals",
        "Static signals",
        train((task) => signals(task) ?? []),
      ),
    );
  if (hasVectors)
    methods.push(
      methodOf(
        "embedding KNN",
        "Embedding KNN",
        neighbourScores(
          calibration.map((task) => ({ embedding: vector(task) as Embedding, isRight: right(task) })),
          test.map((task) => vector(task) as Embedding),
        ),
      ),
    );
  if (hasSignals && hasVectors)
    methods.push(
      methodOf(
        "combined",
        "Combined",
        train((task) => [...(signals(task) ?? []), ...(vector(task) as Embedding)]),
      ),
    );
  const duels = calibration.map(({ evaluated }) => ({
    localIsRight: evaluated[measure].local.isRight,
    largeIsRight: evaluated[measure].large.isRight,
  }));
  const known = hasVectors ? calibration.map((task) => vector(task) as Embedding) : null;
  for (const form of ["binary", "ternary"] as const)
    methods.push(
      methodOf(`Eagle, ${form}`, "Eagle ELO", eagleScores(duels, test.map(vector), { form, embeddings: known })),
    );
  return {
    methods,
    without: [
      ...(hasSignals
        ? []
        : ["Static signals and the combined classifier need the benchmark's data: name it with `--data`"]),
      ...(hasVectors
        ? []
        : [
            "KNN, the combined classifier and Eagle's local ratings need embeddings of the tasks: `nearfirst eval embed` makes them",
          ]),
    ],
  };
}
