/** A way to ask a model that is not the product's own: what is changed of a task, and of what the request path is given. */
import type { LocalModel } from "@nearfirst/core";
import type { LlamaModel } from "@nearfirst/node";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import type { AnsweringCapabilities } from "../rows/answer-task.js";
import type { Row, RowsHeader, Setting } from "../rows/row.js";

export interface AskingMethod {
  /** Into the header of its rows. */
  readonly header: NonNullable<RowsHeader["method"]>;
  /**
   * `ask`: one request by the product's path. Rejects with `file-unreadable` where it lacks an answer that it builds on, and
   * with what `ask` rejects with.
   */
  readonly answer: (asked: Asked, ask: (asked: Asked) => Promise<Row>) => Promise<Row>;
}

/** One that asks a second model too: each runner opens its own. */
export interface OpeningMethod extends Pick<AskingMethod, "header"> {
  /** `model`: the one that is asked. Rejects with a `NearfirstError` that says what to do, and leaves nothing running. */
  readonly open: (model: LlamaModel, options: { readonly threads: number }) => Promise<OpenedMethod>;
}

export interface OpenedMethod {
  /** As `AskingMethod` has it; rejects with the signal's reason once aborted. */
  readonly answer: (asked: Asked, ask: (asked: Asked) => Promise<Row>, signal: AbortSignal) => Promise<Row>;
  close(): Promise<void>;
}

export interface Asked {
  readonly task: BenchmarkTask;
  readonly setting: Setting;
  readonly capabilities: AnsweringCapabilities;
}

/** The same model, with another `generate`. */
export function withGenerate(model: LocalModel, generate: LocalModel["generate"]): LocalModel {
  return { profile: model.profile, tokenize: (texts) => model.tokenize(texts), generate };
}

/** The same request to another model. */
export function ofModel(asked: Asked, generate: LocalModel["generate"]): Asked {
  const model = withGenerate(asked.capabilities.model, generate);
  return { ...asked, capabilities: { ...asked.capabilities, model } };
}
