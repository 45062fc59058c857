import type { StoredCalibration } from "../calibration/stored-calibration.js";

/** A calibration of a pair called "small" and "big at gpu:8000". */
export function storedCalibration(facts: Partial<StoredCalibration> = {}): StoredCalibration {
  return {
    version: 1,
    madeAt: "2026-05-01T12:00:00.000Z",
    policy: "nearfirst",
    score: "geometricMean",
    threshold: 0.6,
    languages: { python: 0.4 },
    provenance: {
      nearfirst: "0.1.0",
      source: { kind: "workspace", path: "/code", tasks: 120 },
      seed: 42,
      objective: { kind: "escalated", mostShare: 0.25 },
      local: { name: "small", identity: "f1" },
      large: { name: "big at gpu:8000" },
      point: { threshold: 0.6, rightShare: 0.5, escalatedShare: 0.2, meanMs: 90.5, p95Ms: 400 },
      curve: [],
    },
    ...facts,
  };
}
