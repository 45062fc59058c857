/** A table as Markdown and as CSV. */
import { type Cell, isMeasured, textOf } from "./cell.js";
import type { EvaluationTable, TableContent } from "./table.js";

export interface RenderOptions {
  readonly command: string;
  /** Paths of its pictures, beside the page. */
  readonly pictures: readonly string[];
  /** Of the heading: 1 for a page of its own. */
  readonly level: number;
}

export function markdownOf(
  { title, id }: Pick<EvaluationTable, "title" | "id">,
  content: TableContent,
  { command, pictures, level }: RenderOptions,
): string {
  const { columns, rows, notes, missing, madeWith, figures } = content;
  const blocks = [
    `${"#".repeat(level)} ${title}`,
    `\`${id}\``,
    ...pictures.map((path, at) => `![${figures[at]?.description ?? title}](${path})`),
    ...(rows.length === 0 ? [] : [markdownTable(columns, rows)]),
    ...notes.map((note) => note),
    ...listed(
      rows.length === 0 ? "Nothing is there" : "What is not there",
      missing.map((each) => `${each}.`),
    ),
    ...listed("Made with", madeWith),
    `Made by \`${command}\`.`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function markdownTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const isNumber = columns.map((_, at) =>
    rows.some((row) => typeof row[at] === "number" || isMeasured(row[at] ?? null)),
  );
  return [
    line(columns),
    line(isNumber.map((number) => (number ? "---:" : "---"))),
    ...rows.map((row) => line(row.map(textOf))),
  ].join("\n");
}

/** A measured column becomes several: value, count, tasks, ends of the interval, as far as any row has them. */
export function csvOf({ columns, rows }: Pick<TableContent, "columns" | "rows">): string {
  const parts = columns.map((column, at) =>
    partsOf(
      column,
      rows.map((row) => row[at] ?? null),
    ),
  );
  const head = parts.flatMap((each) => each.map(({ name }) => name));
  const lines = rows.map((row) => parts.flatMap((each, at) => each.map(({ read }) => read(row[at] ?? null))));
  return `${[head, ...lines].map((cells) => cells.map(quoted).join(",")).join("\n")}\n`;
}

interface CsvPart {
  readonly name: string;
  readonly read: (cell: Cell) => string;
}

const DETAILS = ["count", "of", "low", "high"] as const;

function partsOf(column: string, cells: readonly Cell[]): readonly CsvPart[] {
  const measured = cells.filter(isMeasured);
  const details = DETAILS.filter((key) => measured.some((cell) => cell[key] !== undefined));
  const value: CsvPart = {
    name: column,
    read: (cell) => (cell === null ? "" : isMeasured(cell) ? numberOf(cell.value) : `${cell}`),
  };
  return [
    value,
    ...details.map((key) => ({
      name: `${column} ${key}`,
      read: (cell: Cell) => (isMeasured(cell) && cell[key] !== undefined ? numberOf(cell[key]) : ""),
    })),
  ];
}

function numberOf(value: number): string {
  return Number.isNaN(value) ? "" : `${Number(value.toFixed(4))}`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function listed(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const lines = [...new Set(items)].map((item) => `- ${item}`).join("\n");
  // Two lines are read at a glance.
  return items.length <= 2
    ? [`${title}:\n\n${lines}`]
    : [`<details><summary>${title}</summary>\n\n${lines}\n\n</details>`];
}
