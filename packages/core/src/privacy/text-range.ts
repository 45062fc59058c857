/** Ranges of a text, as UTF-16 offsets: `start` included, `end` not. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The ranges in order, those that overlap or touch as one. */
export function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** What of the ranges lies in `window`, as offsets from its start. */
export function within<Range extends TextRange>(ranges: readonly Range[], window: TextRange): Range[] {
  return ranges
    .filter(({ start, end }) => start < window.end && end > window.start)
    .map((range) => ({
      ...range,
      start: Math.max(range.start, window.start) - window.start,
      end: Math.min(range.end, window.end) - window.start,
    }));
}

/** The text with each range replaced by `by`; the ranges are in order and do not overlap. */
export function replaced(text: string, ranges: readonly TextRange[], by: string): string {
  let result = "";
  let from = 0;
  for (const { start, end } of ranges) {
    result += text.slice(from, start) + by;
    from = end;
  }
  return result + text.slice(from);
}
