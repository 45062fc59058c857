import { expect, it } from "vitest";
import { fuzzDocuments, fuzzEdits } from "./pipeline-fuzz.js";

// A new seed each time; fast-check prints it with the counterexample.
const seed = Date.now() % 2 ** 31;

it("thousands of documents and cuts", async () => {
  await fuzzDocuments({ numRuns: 1_500, seed });
  expect.hasAssertions();
});

it("hundreds of editing sessions", async () => {
  await fuzzEdits({ numRuns: 150, seed });
  expect.hasAssertions();
});
