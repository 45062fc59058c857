import { describe, expect, it } from "vitest";
import { type MadeTask, madeEvaluation } from "../../test/made-evaluation.js";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { pairIn, SINGLE_LINE } from "../tables/evaluation.js";
import { calibrationSplit, drawnIds, drawnSplit, splitByCluster } from "./calibration-split.js";
import { eagleScores } from "./eagle.js";
import { codeProbabilities, confidenceBy, qualityAt } from "./first-token-scores.js";
import calibrationTasks from "./humaneval-calibration-tasks.json" with { type: "json" };
import { nearestOf, neighbourScores } from "./nearest-neighbours.js";
import type { Pair } from "./pair.js";
import { escalatedShare, rightShare } from "./routed-task.js";
import { routingMethods } from "./routing-methods.js";
import { areaUnder, scoredCurve } from "./scored-curve.js";
import { staticSignals } from "./static-signals.js";

/** The local model is right where the prefix is long; the large one for every third task. */
function madePair(count: number): Pair {
  const tasks = Array.from({ length: count }, (_, at): MadeTask => {
    const isRight = at % 2 === 0;
    return {
      task: `f${Math.floor(at / 4)}/${at}`,
      local: { isRight, confidence: isRight ? 0.9 : 0.4 },
      large: { isRight: at % 3 === 0 },
    };
  });
  const source = (at: number) =>
    ({
      prefix: "x = 1\n".repeat(at % 2 === 0 ? 40 : 2),
      suffix: "y = x\n",
      cluster: `f${Math.floor(at / 4)}`,
    }) as BenchmarkTask;
  const sources = new Map([[SINGLE_LINE, new Map(tasks.map(({ task }, at) => [task, source(at)]))]]);
  const pair = pairIn({ ...madeEvaluation(tasks), sources }, SINGLE_LINE, "left-and-right");
  if (pair === null) throw new Error("both have answered");
  return pair;
}

const pair = madePair(400);

describe("the calibration tasks", () => {
  it("are SynConfRoute's 200 of HumanEval, as our list has them, and what seed 42 draws elsewhere", () => {
    expect(new Set(calibrationTasks).size).toBe(200);
    const { calibration, test } = calibrationSplit(pair.tasks);
    expect([calibration.length, test.length]).toEqual([77, 323]);
    expect(calibrationSplit(pair.tasks)).toEqual({ calibration, test, how: "77 tasks drawn by seed 42" });
  });

  it("are no sample of the same seed, which is drawn in the benchmark's order", () => {
    const ids = Array.from({ length: 500 }, (_, at) => `t${String(at).padStart(4, "0")}`);
    const drawn = drawnIds(ids, { count: 100, seed: 42 });
    expect(drawnIds([...ids].reverse(), { count: 100, seed: 42 })).toEqual(drawn);
    expect(drawn.filter((id) => ids.slice(0, 100).includes(id)).length).toBeLessThan(40);
  });

  it("can be whole functions, so that none stands on both sides", () => {
    const { calibration, test } = splitByCluster(pair.tasks, { count: 50, seed: 1 });
    const known = new Set(calibration.map(({ cluster }) => cluster));
    expect(calibration.length).toBeGreaterThanOrEqual(50);
    expect(test.some(({ cluster }) => known.has(cluster))).toBe(false);
    const random = drawnSplit(pair.tasks, { count: 50, seed: 1 });
    expect(random.test.some(({ cluster }) => random.calibration.some((each) => each.cluster === cluster))).toBe(true);
  });
});

describe("static signals", () => {
  it("are lengths, depth and overlap of identifiers around the hole", () => {
    expect(staticSignals({ prefix: "def add(a, b):\n    ", suffix: "\n    return a\n" })).toEqual([19, 14, 1, 1 / 5]);
    expect(staticSignals({ prefix: "if a:\n    if b:\n        c = 1", suffix: "" })[2]).toBe(2);
    // The hole's own indentation says more than the line after it, which may be that of the block around.
    expect(staticSignals({ prefix: "if a:\n    if b:\n        ", suffix: "\n    return\n" })[2]).toBe(2);
    expect(staticSignals({ prefix: "if a:\n", suffix: "    return\n" })[2]).toBe(1);
  });

  it("tell the tree where the local model is right, if they are what it depends on", () => {
    const { methods } = routingMethods(pair, { measure: "tests", embeddings: null });
    const tree = methods.find(({ name }) => name === "static signals");
    expect(rightShare(tree?.routed ?? []).share).toBeGreaterThan(0.6);
    expect(escalatedShare(tree?.routed ?? [])).toBeCloseTo(0.5, 1);
  });
});

describe("routing methods", () => {
  it("have the models alone and the oracle as bounds, and say what they are without", () => {
    const { methods, without } = routingMethods(pair, { measure: "tests", embeddings: null });
    const shareOf = (name: string) => rightShare(methods.find((each) => each.name === name)?.routed ?? []).share;
    for (const { name } of methods) expect(shareOf(name), name).toBeLessThanOrEqual(shareOf("oracle"));
    expect(shareOf("confidence 0.7")).toBe(shareOf("oracle"));
    expect(without.join()).toContain("nearfirst eval embed");
  });

  it("take neighbours and Eagle's local ratings from embeddings", () => {
    const [east, north, west] = [
      [1, 0],
      [0, 1],
      [-1, 0],
    ].map((each) => Float32Array.from(each)) as [Float32Array, Float32Array, Float32Array];
    expect(nearestOf(east, [west, north, east], 2)).toEqual([2, 1]);
    const known = [...Array(11).fill(east), ...Array(11).fill(west)];
    const right = known.map((embedding) => ({ embedding, isRight: embedding === east }));
    expect(neighbourScores(right, [east, west])).toEqual([1, 0]);
    const duels = right.map(({ isRight }) => ({ localIsRight: isRight, largeIsRight: !isRight }));
    const [near = 0, far = 0] = eagleScores(duels, [east, west], { form: "binary", embeddings: known });
    expect([near > 0.5, far < 0.5]).toEqual([true, true]);
    const draws = Array.from({ length: 8 }, () => ({ localIsRight: true, largeIsRight: true }));
    expect(eagleScores(draws, [null], { form: "ternary", embeddings: null })).toEqual([0.5]);
  });
});

describe("a curve over scores", () => {
  it("goes from the local model to the large one, and its mean tells a good score from none", () => {
    const right = pair.tasks.map(({ evaluated }) => Number(evaluated.tests.local.isRight));
    const curve = scoredCurve(pair.tasks, right, { measure: "tests" });
    expect([curve[0]?.rightShare, curve.at(-1)]).toEqual([
      0.5,
      { escalatedShare: 1, rightShare: expect.closeTo(1 / 3, 2) },
    ]);
    const none = scoredCurve(
      pair.tasks,
      pair.tasks.map(() => 1),
      { measure: "tests" },
    );
    expect(areaUnder(none)).toBeCloseTo((0.5 + 1 / 3) / 2, 2);
    expect(areaUnder(curve)).toBeGreaterThan(areaUnder(none) + 0.1);
  });
});

describe("confidence by other scores", () => {
  const probabilities = [0.9, 0.4, 0.9, 0.1];

  it.each([
    ["geometric mean of 3 tokens", Math.cbrt(0.324)],
    ["arithmetic mean of 3 tokens", 2.2 / 3],
    ["minimum of 3 tokens", 0.4],
    ["product of 3 tokens", 0.324],
    ["geometric mean of all tokens", 0.0324 ** 0.25],
    ["minimum of all tokens", 0.1],
  ] as const)("the %s of 0.9, 0.4, 0.9 and 0.1", (name, expected) => {
    expect(confidenceBy(name, probabilities)).toBeCloseTo(expected, 9);
    expect(confidenceBy(name, [])).toBe(0);
  });

  it("leaves out typed text that the model only repeats", () => {
    const tokens = [0.2, ...probabilities].map((probability) => ({ text: "x", probability, fromDraft: false }));
    const facts = { wholeConfidence: { tokens: 4, geometricMean: 0, arithmeticMean: 0 } } as never;
    expect(codeProbabilities({ tokens, facts })).toEqual(probabilities);
  });

  it("has precision, recall and F1 of the gate as MCCom's Table 9 defines them", () => {
    const answers = [
      { probabilities: [0.9, 0.9], isRight: true },
      { probabilities: [0.9, 0.9], isRight: false },
      { probabilities: [0.9, 0.2], isRight: true },
    ];
    expect(qualityAt(answers, { tokens: 1, threshold: 0.8 })).toMatchObject({
      precision: 2 / 3,
      recall: 1,
      accepted: 3,
    });
    expect(qualityAt(answers, { tokens: 2, threshold: 0.8 })).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });
});
