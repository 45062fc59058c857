import { expect, it } from "vitest";
import { checkConsistency } from "../../test/workspace-consistency.js";

it("after any changes, over a hundred times, the index is the one that a fresh start would make", async () => {
  await checkConsistency({ numRuns: 120 });
  expect.hasAssertions();
});
