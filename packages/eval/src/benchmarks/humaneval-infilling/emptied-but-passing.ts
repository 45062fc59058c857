/**
 * Single-line tasks whose program passes its tests without the line, with the reason: what a model writes there is counted as
 * passed whatever it is, as long as it does no harm. All of them are the benchmark's own, checked by the slow test.
 */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  "it is a comment": ["99/L3"],
  "the variable is set again before it is read, or no test reads it as it was": ["20/L0", "109/L3", "129/L1"],
  "no test has the case that the line is for": ["20/L8", "81/L16", "105/L6", "105/L7", "124/L1", "127/L5", "129/L9"],
  "no test looks at the argument after the call": ["33/L0"],
  "the last result is read, and no earlier one is in its way": ["46/L6"],
  "the lines around it come to the same result": ["66/L0", "68/L0", "92/L4", "111/L7", "127/L3"],
  "without it the loop goes on, or ends, with the same result": ["95/L8", "95/L18", "96/L6", "150/L5"],
  "the line after it belongs to the block above then, and no test tells": ["118/L5", "124/L6", "124/L10", "127/L6"],
  "nothing is returned then, which counts as false, and no test tells": ["127/L8"],
};

/** From the task's id to the reason. */
export const EMPTIED_BUT_PASSING: ReadonlyMap<string, string> = new Map(
  Object.entries(REASONS).flatMap(([reason, places]) =>
    places.map((place) => [`SingleLineInfilling/HumanEval/${place}`, reason] as const),
  ),
);
