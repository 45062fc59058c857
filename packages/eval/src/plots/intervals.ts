/** Values with their intervals, one a line. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE } from "./theme.js";

export interface NamedInterval {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface IntervalsOptions {
  readonly title: string;
  readonly axis: string;
  readonly intervals: readonly NamedInterval[];
}

export function intervalsFigure({ title, axis, intervals }: IntervalsOptions): FigureSpec {
  const y = {
    field: "name",
    type: "nominal",
    sort: intervals.map(({ name }) => name),
    title: null,
    axis: { labelLimit: 0 },
  };
  return {
    description: title,
    spec: {
      title,
      data: { values: intervals },
      width: 420,
      height: { step: 26 },
      encoding: { y },
      layer: [
        {
          mark: { type: "rule", color: BLUE, strokeWidth: 2 },
          encoding: {
            x: { field: "low", type: "quantitative", title: axis, scale: { zero: false } },
            x2: { field: "high" },
          },
        },
        {
          mark: { type: "point", color: BLUE, filled: true, size: 60, opacity: 1 },
          encoding: { x: { field: "value", type: "quantitative" } },
        },
      ],
    },
  };
}
