/** How long the strict syntax gate took, by language and size of the file. */
import { quantile } from "../scores/quantile.js";
import type { Evaluation } from "../tables/evaluation.js";

export interface GateTimes {
  readonly languageId: string;
  /** 1: the smallest files of the language, 3: the largest. */
  readonly third: 1 | 2 | 3;
  /** Of the whole texts that were parsed, in UTF-16 units. */
  readonly least: number;
  readonly most: number;
  /** Milliseconds. */
  readonly times: readonly number[];
}

interface Timed {
  readonly languageId: string;
  readonly size: number;
  readonly ms: number;
}

/** Of all rows that have a time and whose task is at hand: a text's size is that of prefix, completion and suffix. */
export function gateTimes({ files, sources }: Evaluation): readonly GateTimes[] {
  const timed = files.flatMap(({ header, rows }) =>
    [...rows.values()].flatMap(({ task, text, ms }): Timed[] => {
      const source = sources.get(header.benchmark)?.get(task);
      if (source === undefined || text === null || ms.strict === undefined) return [];
      const size = source.prefix.length + text.length + source.suffix.length;
      return [{ languageId: source.languageId, size, ms: ms.strict }];
    }),
  );
  return [...new Set(timed.map(({ languageId }) => languageId))].flatMap((languageId) =>
    thirdsOf(timed.filter((each) => each.languageId === languageId)),
  );
}

/** Files of one size are never in two thirds. */
function thirdsOf(timed: readonly Timed[]): readonly GateTimes[] {
  const sizes = timed.map(({ size }) => size);
  const [first, second] = [quantile(sizes, 1 / 3), quantile(sizes, 2 / 3)];
  return ([1, 2, 3] as const).flatMap((third) => {
    const own = timed.filter(({ size }) => (size <= first ? 1 : size <= second ? 2 : 3) === third);
    const [one] = own;
    if (one === undefined) return [];
    const { languageId } = one;
    const ownSizes = own.map(({ size }) => size);
    return [
      { languageId, third, least: Math.min(...ownSizes), most: Math.max(...ownSizes), times: own.map(({ ms }) => ms) },
    ];
  });
}

/** How many rows have a time, whether or not their task is at hand. */
export function timedRows({ files }: Evaluation): number {
  return files.flatMap(({ rows }) => [...rows.values()]).filter(({ ms }) => ms.strict !== undefined).length;
}
