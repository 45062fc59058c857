import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS, writeCalibration } from "@nearfirst/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storedCalibration } from "../../../node/src/testing/stored-calibration-fixture.js";
import { checkCalibration } from "./check-calibration.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-calibration-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
    await writeCalibration(join(folder, "calibration.json"), storedCalibration());
    expect(await found("big at gpu:8000")).toEqual([
      expect.stringMatching(/^ok: .*0\.60: calibrated on 2026-05-01 for small, by 120 tasks$/),
    ]);
    expect(await found("other at gpu:8000")).toEqual([expect.stringMatching(/^warning: .*is for big at gpu:8000/)]);
  });

  it("warns of a file that cannot be used", async () => {
    writeFileSync(join(folder, "calibration.json"), '{"version":2}');
    expect(await found("big at gpu:8000")).toEqual([expect.stringMatching(/^warning: .*cannot be used: "version"/)]);
  });
});
