import { expect, it } from "vitest";
import { lotOf } from "./lot-of.js";

it("lots fall evenly over [0, 1), also for texts that differ in one digit", () => {
  const lots = Array.from({ length: 10_000 }, (_, at) => lotOf(`file:///app.py:${at}`));
  const counts = Array.from({ length: 10 }, (_, tenth) => lots.filter((lot) => Math.floor(lot * 10) === tenth).length);
  expect(counts.reduce((sum, count) => sum + count)).toBe(10_000);
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it("a text has one lot", () => {
  expect(lotOf("file:///app.py:7")).toBe(lotOf("file:///app.py:7"));
  expect(lotOf("file:///app.py:7")).not.toBe(lotOf("file:///app.py:8"));
});
