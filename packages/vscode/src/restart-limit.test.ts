import { expect, it } from "vitest";
import { RestartLimit } from "./restart-limit.js";

it("lets a server start again four times in three minutes, and no more", () => {
  const limit = new RestartLimit();
  expect([0, 1, 2, 3, 4].map((second) => limit.mayRestart(second * 1_000))).toEqual([true, true, true, true, false]);
});

it("forgets ends that lie longer back", () => {
  const limit = new RestartLimit();
  for (const minute of [0, 1, 2, 3, 4, 5, 6, 7, 8]) expect(limit.mayRestart(minute * 60_000)).toBe(true);
});
