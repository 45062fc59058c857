/** What every routing policy keeps to, and what each decides where both papers' numbers can be worked out by hand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frozen } from "../frozen.js";
import { confidenceOf } from "../inference/confidence.js";
import { alwaysLarge } from "./always-large.js";
import { alwaysLocal } from "./always-local.js";
import { cascade } from "./cascade.js";
import { confidenceThreshold } from "./confidence-threshold.js";
import { decide } from "./decide.js";
import { mcCom } from "./mc-com.js";
import { mcComDynamic } from "./mc-com-dynamic.js";
import { mcComStatic } from "./mc-com-static.js";
import { nearfirst } from "./nearfirst.js";
import { POLICIES } from "./policies.js";
import type { AfterLocalFacts, RoutingPolicy } from "./policy.js";
import { random } from "./random.js";
import { synConfRoute } from "./syn-conf-route.js";

const probability = fc.double({ min: 0, max: 1, noNaN: true });
const confidence = fc.option(
  fc.record({ tokens: fc.integer({ min: 1, max: 3 }), geometricMean: probability, arithmeticMean: probability }),
);
const facts: fc.Arbitrary<AfterLocalFacts> = fc.record({
  trigger: fc.constantFrom("automatic", "explicit"),
  rejection: fc.option(fc.constantFrom("typed-against", "deleted", "dismissed", "asked-for-another")),
  languageId: fc.constantFrom("python", "go"),
  lot: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  confidence,
  wholeConfidence: confidence,
  syntax: fc.option(fc.constantFrom("valid", "invalid", "unknown")),
  isBlank: fc.boolean(),
});

describe.each(POLICIES)("the policy $name", (policy) => {
  it("decides the same for the same facts, changes none of them, and says why", () => {
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 5 }), (sequence) => {
        const decisions = sequence.map((each) => decide(policy, frozen(each)));
        expect(sequence.map((each) => decide(policy, frozen(each)))).toEqual(decisions);
        for (const { reason, score } of decisions) {
          expect(reason).not.toBe("");
          if (score !== null) expect(score).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("says at the end what it said before: an early decision is never taken back", () => {
    fc.assert(
      fc.property(facts, (each) => {
        const early = policy.beforeLocal?.(each) ?? policy.duringLocal?.(each) ?? null;
        if (early !== null) expect(policy.afterLocal(each).tier).toBe(early.tier);
      }),
    );
  });

  it("keeps an answer whose syntax nobody could check as it keeps one that parses", () => {
    fc.assert(
      fc.property(facts, (each) => {
        const unknown = decide(policy, { ...each, syntax: "unknown" });
        expect(unknown).toEqual(decide(policy, { ...each, syntax: "valid" }));
      }),
    );
  });
});

it("each policy has a name of its own", () => {
  expect(new Set(POLICIES.map(({ name }) => name)).size).toBe(POLICIES.length);
});

/** Facts of an answer with these probabilities of its tokens. */
function answer(probabilities: readonly number[], others: Partial<AfterLocalFacts> = {}): AfterLocalFacts {
  const tokens = probabilities.map((each) => ({ probability: each }));
  return {
    trigger: "automatic",
    languageId: "python",
    rejection: null,
    lot: 0.5,
    confidence: confidenceOf(tokens),
    wholeConfidence: confidenceOf(tokens, tokens.length),
    syntax: null,
    isBlank: false,
    ...others,
  };
}

function tierBy(policy: RoutingPolicy, given: AfterLocalFacts): string {
  const { tier, point } = decide(policy, given);
  return `${tier} ${point}`;
}

describe("SynConfRoute, Algorithm 1", () => {
  const policy = synConfRoute();
  // (0.9 · 0.5 · 0.8)^(1/3) = 0.36^(1/3) = 0.711; the arithmetic mean is 0.733.
  const confident = [0.9, 0.5, 0.8];
  // (0.9 · 0.4 · 0.9)^(1/3) = 0.324^(1/3) = 0.687; the arithmetic mean, 0.733, is the same as above.
  const doubtful = [0.9, 0.4, 0.9];

  it("keeps a confident answer that parses", () => {
    expect(decide(policy, answer(confident, { syntax: "valid" }))).toMatchObject({
      tier: "local",
      score: expect.closeTo(0.7114, 4),
    });
  });
  it("asks the large model where the geometric mean is below the threshold, once the answer is complete", () => {
    expect(tierBy(policy, answer(doubtful, { syntax: "valid" }))).toBe("large after-local");
  });
  it("asks the large model where a confident answer does not parse", () => {
    expect(tierBy(policy, answer(confident, { syntax: "invalid" }))).toBe("large after-local");
  });
  it("keeps an answer at the threshold: line 2 has <", () => {
    expect(tierBy(policy, answer([0.7, 0.7, 0.7], { confidence: sure(0.7), syntax: "valid" }))).toBe(
      "local after-local",
    );
  });
  it("counts the first three tokens alone", () => {
    expect(tierBy(policy, answer([...confident, 0.01, 0.01], { syntax: "valid" }))).toBe("local after-local");
  });
  it("asks the large model where the local one generated nothing", () => {
    expect(tierBy(policy, answer([], { isBlank: true }))).toBe("large after-local");
  });
  it("takes no notice of what the developer does", () => {
    expect(tierBy(policy, answer(confident, { rejection: "typed-against" }))).toBe("local after-local");
  });
});

describe("MCCom", () => {
  // Arithmetic means: 0.8333 and 0.7667. The geometric mean of the first is 0.8143.
  const high = [0.6, 0.95, 0.95];
  const low = [0.5, 0.85, 0.95];

  it("asks the large model while the local one generates, where the mean probability does not exceed 0.8", () => {
    expect(tierBy(mcComStatic(), answer(high))).toBe("local after-local");
    expect(tierBy(mcComStatic(), answer(low))).toBe("large during-local");
    expect(decide(mcComStatic(), answer(low)).score).toBeCloseTo(0.7667, 4);
  });
  it("asks the large model at the threshold: the answer must exceed it", () => {
    expect(tierBy(mcComStatic(), answer([], { confidence: sure(0.8) }))).toBe("large during-local");
  });
  it("averages two tokens where there are no more", () => {
    expect(tierBy(mcComStatic(), answer([0.75, 0.9]))).toBe("local after-local");
  });
  it("asks the large model after a rejection, however sure the local one is, without asking that again", () => {
    expect(tierBy(mcCom(), answer([1, 1, 1], { rejection: "typed-against" }))).toBe("large before-local");
  });
  it("does not look at syntax", () => {
    expect(tierBy(mcCom(), answer(high, { syntax: "invalid" }))).toBe("local after-local");
  });
});

describe("nearfirst unites both", () => {
  const confident = [0.9, 0.5, 0.8];
  it.each([
    ["a rejection, before the local model is asked", { rejection: "dismissed" }, "large before-local"],
    ["low confidence, while it generates", { confidence: sure(0.69) }, "large during-local"],
    ["broken syntax, once it is done", { syntax: "invalid" }, "large after-local"],
  ] as const)("asks the large model after %s", (_, others, expected) => {
    expect(tierBy(nearfirst(), answer(confident, { syntax: "valid", ...others }))).toBe(expected);
  });
  it("keeps what is confident and parses", () => {
    expect(tierBy(nearfirst(), answer(confident, { syntax: "valid" }))).toBe("local after-local");
  });
  it("keeps a blank answer or asks for it, as it is told", () => {
    const blank = answer(confident, { syntax: "valid", isBlank: true });
    const options = { score: "geometricMean", threshold: 0.7, atThreshold: "local" } as const;
    expect(tierBy(nearfirst({ ...options, blank: "local" }), blank)).toBe("local after-local");
    expect(tierBy(nearfirst({ ...options, blank: "large" }), blank)).toBe("large after-local");
  });
});

describe("the cascade of two thresholds", () => {
  it.each([
    ["below the lower", [0.4, 0.5, 0.5], "large during-local"],
    ["from the higher on", [0.8, 0.9, 0.9, 0.1], "local after-local"],
    // First three: (0.6 · 0.6 · 0.6)^(1/3) = 0.6. All six: (0.6³ · 0.9³)^(1/6) = 0.735.
    ["in between, by the whole answer, which is sure", [0.6, 0.6, 0.6, 0.9, 0.9, 0.9], "local after-local"],
    ["in between, by the whole answer, which is not", [0.6, 0.6, 0.6, 0.6], "large after-local"],
  ])("decides %s", (_, probabilities, expected) => {
    expect(tierBy(cascade(), answer(probabilities))).toBe(expected);
  });
});

describe("drawing lots", () => {
  it("gives the large model the share that it is told", () => {
    const lots = Array.from({ length: 100 }, (_, at) => answer([1], { lot: at / 100 }));
    const large = (share: number) =>
      lots.filter((each) => decide(random({ share }), each).point === "before-local").length;
    expect([0, 0.25, 1].map(large)).toEqual([0, 25, 100]);
  });
});

describe("a threshold", () => {
  it.each([-0.1, 1.1, Number.NaN])("of %s is refused", (threshold) => {
    expect(() => synConfRoute({ threshold })).toThrow(RangeError);
    expect(() => mcCom({ threshold })).toThrow(RangeError);
    expect(() => random({ share: threshold })).toThrow(RangeError);
    expect(() => cascade({ score: "geometricMean", low: 0.8, high: 0.5, whole: 0.7 })).toThrow(RangeError);
  });
  it("that is higher never sends fewer requests to the large model", () => {
    fc.assert(
      fc.property(facts, probability, probability, (each, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const by = (threshold: number) =>
          decide(confidenceThreshold({ score: "geometricMean", threshold, atThreshold: "local" }), each).tier;
        if (by(low) === "large") expect(by(high)).toBe("large");
      }),
    );
  });
});

/** By hand, at the papers' thresholds and N = 3; at equality SynConfRoute keeps and MCCom escalates (R1, R2). */
describe("each policy on one answer", () => {
  const confident = [0.9, 0.9, 0.9];
  const doubtful = [0.5, 0.5, 0.5];
  it.each([
    [alwaysLocal, answer(doubtful, { syntax: "invalid", rejection: "deleted" }), "local after-local"],
    [alwaysLarge, answer(confident, { syntax: "valid" }), "large before-local"],
    [random({ share: 0.5 }), answer(confident, { lot: 0.49 }), "large before-local"],
    [random({ share: 0.5 }), answer(confident, { lot: 0.5 }), "local after-local"],
    [confidenceThreshold(), answer(confident, { syntax: "invalid" }), "local after-local"],
    [confidenceThreshold(), answer(doubtful), "large during-local"],
    [confidenceThreshold(), answer([], { confidence: sure(0.7) }), "local after-local"],
    [mcComDynamic, answer(doubtful, { syntax: "invalid" }), "local after-local"],
    [mcComDynamic, answer(confident, { rejection: "asked-for-another" }), "large before-local"],
    [mcComStatic(), answer(confident, { rejection: "typed-against" }), "local after-local"],
    [mcCom(), answer([], { confidence: sure(0.8) }), "large during-local"],
    [mcCom(), answer([], { confidence: sure(0.801) }), "local after-local"],
    [nearfirst(), answer([], { confidence: sure(0.7), syntax: "valid" }), "local after-local"],
    [nearfirst(), answer([], { confidence: sure(0.699), syntax: "valid" }), "large during-local"],
    [nearfirst(), answer(confident, { syntax: "unknown" }), "local after-local"],
    [cascade(), answer([], { confidence: sure(0.5), wholeConfidence: sure(0.7) }), "local after-local"],
    [cascade(), answer([], { confidence: sure(0.499), wholeConfidence: sure(1) }), "large during-local"],
    [cascade(), answer([], { confidence: sure(0.8), wholeConfidence: sure(0) }), "local after-local"],
    [cascade(), answer([], { confidence: sure(0.799), wholeConfidence: sure(0.699) }), "large after-local"],
  ] as const)("%#: $0.name decides as it does by hand", (policy, facts, expected) => {
    expect(`${policy.name}: ${tierBy(policy, facts)}`).toBe(`${policy.name}: ${expected}`);
  });
});

function sure(value: number) {
  return { tokens: 3, geometricMean: value, arithmeticMean: value };
}
