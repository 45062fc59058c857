/** Figures by day, without gaps. */
import type { Statistics } from "@nearfirst/core";
import type { DashboardStatistics } from "../wire.js";

export interface Day {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Null for a day without a request. */
  readonly statistics: Statistics | null;
}

/** From the first day with a request to the last one, and at least the last `fewest` days. */
export function daysOf({ days }: Pick<DashboardStatistics, "days">, fewest: number, today: string): readonly Day[] {
  const known = new Map(days.map(({ day, statistics }) => [day, statistics]));
  const earliest = dayBefore(today, fewest - 1);
  const first = days[0] !== undefined && days[0].day < earliest ? days[0].day : earliest;
  const all: Day[] = [];
  for (let day = first; day <= today; day = dayBefore(day, -1)) all.push({ day, statistics: known.get(day) ?? null });
  return all;
}

/** In local time, as the daemon counts. */
export function dayOf(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

function dayBefore(day: string, days: number): string {
  // By UTC, which knows no summer time: the day alone counts.
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** `3 May` */
export function dayInWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
