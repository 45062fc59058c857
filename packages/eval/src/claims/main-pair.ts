/** What SynConfRoute's claims are judged by: HumanEval-Infilling single-line, with the code on both sides. */
import type { Pair } from "../methods/pair.js";
import { type Evaluation, pairIn, SINGLE_LINE } from "../tables/evaluation.js";
import { type Claim, cannotBeTested, type Finding } from "./claim.js";

export const NO_PAIR = cannotBeTested("There are no judged rows of both models on HumanEval-Infilling single-line.");

export function onMainPair(judge: (pair: Pair, evaluation: Evaluation) => Finding): Claim["judge"] {
  return (evaluation) => {
    const pair = pairIn(evaluation, SINGLE_LINE, "left-and-right");
    return pair === null ? NO_PAIR : judge(pair, evaluation);
  };
}
