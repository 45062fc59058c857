/** The thresholds: whether `nearfirst calibrate` found some, and for the large model that is configured. */
import { NearfirstError } from "@nearfirst/core";
import { calibrationPath, readCalibration, type Settings } from "@nearfirst/node";
import { type Check, ok, warning } from "./check.js";

const AGAIN = "Run `nearfirst calibrate` for this one.";

export interface CheckCalibrationOptions {
  readonly routing: Settings["routing"];
  /** The user's configuration. */
  readonly configPath: string;
  /** `LargeModel.name`; null where none is configured. */
  readonly largeName: string | null;
}

export async function checkCalibration({
  routing: { policy, threshold },
  configPath,
  largeName,
}: CheckCalibrationOptions): Promise<readonly Check[]> {
  if (largeName === null) return [];
  const say = (message: string) => [ok("calibration", message)];
  if (policy !== "nearfirst") return say(`the large model is asked by the policy ${policy}, as configured`);
  if (threshold !== "auto") return say(`the large model is asked below a confidence of ${threshold}, as configured`);
  try {
    const calibration = await readCalibration(calibrationPath(configPath));
    if (calibration === null)
      return say("the large model is asked below the paper's confidence; `nearfirst calibrate` finds yours");
    const { provenance, madeAt } = calibration;
    if (provenance.large.name !== largeName)
      return [warning("calibration", `The calibration is for ${provenance.large.name} and does not count.`, AGAIN)];
    const { source, local } = provenance;
    return say(
      `the large model is asked below a confidence of ${calibration.threshold.toFixed(2)}: calibrated on ${madeAt.slice(0, 10)} for ${local.name}, by ${source.tasks} tasks`,
    );
  } catch (thrown) {
    return [warning("calibration", NearfirstError.from(thrown).message, AGAIN)];
  }
}
