/** What each policy reaches at each of its thresholds. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE, GREEN, GREY, INK, ORANGE, PINK, PURPLE, RED, TEAL } from "./theme.js";

export interface PolicyPoint {
  readonly policy: string;
  readonly x: number;
  readonly percent: number;
  /** Along the curve. */
  readonly order: number;
}

export interface PolicyCurvesOptions {
  readonly title: string;
  readonly subtitle: string;
  readonly x: string;
  readonly y: string;
  /** Policies with many points, as lines. */
  readonly curves: readonly PolicyPoint[];
  /** Policies with one point, with their names beside it. */
  readonly points: readonly PolicyPoint[];
}

const COLORS: Readonly<Record<string, string>> = {
  oracle: GREEN,
  SynConfRoute: BLUE,
  "confidence only": ORANGE,
  MCCom: PURPLE,
  Nearfirst: TEAL,
  random: GREY,
};
const OTHERS = [RED, PINK] as const;
const DASHES: Readonly<Record<string, readonly number[]>> = { oracle: [2, 3], random: [6, 4], Nearfirst: [9, 3, 2, 3] };

export function policyCurves({ title, subtitle, x, y, curves, points }: PolicyCurvesOptions): FigureSpec {
  const names = [...new Set(curves.map(({ policy }) => policy))];
  const xAxis = { field: "x", type: "quantitative", title: x, scale: { nice: true } };
  const yAxis = { field: "percent", type: "quantitative", title: y, scale: { zero: false, nice: true } };
  return {
    description: `${title}: ${names.join(", ")}.`,
    spec: {
      title: { text: title, subtitle },
      width: 600,
      height: 380,
      layer: [
        {
          data: { values: curves },
          mark: { type: "line", strokeWidth: 2.25, strokeJoin: "round" },
          encoding: {
            x: xAxis,
            y: yAxis,
            order: { field: "order" },
            color: {
              field: "policy",
              type: "nominal",
              scale: { domain: names, range: names.map((name, at) => COLORS[name] ?? OTHERS[at % OTHERS.length]) },
              legend: { title: null, orient: "right" },
            },
            strokeDash: {
              field: "policy",
              type: "nominal",
              scale: { domain: names, range: names.map((name) => DASHES[name] ?? [1, 0]) },
              legend: null,
            },
          },
        },
        {
          data: { values: points },
          mark: { type: "point", filled: true, size: 70, color: INK, opacity: 1 },
          encoding: { x: xAxis, y: yAxis },
        },
        ...labelsOf(points).map(({ point, placing }) => ({
          data: { values: [point] },
          mark: { type: "text", color: INK, ...placing },
          encoding: { x: xAxis, y: yAxis, text: { field: "policy" } },
        })),
      ],
    },
  };
}

/** The leftmost to its right, the rightmost above it, those between below, so that no two names meet. */
function labelsOf(points: readonly PolicyPoint[]) {
  const order = [...points].sort((one, other) => one.x - other.x);
  return order.map((point, at) => {
    if (at === 0) return { point, placing: { align: "left", dx: 10, dy: 0 } };
    if (at === order.length - 1) return { point, placing: { align: "right", dx: 4, dy: -14 } };
    return { point, placing: { align: "center", dx: 0, dy: 16 + 14 * (at - 1) } };
  });
}
