/** Asks both models for all tasks; what a rows file has is not asked again. */
import { type AnsweredHoles, answerHoles, type EvaluatedRow, findModel, keyOfHole, RowFile } from "@nearfirst/node";
import { ProgressBar } from "../../../packages/cli/src/progress-bar.js";
import { BenchError } from "../bench.js";
import { openPair } from "../pair/open-pair.js";
import { taskHoles } from "../pair/task-holes.js";
import { catchInterrupt } from "../scores/interrupt.js";
import type { Answerer } from "../scores/models.js";
import type { CascadeArguments } from "./arguments.js";

export interface Pair {
  readonly local: Answerer;
  readonly large: Answerer;
}

/** Throws a `BenchError` with exit code 130 when interrupted. */
export async function askPair(given: CascadeArguments, pair: Pair): Promise<AnsweredHoles> {
  const interrupt = catchInterrupt();
  const closing: (() => Promise<void>)[] = [];
  try {
    const { holes, retriever, close } = await taskHoles(given, interrupt.signal);
    closing.push(close);
    const rows = await rowsFor(given, pair);
    const known = holes.flatMap((hole) => rows.get(keyOfHole(hole)) ?? []);
    // Loads no model where nothing is left to ask.
    if (known.length === holes.length) return { rows: known, withoutRow: new Map() };
    const opened = await openPair(given, closing);
    const capabilities = { ...opened.capabilities, retriever };
    const bar = new ProgressBar({ total: holes.length, doneBefore: known.length, things: "tasks" });
    closing.push(async () => bar.end());
    const { maxTokens } = given;
    const { signal } = interrupt;
    return await answerHoles(holes, { capabilities, rows, maxTokens, signal, onProgress: (done) => bar.show(done) });
  } catch (thrown) {
    if (!interrupt.signal.aborted) throw thrown;
    const kept =
      given.rows === null ? "Nothing was kept: --rows FILE keeps what is done." : "The same command goes on.";
    throw new BenchError(`Interrupted. ${kept}`, 130, thrown);
  } finally {
    for (const close of closing.toReversed()) await close();
    interrupt.release();
  }
}

/** In memory where no file is named. */
async function rowsFor(
  { rows: path, large: largeModel, maxTokens, threads }: CascadeArguments,
  { local, large }: Pair,
): Promise<Pick<RowFile, "get" | "add">> {
  if (path !== null) {
    const { card } = await findModel(largeModel);
    const largePrompt = card?.prompt_template ?? card?.prompt_mode ?? "";
    return RowFile.open(path, {
      maxTokens,
      threads,
      local: local.sha256 ?? "",
      large: large.sha256 ?? "",
      largePrompt,
    });
  }
  const rows = new Map<string, EvaluatedRow>();
  return { get: (key) => rows.get(key), add: (key, row) => void rows.set(key, row) };
}
