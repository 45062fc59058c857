/** How long answers take: the share of requests that are there by then. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE, GREEN, GREY, ORANGE, PURPLE } from "./theme.js";

export interface DistributionPoint {
  readonly series: string;
  readonly ms: number;
  readonly percent: number;
}

export interface DistributionsOptions {
  readonly title: string;
  readonly subtitle: string;
  readonly points: readonly DistributionPoint[];
}

export function distributions({ title, subtitle, points }: DistributionsOptions): FigureSpec {
  const names = [...new Set(points.map(({ series }) => series))];
  return {
    description: `${title}: ${names.join(", ")}.`,
    spec: {
      title: { text: title, subtitle },
      data: { values: points },
      width: 600,
      height: 320,
      mark: { type: "line", interpolate: "step-after", strokeWidth: 2 },
      encoding: {
        x: {
          field: "ms",
          type: "quantitative",
          scale: { type: "log", nice: false },
          title: "time of a request, ms (logarithmic)",
        },
        y: {
          field: "percent",
          type: "quantitative",
          title: "answered by then, % of requests",
          scale: { domain: [0, 100] },
        },
        color: {
          field: "series",
          type: "nominal",
          scale: { domain: names, range: [GREY, ORANGE, BLUE, PURPLE, GREEN] },
          legend: { title: null, orient: "right" },
        },
        strokeDash: {
          field: "series",
          type: "nominal",
          scale: {
            domain: names,
            range: [
              [1, 0],
              [1, 0],
              [6, 3],
              [2, 2],
              [8, 3, 2, 3],
            ],
          },
          legend: null,
        },
      },
    },
  };
}
