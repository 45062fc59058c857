/** What goes to the terminal: colours only where a person sees them, and no control characters out of files. */
import pc from "picocolors";

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours for standard output: on a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` turns them on anywhere. */
export function colorsOf(
  stream: { readonly isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): Colors {
  const isForced = env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0";
  const isOff = Boolean(env["NO_COLOR"]) || env["TERM"] === "dumb";
  return pc.createColors(isForced || (stream.isTTY === true && !isOff));
}

/** The text with control characters made visible, so that a file cannot steer the terminal. Keeps line feed and tab. */
export function printable(text: string): string {
  return text
    .replaceAll(/\r(?=\n|$)/g, "")
    .replaceAll(/\p{Cc}/gu, (control) => {
      const code = control.charCodeAt(0);
      return control === "\n" || control === "\t"
        ? control
        : code < 0x20
          ? String.fromCharCode(0x2400 + code)
          : "\uFFFD";
    })
    .replaceAll(/\p{Bidi_Control}/gu, "\uFFFD");
}

/**
 * JSON for programs that a terminal may show, too: `JSON.stringify` lets stand control characters beyond the first 32, which some
 * terminals obey, and marks that turn the direction of text.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007F-\u009F]|\p{Bidi_Control}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Text in columns, two spaces apart; numbers (columns in `right`) to the right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
