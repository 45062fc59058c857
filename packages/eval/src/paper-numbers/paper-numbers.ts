/**
 * What both papers print, as data: tables, figures, numbers in the prose, task counts that follow from them, and checks of all
 * that with their verdicts. Percentages are 0 to 100 and fractions 0 to 1, as an item's unit says.
 */
import { z } from "zod";
import mcComData from "./mccom.json" with { type: "json" };
import synConfRouteData from "./synconfroute.json" with { type: "json" };

export const PAPERS = ["synconfroute", "mccom"] as const;
export type PaperName = (typeof PAPERS)[number];

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const item = z.object({
  id: z.string(),
  /** `derived`: computed from what is printed. */
  kind: z.enum(["table", "figure", "example", "prose", "derived"]),
  title: z.string(),
  unit: z.string(),
  columns: z.array(z.string()),
  /** As long as `columns`; null where nothing is given. */
  rows: z.array(z.array(cell)),
  notes: z.array(z.string()),
  source: z.object({ section: z.string() }),
});

const check = z.object({
  id: z.string(),
  about: z.string(),
  items: z.array(z.string()),
  stated: z.unknown(),
  computed: z.unknown(),
  verdict: z.enum(["agrees", "agrees-within-rounding", "scope", "disagrees", "inferred", "unresolved"]),
  note: z.string().optional(),
});

const paper = z.object({
  paper: z.object({ id: z.enum(PAPERS), title: z.string(), authors: z.array(z.string()), arxiv: z.string() }),
  verdicts: z.record(z.string(), z.string()),
  checks: z.array(check),
  items: z.array(item),
});

export type PaperCell = z.infer<typeof cell>;
export type PaperItem = z.infer<typeof item>;
export type Paper = z.infer<typeof paper>;

const BY_NAME: Readonly<Record<PaperName, Paper>> = {
  synconfroute: paper.parse(synConfRouteData),
  mccom: paper.parse(mcComData),
};

export function paperNamed(name: PaperName): Paper {
  return BY_NAME[name];
}

/** Throws a `RangeError` where there is no such item. */
export function paperItem(name: PaperName, id: string): PaperItem {
  const found = BY_NAME[name].items.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`${name} has no ${id}.`);
  return found;
}

/** The number in a row, which is named by its first cell, and a column. Throws a `RangeError` where none is printed. */
export function paperNumber(name: PaperName, id: string, { row, column }: { row: string; column: string }): number {
  const { columns, rows } = paperItem(name, id);
  const value = rows.find(([first]) => first === row)?.[columns.indexOf(column)];
  if (typeof value !== "number") throw new RangeError(`${name} ${id} has no number for ${row}, ${column}.`);
  return value;
}

/** A number from an item with the columns `key` and `value`. */
export function paperValue(name: PaperName, id: string, key: string): number {
  return paperNumber(name, id, { row: key, column: "value" });
}

/** All rows of an item as objects. */
export function paperRows(name: PaperName, id: string): readonly Readonly<Record<string, PaperCell>>[] {
  const { columns, rows } = paperItem(name, id);
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
}
