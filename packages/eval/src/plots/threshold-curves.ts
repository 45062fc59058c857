/** What a threshold gives on the tasks it was chosen on, and on others. */
import type { FigureSpec } from "./figure-spec.js";
import { BLUE, FAINT, GREY, RED } from "./theme.js";

export interface ThresholdPoint {
  readonly tasks: "calibration" | "test";
  readonly threshold: number;
  readonly percent: number;
  readonly escalatedPercent: number;
}

export interface ThresholdCurvesOptions {
  readonly title: string;
  readonly subtitle: string;
  readonly points: readonly ThresholdPoint[];
  readonly chosen: number;
}

export function thresholdCurves({ title, subtitle, points, chosen }: ThresholdCurvesOptions): FigureSpec {
  const panel = (field: string, name: string, zero: boolean) => ({
    width: 560,
    height: 190,
    layer: [
      {
        data: { values: points },
        mark: { type: "line", interpolate: "step-after", strokeWidth: 2 },
        encoding: {
          x: { field: "threshold", type: "quantitative", title: "threshold", scale: { domain: [0, 1] } },
          y: { field, type: "quantitative", title: name, scale: { zero } },
          color: {
            field: "tasks",
            type: "nominal",
            scale: { domain: ["calibration", "test"], range: [GREY, BLUE] },
            legend: { title: null, orient: "top", direction: "horizontal" },
          },
        },
      },
      {
        data: { values: [{ threshold: chosen, label: `chosen: ${chosen.toFixed(3)}` }] },
        mark: { type: "rule", color: RED, strokeDash: [4, 3], strokeWidth: 1.5 },
        encoding: { x: { field: "threshold", type: "quantitative" } },
      },
      {
        data: { values: [{ threshold: chosen, label: `chosen: ${chosen.toFixed(3)}` }] },
        mark: {
          type: "text",
          y: -7,
          color: FAINT,
          ...(chosen > 0.8 ? { align: "right", dx: -6 } : { align: "left", dx: 6 }),
        },
        encoding: { x: { field: "threshold", type: "quantitative" }, text: { field: "label" } },
      },
    ],
  });
  return {
    description: `${title}. The threshold ${chosen.toFixed(3)} is chosen on the calibration tasks.`,
    spec: {
      title: { text: title, subtitle },
      vconcat: [panel("percent", "right, %", false), panel("escalatedPercent", "escalated, %", true)],
    },
  };
}
