import { expect, it } from "vitest";
import { fuzzInProcess, fuzzProcess } from "./fuzz-servers.js";

it.each(["utf-16", "utf-8"] as const)("thousands of random sessions in %s", async (encoding) => {
  await fuzzInProcess(encoding, { numRuns: 2_000 });
  expect.hasAssertions();
});

it("hundreds of random sessions with the real process", async () => {
  await fuzzProcess({ numRuns: 200 });
  expect.hasAssertions();
});
