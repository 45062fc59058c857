import { expect, it } from "vitest";
import { chooseThresholds } from "./choose-threshold.js";
import type { EvaluatedRow } from "./evaluated-row.js";

/** `count` tasks of one language with scores from 0 to 1, the local answer right above `rightFrom`, the large one's below. */
function rowsOf(languageId: string, count: number, rightFrom: number): EvaluatedRow[] {
  return Array.from({ length: count }, (_, at) => {
    const score = at / count;
    const confidence = { tokens: 3, geometricMean: score, arithmeticMean: score };
    return {
      task: `${languageId}/${at}`,
      languageId,
      facts: { confidence, wholeConfidence: confidence, syntax: "valid", isBlank: false },
      local: { isRight: score >= rightFrom, ms: 100, firstTokensMs: 30 },
      large: { isRight: score < rightFrom, ms: 500 },
    };
  });
}

it("each language with enough tasks has the threshold that tells its own answers apart", () => {
  const rows = [...rowsOf("python", 100, 0.3), ...rowsOf("go", 50, 0.7), ...rowsOf("rust", 49, 0.5)];
  const { all, languages } = chooseThresholds(rows, { kind: "quality" });
  expect([...languages.keys()]).toEqual(["go", "python"]);
  expect(languages.get("python")?.chosen).toMatchObject({ rightShare: 1, threshold: expect.closeTo(0.295, 9) });
  expect(languages.get("go")?.chosen).toMatchObject({ rightShare: 1, threshold: expect.closeTo(0.69, 9) });
  expect(all.tasks).toBe(199);
  expect(all.chosen?.rightShare).toBeLessThan(1);
});

it("a limit that no threshold keeps leaves none", () => {
  expect(chooseThresholds(rowsOf("go", 60, 0.5), { kind: "latency", mostP95Ms: 20 }).all.chosen).toBeNull();
});
