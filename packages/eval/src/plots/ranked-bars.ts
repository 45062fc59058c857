/** One bar a method, in the order given, with its interval and a remark at its end. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE, FAINT, GREEN, GREY, INK, ORANGE } from "./theme.js";

export interface RankedBar {
  readonly name: string;
  readonly group: string;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
  readonly note: string;
}

export interface RankedBarsOptions {
  readonly title: string;
  readonly subtitle: string;
  readonly axis: string;
  readonly bars: readonly RankedBar[];
}

export function rankedBars({ title, subtitle, axis, bars }: RankedBarsOptions): FigureSpec {
  const groups = [...new Set(bars.map(({ group }) => group))];
  const y = { field: "name", type: "nominal", sort: bars.map(({ name }) => name), title: null };
  return {
    description: `${title}: ${bars.map(({ name, percent }) => `${name} ${percent.toFixed(1)} %`).join(", ")}.`,
    spec: {
      title: { text: title, subtitle },
      data: { values: bars },
      width: 520,
      height: { step: 24 },
      encoding: { y },
      layer: [
        {
          mark: { type: "bar", height: 14 },
          encoding: {
            x: { field: "percent", type: "quantitative", title: axis },
            color: {
              field: "group",
              type: "nominal",
              scale: { domain: groups, range: [GREY, ORANGE, BLUE, GREEN] },
              legend: { title: null, orient: "top", direction: "horizontal" },
            },
          },
        },
        {
          mark: { type: "rule", color: INK, strokeWidth: 1.25 },
          encoding: { x: { field: "low", type: "quantitative" }, x2: { field: "high" } },
        },
        {
          mark: { type: "text", align: "left", dx: 6, color: FAINT },
          encoding: { x: { field: "high", type: "quantitative" }, text: { field: "note" } },
        },
      ],
    },
  };
}
