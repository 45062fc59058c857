import { expect, it } from "vitest";
import { fuzzInProcess, fuzzProcess } from "./fuzz-servers.js";

// A new seed each time; fast-check prints it with the counterexample.
const seed = Date.now() % 2 ** 31;

it.each(["utf-16", "utf-8"] as const)("thousands of random sessions in %s", async (encoding) => {
  await fuzzInProcess(encoding, { seed, numRuns: 2_000 });
  expect.hasAssertions();
});

it("hundreds of random sessions with the real process", async () => {
  await fuzzProcess({ seed, numRuns: 200 });
  expect.hasAssertions();
});
