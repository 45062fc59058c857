import { expect, it } from "vitest";
import { fuzzInProcess, fuzzProcess } from "./fuzz-servers.js";

it.each(["utf-16", "utf-8"] as const)(
  "random sessions in %s leave the text right and every request answered once",
  async (encoding) => {
    await fuzzInProcess(encoding, { numRuns: 100 });
    expect.hasAssertions();
  },
);

it("random sessions leave the real process alive and every request answered", async () => {
  await fuzzProcess({ numRuns: 10 });
  expect.hasAssertions();
});
