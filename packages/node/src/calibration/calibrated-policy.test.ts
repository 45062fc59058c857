import type { AfterLocalFacts } from "@nearfirst/core";
import { expect, it } from "vitest";
import { calibratedPolicy } from "./calibrated-policy.js";
import type { StoredCalibration } from "./stored-calibration.js";

const CALIBRATION: StoredCalibration = {
  version: 1,
  madeAt: "2026-11-30T12:00:00Z",
  policy: "nearfirst",
  score: "geometricMean",
  threshold: 0.4,
  languages: { go: 0.9 },
  provenance: {
    nearfirst: "0.1.0",
    source: { kind: "tasks", path: "/tasks.jsonl", tasks: 120 },
    seed: null,
    objective: { kind: "quality" },
    local: { name: "small", fingerprint: "f" },
    large: { name: "big at gpu" },
    point: { threshold: 0.4, rightShare: 0.5, escalatedShare: 0.2, meanMs: 100, p95Ms: 200 },
  },
};
const PAIR = { localFingerprint: "f", largeName: "big at gpu" };

/** The tier for an answer of which the model was 0.6 sure. */
function tierIn(languageId: string, policy: ReturnType<typeof calibratedPolicy>) {
  const confidence = { tokens: 3, geometricMean: 0.6, arithmeticMean: 0.6 };
  const facts: AfterLocalFacts = {
    trigger: "automatic",
    languageId,
    rejection: null,
    lot: 0,
    confidence,
    wholeConfidence: confidence,
    syntax: "valid",
    isBlank: false,
  };
  return policy.afterLocal(facts).tier;
}

it("goes by the threshold that was found, in a language of its own by that one's", () => {
  const policy = calibratedPolicy("nearfirst", CALIBRATION, PAIR);
  expect(policy.name).toBe("nearfirst");
  expect(tierIn("python", policy)).toBe("local");
  expect(tierIn("go", policy)).toBe("large");
});

it.each([
  ["other models", { ...PAIR, localFingerprint: "g" }],
  ["another large model", { ...PAIR, largeName: "big at home" }],
])("says nothing of %s: they have the paper's threshold, 0.7", (_, pair) => {
  expect(tierIn("python", calibratedPolicy("nearfirst", CALIBRATION, pair))).toBe("large");
});

it("says nothing of another policy, whose threshold means something else", () => {
  expect(calibratedPolicy("mcComStatic", CALIBRATION, PAIR).name).toBe("mcComStatic");
  expect(tierIn("python", calibratedPolicy("mcComStatic", CALIBRATION, PAIR))).toBe("large");
});
