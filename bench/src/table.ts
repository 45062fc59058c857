/** A bench's result for people: a line a value; a list of flat objects as a table of its own. */
export function tableOf(result: object): string {
  const entries = Object.entries(result);
  const lines = entries.filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...lines.map(([key]) => key.length));
  return [
    lines.map(([key, value]) => `${key.padEnd(width)}  ${cellOf(value)}`).join("\n"),
    ...entries.filter(([, value]) => isTable(value)).map(([key, rows]) => `${key}\n${columnsOf(rows)}`),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

type Row = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === "object" && row !== null);
}

function columnsOf(rows: readonly Row[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [keys, ...rows.map((row) => keys.map((key) => cellOf(row[key])))];
  const widths = keys.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  const isNumber = keys.map((key) => rows.every((row) => ["number", "undefined"].includes(typeof row[key])));
  return cells
    .map((row) =>
      row
        .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] as number) : cell.padEnd(widths[at] as number)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
