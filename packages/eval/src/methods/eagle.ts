/**
 * Eagle: Elo ratings of the models, over all calibration tasks and again over those most like the task (SynConfRoute 2.4 prints
 * no detail; Zhao et al. 2024, arXiv 2409.15518, have both parts). A reconstruction.
 */
import { type Embedding, NEIGHBOURS, nearestOf } from "./nearest-neighbours.js";

export interface Duel {
  readonly localIsRight: boolean;
  readonly largeIsRight: boolean;
}

/** `binary`: tasks that both or neither solve count for nothing. `ternary`: they are draws. */
export type EagleForm = "binary" | "ternary";

export interface EagleOptions {
  readonly form: EagleForm;
  /** Of the calibration tasks; null for none: then every task has the global ratings. */
  readonly embeddings: readonly Embedding[] | null;
}

const START = 1_000;
const STEP = 32;
const SCALE = 400;

/** How likely the local model wins, in [0, 1], for each task of `test`; null in it for a task without an embedding. */
export function eagleScores(
  duels: readonly Duel[],
  test: readonly (Embedding | null)[],
  { form, embeddings }: EagleOptions,
): readonly number[] {
  const overall = ratingAfter(0, duels, form);
  return test.map((embedding) => {
    if (embedding === null || embeddings === null) return expected(overall);
    const near = nearestOf(embedding, embeddings, NEIGHBOURS).map((at) => duels[at] as Duel);
    return expected(ratingAfter(overall, near, form));
  });
}

/** The local model's rating less the large one's: one number, as there are two players. Both start at `START`. */
function ratingAfter(start: number, duels: readonly Duel[], form: EagleForm): number {
  let [local, large] = [START + start / 2, START - start / 2];
  for (const { localIsRight, largeIsRight } of duels) {
    if (localIsRight === largeIsRight && form === "binary") continue;
    const result = localIsRight === largeIsRight ? 0.5 : Number(localIsRight);
    const change = STEP * (result - expected(local - large));
    local += change;
    large -= change;
  }
  return local - large;
}

function expected(difference: number): number {
  return 1 / (1 + 10 ** (-difference / SCALE));
}
