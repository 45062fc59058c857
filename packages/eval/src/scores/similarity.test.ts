import { expect, it } from "vitest";
import { repoEvalSimilarityOf, similarityOf } from "./similarity.js";

it.each([
  ["    return x", "    return x", true, 1],
  ["    return x  \n", "    return x", true, 1],
  // Indentation is part of the answer.
  ["return x", "    return x", false, 1 - 4 / 12],
  ["", "", true, 1],
  ["abc", "xyz", false, 0],
  [null, "    return x", false, 0],
])("%j beside %j", (text, target, isExact, editSimilarity) => {
  expect(similarityOf(text, target)).toEqual({ isExact, editSimilarity: expect.closeTo(editSimilarity, 9) });
});

it.each([
  // Indentation, blank lines and what goes beyond the target's lines do not count.
  ["  return x  \n\ny = 1", "        return x", true, 1],
  ["f(\n\n  a)", "f(\n    a)", true, 1],
  ["f(", "f(\n    a)", false, 1 - 3 / 5],
  ["return y", "    return x", false, 1 - 1 / 8],
  ["", "x", false, 0],
  [null, "x", false, 0],
])("%j beside %j by RepoEval's scorer", (text, target, isExact, editSimilarity) => {
  expect(repoEvalSimilarityOf(text, target)).toEqual({ isExact, editSimilarity: expect.closeTo(editSimilarity, 9) });
});
