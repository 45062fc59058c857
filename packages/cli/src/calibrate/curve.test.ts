import type { OperatingPoint } from "@nearfirst/node";
import { expect, it } from "vitest";
import { drawCurve } from "./curve.js";
import { curveSvg } from "./curve-svg.js";

const point = (escalatedShare: number, rightShare: number): OperatingPoint => ({
  threshold: escalatedShare,
  escalatedShare,
  rightShare,
  meanMs: 1,
  p95Ms: 1,
});

const POINTS = [point(0, 0.4), point(0.5, 0.6), point(1, 0.5)];

it("a curve shows all points between the least and the most right answers, and the chosen one", () => {
  const lines = drawCurve(POINTS, POINTS[1] ?? null);
  expect(lines[1]).toMatch(/^60\.0 % │ {30}◆$/);
  expect(lines[12]).toMatch(/^40\.0 % │·$/);
  expect(lines.join("\n").match(/·/g)).toHaveLength(2);
  expect(lines.at(-1)).toMatch(/ 0 % +escalated 100 %$/);
});

it("a flat curve is drawn too", () => {
  expect(
    drawCurve([point(0, 0), point(1, 0)], null)
      .join("\n")
      .match(/·/g),
  ).toHaveLength(2);
});

it("the same curve as a picture has no markup of its title's", () => {
  const svg = curveSvg({ points: POINTS, chosen: POINTS[1] ?? null, title: "a < b & c" });
  expect(svg).toContain("<title>a &lt; b &amp; c</title>");
  expect(svg).toContain('<path d="M70.00 340.00L345.00 50.00L620.00 195.00"');
  expect(svg).toContain("threshold 0.500");
});
