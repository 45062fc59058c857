/** Lines over a number. */
import type { FigureSpec } from "./figure-spec.js";

export interface LinePoint {
  readonly line: string;
  readonly x: number;
  readonly y: number;
}

export interface LinesOptions {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly LinePoint[];
}

export function linesFigure({ title, x, y, lines }: LinesOptions): FigureSpec {
  return {
    description: title,
    spec: {
      title,
      data: { values: lines },
      width: 520,
      height: 300,
      mark: { type: "line", point: { size: 36, filled: true } },
      encoding: {
        x: { field: "x", type: "quantitative", title: x, axis: { tickMinStep: 1 } },
        y: { field: "y", type: "quantitative", title: y },
        color: {
          field: "line",
          type: "nominal",
          sort: null,
          legend: { title: null, orient: "right", labelLimit: 0, symbolType: "stroke" },
        },
        strokeDash: {
          field: "line",
          type: "nominal",
          sort: null,
          legend: null,
          scale: {
            range: [
              [1, 0],
              [6, 3],
              [2, 2],
              [8, 3, 2, 3],
              [1, 0],
              [6, 3],
              [2, 2],
            ],
          },
        },
      },
    },
  };
}
