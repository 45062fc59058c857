/** What stands in a table: words, or a measured number with what it rests on. */
import type { MeanWithInterval } from "../methods/paired-bootstrap.js";
import type { ClusteredShare } from "../scores/clustered-interval.js";

export interface Measured {
  readonly value: number;
  readonly unit: "%" | "points" | "ms" | "";
  readonly digits: number;
  /** Ends of the 95 % interval; absent where there is none. */
  readonly low?: number;
  readonly high?: number;
  /** Of how many tasks; and how many of them it is, where it is a share. */
  readonly of?: number;
  readonly count?: number;
}

/** Null: nothing is known. */
export type Cell = string | number | Measured | null;

export function percentCell({ share, low, high, passed, tasks }: ClusteredShare): Measured {
  return { value: 100 * share, unit: "%", digits: 1, low: 100 * low, high: 100 * high, count: passed, of: tasks };
}

/** A share of counted tasks without an interval. */
export function shareCell(count: number, of: number): Measured {
  return { value: (100 * count) / of, unit: "%", digits: 1, count, of };
}

/** A difference of shares, in percentage points. */
export function pointsCell({ mean, low, high, tasks }: MeanWithInterval): Measured {
  return { value: 100 * mean, unit: "points", digits: 1, ...ends(100 * low, 100 * high), of: tasks };
}

/** A mean of shares, as a percentage. */
export function meanPercentCell({ mean, low, high, tasks }: MeanWithInterval): Measured {
  return { value: 100 * mean, unit: "%", digits: 1, ...ends(100 * low, 100 * high), of: tasks };
}

export function msCell(value: number): Measured {
  return { value, unit: "ms", digits: 0 };
}

export function meanMsCell({ mean, low, high, tasks }: MeanWithInterval): Measured {
  return { value: mean, unit: "ms", digits: 0, ...ends(low, high), of: tasks };
}

/** A number as a paper prints it. */
export function printedCell(value: number | null | undefined, unit: Measured["unit"], digits = 1): Measured | null {
  return value === null || value === undefined ? null : { value, unit, digits };
}

export function isMeasured(cell: Cell): cell is Measured {
  return typeof cell === "object" && cell !== null;
}

/** `5.6 % (28 of 500; 3.5 to 8.8)`; a dash for nothing. */
export function textOf(cell: Cell): string {
  if (cell === null) return "–";
  if (!isMeasured(cell)) return `${cell}`;
  const { value, unit, digits, low, high, count, of } = cell;
  if (Number.isNaN(value)) return "–";
  const sign = unit === "points" && value > 0 ? "+" : "";
  const word = unit === "" ? "" : ` ${unit}`;
  const basis = count === undefined ? [] : [`${count} of ${of}`];
  const interval = low === undefined || high === undefined ? [] : [`${low.toFixed(digits)} to ${high.toFixed(digits)}`];
  const details = [...basis, ...interval].join("; ");
  return `${sign}${withoutNegativeZero(value.toFixed(digits))}${word}${details === "" ? "" : ` (${details})`}`;
}

function ends(low: number, high: number): Pick<Measured, "low" | "high"> {
  return Number.isNaN(low) || Number.isNaN(high) ? {} : { low, high };
}

function withoutNegativeZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
