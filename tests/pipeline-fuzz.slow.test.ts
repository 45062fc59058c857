import { expect, it } from "vitest";
import { fuzzDocuments, fuzzEdits } from "./pipeline-fuzz.js";

it("hundreds of documents and cuts", async () => {
  await fuzzDocuments({ numRuns: 400 });
  expect.hasAssertions();
});

it("dozens of editing sessions", async () => {
  await fuzzEdits({ numRuns: 40 });
  expect.hasAssertions();
});
