/** A policy's operating points as a curve in the terminal: the share of right answers over the share of escalated requests. */
import type { OperatingPoint } from "@nearfirst/node";
import { percent } from "./objective.js";

const COLUMNS = 60;
const ROWS = 12;

/** Lines of a picture: `·` the points, `◆` the chosen one. */
export function drawCurve(points: readonly OperatingPoint[], chosen: OperatingPoint | null): string[] {
  const { least, most } = rangeOf(points);
  const columnOf = ({ escalatedShare }: OperatingPoint) => Math.round(escalatedShare * (COLUMNS - 1));
  const rowOf = ({ rightShare }: OperatingPoint) => Math.round(((most - rightShare) / (most - least)) * (ROWS - 1));
  const cells = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => " "));
  const mark = (point: OperatingPoint, sign: string) => {
    (cells[rowOf(point)] as string[])[columnOf(point)] = sign;
  };
  for (const point of points) mark(point, "·");
  if (chosen !== null) mark(chosen, "◆");
  const labels = new Map([
    [0, percent(most)],
    [ROWS - 1, percent(least)],
  ]);
  const margin = Math.max(...[...labels.values()].map((label) => label.length));
  return [
    `${" ".repeat(margin)} right`,
    ...cells.map((row, at) => `${(labels.get(at) ?? "").padStart(margin)} │${row.join("").trimEnd()}`),
    `${" ".repeat(margin)} └${"─".repeat(COLUMNS)}`,
    `${" ".repeat(margin)}  0 %${"escalated 100 %".padStart(COLUMNS - 3)}`,
  ];
}

/** The shares that the curve spans; some width where all points are alike. */
export function rangeOf(points: readonly OperatingPoint[]): { readonly least: number; readonly most: number } {
  const shares = points.map(({ rightShare }) => rightShare);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  return most > least ? { least, most } : { least: Math.max(0, least - 0.05), most: Math.min(1, most + 0.05) };
}
