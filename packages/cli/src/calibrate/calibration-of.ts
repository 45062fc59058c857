/** What is kept of a calibration. */
import { identityOf } from "@nearfirst/core";
import { CALIBRATED, type StoredCalibration } from "@nearfirst/node";
import { NEARFIRST_VERSION } from "../version.js";
import { type CalibrationReport, shownPoints } from "./calibration-report.js";

/** Null where no threshold keeps the objective's limit. */
export function calibrationOf(report: CalibrationReport, madeAt: Date = new Date()): StoredCalibration | null {
  const { source, rows, objective, thresholds, local, large } = report;
  const { all, languages } = thresholds;
  if (all.chosen === null) return null;
  const own = [...languages].flatMap(([languageId, { chosen }]) =>
    chosen === null ? [] : [[languageId, chosen.threshold] as const],
  );
  return {
    version: 1,
    madeAt: madeAt.toISOString(),
    ...CALIBRATED,
    threshold: all.chosen.threshold,
    languages: Object.fromEntries(own),
    provenance: {
      nearfirst: NEARFIRST_VERSION,
      source: { kind: source.kind, path: source.path, tasks: rows.length },
      seed: source.seed,
      objective,
      local: { name: local.name, identity: identityOf(local) },
      large: { name: large.model.name },
      point: all.chosen,
      curve: shownPoints(all.points, all.chosen),
    },
  };
}
