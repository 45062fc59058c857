/** Asks a tool about every program of a file of rows, some hundred in one process; to be gone on with after any end. */
import { checkStrictly, extentOf, neutralTexts, type StopReason, type SyntaxParser } from "@nearfirst/core";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import type { RowStore } from "../rows/row-file.js";
import type { TaskRow } from "../scores/judge-rows.js";
import { type SignalRow, signalKeyOf, signalRowOf } from "./signal-file.js";
import { findingsIn, type OpenedTool } from "./signal-tool.js";

/** Rows in one process: enough that starting it costs little, few enough that little is lost at an end. */
const ROWS_AT_ONCE = 200;

export interface AskSignalsOptions {
  readonly tool: OpenedTool;
  readonly parser: SyntaxParser;
  readonly store: RowStore<SignalRow>;
  readonly signal: AbortSignal;
  /** Called after each process with how many of the rows that can be asked about are there. */
  readonly onProgress: (done: number) => void;
}

/** Those with a suggestion, in the tools' language. */
export function askable(rows: readonly TaskRow[]): readonly TaskRow[] {
  return rows.filter(({ task, row }) => task.languageId === "python" && row.text !== null);
}

/** Rejects with `tool-failed`, and with the signal's reason once aborted. */
export async function askSignals(rows: readonly TaskRow[], options: AskSignalsOptions): Promise<void> {
  const { tool, parser, store, signal, onProgress } = options;
  const wanted = askable(rows);
  const left = wanted.filter(({ row }) => !store.known.has(signalKeyOf(row)));
  let done = wanted.length - left.length;
  for (let at = 0; at < left.length; at += ROWS_AT_ONCE) {
    const batch = left.slice(at, at + ROWS_AT_ONCE);
    const programs = new Programs();
    const places = [];
    for (const each of batch) places.push(await placesOf(each, programs, { parser, signal }));
    const found = await findingsIn(programs.all, tool, signal);
    const findingsAt = (place: number) => [...(found[place] as readonly string[])];
    for (const [index, { row }] of batch.entries()) {
      const { completed, neutral, gold, goldNeutral } = places[index] as Places;
      store.add(
        signalRowOf(row, {
          completed: findingsAt(completed),
          neutral: neutral === null ? null : findingsAt(neutral),
          gold: findingsAt(gold),
          goldNeutral: goldNeutral === null ? null : findingsAt(goldNeutral),
        }),
      );
    }
    done += batch.length;
    onProgress(done);
  }
}

/** Each text once: models write the same, and the published program belongs to both settings. */
class Programs {
  readonly #places = new Map<string, number>();

  get all(): readonly string[] {
    return [...this.#places.keys()];
  }

  placeOf(text: string): number {
    const place = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, place);
    return place;
  }
}

interface Places {
  readonly completed: number;
  readonly neutral: number | null;
  readonly gold: number;
  readonly goldNeutral: number | null;
}

interface Checking {
  readonly parser: SyntaxParser;
  readonly signal: AbortSignal;
}

async function placesOf({ task, row }: TaskRow, programs: Programs, checking: Checking): Promise<Places> {
  const { prefix, suffix, target } = task;
  const text = row.text as string;
  const placeOf = (program: string | null) => (program === null ? null : programs.placeOf(program));
  return {
    completed: programs.placeOf(prefix + text + suffix),
    neutral: placeOf(await neutralOf(task, { text, extent: extentOf(row.stopReason as StopReason) }, checking)),
    gold: programs.placeOf(prefix + target + suffix),
    goldNeutral: placeOf(await neutralOf(task, { text: target, extent: "statement" }, checking)),
  };
}

/** What the product's differential gate would compare with: the first that parses; null where none does. */
async function neutralOf(
  { prefix, suffix, languageId }: BenchmarkTask,
  { text, extent }: { readonly text: string; readonly extent: ReturnType<typeof extentOf> },
  { parser, signal }: Checking,
): Promise<string | null> {
  for (const neutral of neutralTexts({ languageId, before: prefix, text, after: suffix, extent })) {
    const { kind } = await checkStrictly(parser, neutral, languageId, signal);
    signal.throwIfAborted();
    if (kind === "valid") return neutral;
  }
  return null;
}
