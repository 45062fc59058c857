import type { Row } from "./rows.js";

/** A row for tests: a wrong suggestion for a line, with both contexts and retrieval. */
export function rowOf(given: Partial<Row>): Row {
  return {
    task: "task",
    kind: "line",
    context: "left-and-right",
    retrieval: "with",
    model: "m",
    outcome: "suggested",
    isExact: false,
    editSimilarity: 0.5,
    answer: "a",
    totalMs: 100,
    retrieveMs: 1,
    snippets: 0,
    promptTokens: 200,
    answerTokens: 5,
    evaluatedTokens: 200,
    evaluateMs: 80,
    laterTokens: 4,
    laterMs: 16,
    geometricMean: 0.5,
    arithmeticMean: 0.5,
    stopReason: "line",
    ...given,
  };
}
