/** Rows for tests of the sweep. */
import { chanceOf, type EvaluatedRow } from "@nearfirst/node";

/** Sure answers are right more often; the large model is right for two thirds. */
export function madeRows(count: number): readonly EvaluatedRow[] {
  const chance = chanceOf(1);
  return Array.from({ length: count }, (_, at) => {
    const score = chance();
    const confidence = { tokens: 3, geometricMean: score, arithmeticMean: score };
    return {
      task: `${at}`,
      languageId: "python",
      facts: { confidence, wholeConfidence: confidence, syntax: chance() < 0.1 ? "invalid" : "valid", isBlank: false },
      local: { isRight: chance() < score, ms: 100, firstTokensMs: 30 },
      large: { isRight: chance() < 2 / 3, ms: 500 },
    };
  });
}
