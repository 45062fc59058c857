/** How good and how fast each model is. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE, INK, ORANGE } from "./theme.js";

export interface QualityLatencyPoint {
  readonly model: string;
  readonly whose: "ours" | "paper";
  readonly setting: string;
  readonly percent: number;
  /** Null where no interval is known. */
  readonly low: number | null;
  readonly high: number | null;
  readonly ms: number;
}

export function qualityLatencyFigure(points: readonly QualityLatencyPoint[]): FigureSpec {
  const x = {
    field: "ms",
    type: "quantitative",
    scale: { type: "log", nice: true },
    title: "median time of an answer, ms (logarithmic)",
  };
  const values = [...points].sort((one, other) => one.ms - other.ms);
  return {
    description: "Share of solved tasks against the median time of an answer, one point a model and setting.",
    spec: {
      title: "Quality and latency, HumanEval-Infilling single-line",
      data: { values },
      width: 620,
      height: 360,
      encoding: { x },
      layer: [
        {
          transform: [{ filter: "datum.low !== null" }],
          mark: { type: "rule", strokeWidth: 1.5 },
          encoding: {
            y: { field: "low", type: "quantitative" },
            y2: { field: "high" },
            color: colour(),
          },
        },
        {
          mark: { type: "point", size: 70, filled: true, opacity: 1 },
          encoding: {
            y: { field: "percent", type: "quantitative", scale: { domainMin: 0 }, title: "pass@1, %" },
            color: colour(),
            shape: { field: "whose", type: "nominal", legend: null },
          },
        },
        // Neighbours in time have their names on different sides.
        ...values.map((point, at) => ({
          data: { values: [point] },
          mark: { type: "text", align: "left", dx: 8, dy: at % 2 === 0 ? -10 : 12, color: INK },
          encoding: { y: { field: "percent", type: "quantitative" }, text: { field: "model" } },
        })),
      ],
    },
  };
}

function colour() {
  return {
    field: "whose",
    type: "nominal",
    scale: { domain: ["ours", "paper"], range: [BLUE, ORANGE] },
    legend: { title: null, orient: "top", direction: "horizontal" },
  };
}
