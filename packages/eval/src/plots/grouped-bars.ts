/** Bars in groups, ours beside the paper's. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE, GREY, ORANGE } from "./theme.js";

export interface GroupedBar {
  readonly panel: string;
  readonly group: string;
  readonly bar: string;
  readonly percent: number;
}

export interface GroupedBarsOptions {
  readonly bars: readonly GroupedBar[];
  readonly title: string;
  readonly axis: string;
}

export function groupedBars({ bars, title, axis }: GroupedBarsOptions): FigureSpec {
  const names = [...new Set(bars.map(({ bar }) => bar))];
  return {
    description: `${title}: ${names.join(", ")}.`,
    spec: {
      title,
      data: { values: bars },
      facet: {
        row: { field: "panel", type: "nominal", title: null, header: { labelAnchor: "start", labelOrient: "top" } },
      },
      spec: {
        width: 640,
        height: 170,
        mark: { type: "bar" },
        encoding: {
          x: { field: "group", type: "nominal", sort: null, title: null, axis: { labelAngle: -30 } },
          xOffset: { field: "bar", sort: names },
          y: { field: "percent", type: "quantitative", title: axis },
          color: {
            field: "bar",
            type: "nominal",
            sort: names,
            scale: { domain: names, range: [ORANGE, BLUE, GREY] },
            legend: { title: null, orient: "top", direction: "horizontal" },
          },
        },
      },
    },
  };
}
