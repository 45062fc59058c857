/** Embeds the code around each hole with a sentence model (SynConfRoute 2.4: all-MiniLM-L6-v2), to be gone on with after any end. */
import { basename } from "node:path";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { modelFileOf } from "../rows/model-file.js";
import { openRows } from "../rows/row-file.js";
import { EMBEDDINGS_FORMAT, type EmbeddingHeader, packed } from "./embedding-file.js";
import { openSentenceModel, requireSentenceModel, type SentenceModel } from "./sentence-model.js";

export interface EmbedTasksOptions {
  readonly benchmark: string;
  readonly dataSha256: string;
  readonly tasks: readonly BenchmarkTask[];
  /** Path of a GGUF file: `scripts/install-minilm.sh` makes it. */
  readonly modelPath: string;
  readonly out: string;
  readonly signal: AbortSignal;
  /** Called after each task with how many of all are there. */
  readonly onProgress: (done: number) => void;
  readonly onNotice: (notice: string) => void;
}

/** The text is not said in the paper; this is reading R25: the tokens nearest to the cursor. */
const TEXT = { tokensBefore: 128, tokensAfter: 64 } as const;

/** Rejects with `file-unreadable` where there is no such file, and with the signal's reason once aborted. */
export async function embedTasks(options: EmbedTasksOptions): Promise<void> {
  const { benchmark, dataSha256, tasks, modelPath, out, signal, onProgress, onNotice } = options;
  requireSentenceModel(modelPath);
  const { sha256 } = await modelFileOf(modelPath);
  const header: EmbeddingHeader = {
    format: 1,
    kind: "embeddings",
    benchmark,
    dataSha256,
    model: { name: basename(modelPath), sha256 },
    text: TEXT,
  };
  const store = openRows(out, EMBEDDINGS_FORMAT, {
    header,
    differenceFrom: (old) => (JSON.stringify(old) === JSON.stringify(header) ? null : "another model, text or data"),
    onNotice,
  });
  const left = tasks.filter(({ id }) => !store.known.has(id));
  const model = await openSentenceModel(modelPath, 1);
  try {
    for (const task of left) {
      signal.throwIfAborted();
      store.add({ task: task.id, bytes: packed(await embeddingOf(task, model)) });
      onProgress(store.known.size);
    }
  } finally {
    await model.close();
  }
}

function embeddingOf({ preamble, prefix, suffix }: BenchmarkTask, model: SentenceModel): Promise<readonly number[]> {
  const before = model.tokenize(preamble + prefix).slice(-TEXT.tokensBefore);
  const after = model.tokenize(suffix).slice(0, TEXT.tokensAfter);
  return model.embed([...before, ...after]);
}
