import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { storedCalibration } from "../testing/stored-calibration-fixture.js";
import { calibrationPath, readCalibration, thresholdFor, writeCalibration } from "./stored-calibration.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-calibration-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CALIBRATION = storedCalibration();

describe("a stored calibration", () => {
  it("is read as it was written, beside the configuration, and leaves nothing else there", async () => {
    const path = calibrationPath(join(folder, "nearfirst", "config.json"));
    expect(path).toBe(join(folder, "nearfirst", "calibration.json"));
    await writeCalibration(path, { ...CALIBRATION, threshold: 0.1 });
    await writeCalibration(path, CALIBRATION);
    expect(await readCalibration(path)).toEqual(CALIBRATION);
    expect(readdirSync(join(folder, "nearfirst"))).toEqual(["calibration.json"]);
  });

  it("is none where there is no file", async () => {
    expect(await readCalibration(join(folder, "calibration.json"))).toBeNull();
    expect(await readCalibration(join(folder, "no-folder", "calibration.json"))).toBeNull();
  });

  it.each([
    ["{ half", /it is no JSON/],
    [JSON.stringify({ ...CALIBRATION, threshold: 1.2 }), /"threshold"/],
    [JSON.stringify({ ...CALIBRATION, version: 2 }), /"version"/],
    [JSON.stringify({ ...CALIBRATION, languages: { python: "high" } }), /"languages.python"/],
  ])("that cannot be used is refused with what to do: %s", async (text, reason) => {
    const path = join(folder, "calibration.json");
    writeFileSync(path, text);
    await expect(readCalibration(path)).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringMatching(reason),
    });
    await expect(readCalibration(path)).rejects.toThrow(/Run `nearfirst calibrate` again, or delete the file/);
  });
});

describe("the threshold of a calibration", () => {
  const pair = { localIdentity: "f1", largeName: "big at gpu:8000" };

  it("is the language's own where there is one, else that of all", () => {
    expect(thresholdFor(CALIBRATION, { ...pair, languageId: "python" })).toBe(0.4);
    expect(thresholdFor(CALIBRATION, { ...pair, languageId: "go" })).toBe(0.6);
    expect(thresholdFor(CALIBRATION, { ...pair, languageId: "toString" })).toBe(0.6);
  });

  it("is none for another pair of models", () => {
    expect(thresholdFor(CALIBRATION, { ...pair, localIdentity: "f2", languageId: "python" })).toBeNull();
    expect(thresholdFor(CALIBRATION, { ...pair, largeName: "other", languageId: "python" })).toBeNull();
  });
});
