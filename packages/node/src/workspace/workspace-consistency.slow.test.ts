import { expect, it } from "vitest";
import { checkConsistency } from "../../test/workspace-consistency.js";

it("after any changes, over a hundred times, the index is the one that a fresh start would make", async () => {
  // A new seed each time; fast-check prints it with the counterexample.
  await checkConsistency({ numRuns: 120, seed: Date.now() % 2 ** 31 });
  expect.hasAssertions();
});
