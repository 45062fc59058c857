import type { AfterLocalFacts } from "@nearfirst/core";
import { expect, it } from "vitest";
import { storedCalibration } from "../testing/stored-calibration-fixture.js";
import { calibratedPolicy } from "./calibrated-policy.js";

const CALIBRATION = storedCalibration({ threshold: 0.4, languages: { go: 0.9 } });
const PAIR = { localIdentity: "f1", largeName: "big at gpu:8000" };

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
  ["other models", { ...PAIR, localIdentity: "g" }],
  ["another large model", { ...PAIR, largeName: "big at home" }],
])("says nothing of %s: they have the paper's threshold, 0.7", (_, pair) => {
  expect(tierIn("python", calibratedPolicy("nearfirst", CALIBRATION, pair))).toBe("large");
});

it("says nothing of another policy, whose threshold means something else", () => {
  expect(calibratedPolicy("mcComStatic", CALIBRATION, PAIR).name).toBe("mcComStatic");
  expect(tierIn("python", calibratedPolicy("mcComStatic", CALIBRATION, PAIR))).toBe("large");
});
