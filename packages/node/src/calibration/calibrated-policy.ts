import { byLanguage, type PolicyName, policyNamed, type RoutingPolicy } from "@nearfirst/core";
import { type CalibratedFor, type StoredCalibration, thresholdFor } from "./stored-calibration.js";

/**
 * A policy at the thresholds of a calibration, by language; at its paper's where the calibration is for another policy, whose
 * threshold means something else, or for other models.
 */
export function calibratedPolicy(
  name: PolicyName,
  calibration: StoredCalibration,
  models: Omit<CalibratedFor, "languageId">,
): RoutingPolicy {
  if (calibration.policy !== name) return policyNamed(name);
  const policyIn = (languageId: string) => policyNamed(name, thresholdFor(calibration, { ...models, languageId }));
  const languages = Object.keys(calibration.languages);
  return byLanguage({
    languages: new Map(languages.map((languageId) => [languageId, policyIn(languageId)])),
    otherwise: policyIn(""),
  });
}
