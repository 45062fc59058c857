import { expect, it } from "vitest";
import { fuzzDocuments, fuzzEdits } from "./pipeline-fuzz.js";

// A new seed each time; fast-check prints it with the counterexample.
const seed = Date.now() % 2 ** 31;

it("hundreds of documents and cuts", async () => {
  await fuzzDocuments({ numRuns: 400, seed });
  expect.hasAssertions();
});

it("dozens of editing sessions", async () => {
  await fuzzEdits({ numRuns: 40, seed });
  expect.hasAssertions();
});
