import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS, type StoredCalibration, writeCalibration } from "@nearfirst/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkCalibration } from "./check-calibration.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-calibration-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CALIBRATION: StoredCalibration = {
  version: 1,
  madeAt: "2026-11-30T12:00:00Z",
  policy: "nearfirst",
  score: "geometricMean",
  threshold: 0.62,
  languages: {},
  provenance: {
    nearfirst: "0.1.0",
    source: { kind: "workspace", path: "/home/me/project", tasks: 180 },
    seed: 1,
    objective: { kind: "quality" },
    local: { name: "nearfirst-embedded", fingerprint: "f" },
    large: { name: "big at gpu:8000" },
    point: { threshold: 0.62, rightShare: 0.5, escalatedShare: 0.2, meanMs: 100, p95Ms: 200 },
  },
};

async function found(largeName: string | null, routing: Partial<typeof DEFAULT_SETTINGS.routing> = {}) {
  const options = { routing: { ...DEFAULT_SETTINGS.routing, ...routing }, configPath: join(folder, "config.json") };
  return (await checkCalibration({ ...options, largeName })).map(({ status, message }) => `${status}: ${message}`);
}

describe("the check of the thresholds", () => {
  it("has nothing to say without a large model", async () => expect(await found(null)).toEqual([]));

  it("says what the settings say, where they say it", async () => {
    expect(await found("big at gpu:8000", { threshold: 0.5 })).toEqual([expect.stringMatching(/0\.5, as configured/)]);
    expect(await found("big at gpu:8000", { policy: "mcCom" })).toEqual([expect.stringMatching(/policy mcCom/)]);
  });

  it("names the command that finds one's own", async () => {
    expect(await found("big at gpu:8000")).toEqual([expect.stringMatching(/^ok: .*`nearfirst calibrate`/)]);
  });

  it("tells the threshold that was found, and warns where it was for another large model", async () => {
    await writeCalibration(join(folder, "calibration.json"), CALIBRATION);
    expect(await found("big at gpu:8000")).toEqual([
      expect.stringMatching(/^ok: .*0\.62: calibrated on 2026-11-30 for nearfirst-embedded, by 180 tasks$/),
    ]);
    expect(await found("other at gpu:8000")).toEqual([expect.stringMatching(/^warning: .*is for big at gpu:8000/)]);
  });

  it("warns of a file that cannot be used", async () => {
    writeFileSync(join(folder, "calibration.json"), '{"version":2}');
    expect(await found("big at gpu:8000")).toEqual([expect.stringMatching(/^warning: .*cannot be used: "version"/)]);
  });
});
