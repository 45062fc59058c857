import { UsageError } from "./usage-error.js";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** `30m`, `6h`, `7d`, `2w` before `now`, or a date such as `2026-05-01` or `2026-05-01T12:00`, in local time. */
export function sinceDate(text: string, now: Date = new Date()): Date {
  const [, amount, unit = ""] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now.getTime() - Number(amount) * (UNITS[unit] ?? 0));
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00`) : new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime()))
    throw new UsageError(`--since takes 30m, 6h, 7d, 2w or a date such as 2026-05-01, not "${text}".`);
  return date;
}
