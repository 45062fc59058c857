import { HOW_TO_QUANTISE, type Quantisation, quantisations } from "../tables/synconfroute/quantisation.js";
import { type Claim, cannotBeTested, decided, NO_INTERVAL, points } from "./claim.js";

/** So many bits as Q4_K_M has, and as q2_K. */
const [ENOUGH_BITS, TOO_FEW_BITS] = [4, 2];

/** SynConfRoute 3.4: whether fewer bits cost quality. */
export const QUANTISATION_CLAIM: Claim = {
  id: "C19",
  claim: "Q4_K_M is as good as fp16, q2_K fails",
  paper: "64.7, 64.4, 0.0",
  criterion:
    "difference to the same weights in 8 bits, on the same tasks of each benchmark: 0 lies in its interval for every form of 4 bits, and the whole interval below 0 for every form of 2",
  judge: (evaluation) => {
    const found = quantisations(evaluation).filter(({ setting }) => setting === "left-and-right");
    const four = found.filter(({ bits }) => bits === ENOUGH_BITS);
    const two = found.filter(({ bits }) => bits === TOO_FEW_BITS);
    const numbers = found.map(inWords).join("; ");
    if (four.length === 0 || two.length === 0) {
      const lacking = [...(four.length === 0 ? ["4 bits"] : []), ...(two.length === 0 ? ["2 bits"] : [])];
      return cannotBeTested(
        `There are no rows of the same weights in ${lacking.join(" and ")}: ${HOW_TO_QUANTISE}.${numbers === "" ? "" : ` So far: ${numbers}`}`,
      );
    }
    if ([...four, ...two].some(({ gain }) => Number.isNaN(gain.low)))
      return cannotBeTested(`${NO_INTERVAL}: ${numbers}`);
    const isAsGood = four.every(({ gain }) => gain.low <= 0 && gain.high >= 0);
    const fails = two.every(({ gain }) => gain.high < 0);
    return decided(isAsGood && fails, numbers);
  },
};

function inWords({ file, from, type, plain, otherwise, gain, same }: Quantisation): string {
  const interval = Number.isNaN(gain.low) ? "" : `; ${(100 * gain.low).toFixed(1)} to ${(100 * gain.high).toFixed(1)}`;
  const change = `${points(100 * gain.mean)}${interval}`;
  return `${file.header.benchmark}, ${from.header.model.name}, ${type}: ${plain.passed} → ${otherwise.passed} of ${otherwise.tasks} (${change}; ${same} answers the same)`;
}
