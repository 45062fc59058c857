import { DEFAULT_SETTINGS, openRuntime, type Runtime } from "@nearfirst/node";
import type { Bench, BenchCall } from "./bench.js";
import { CORPUS_FOLDER } from "./corpus.js";

/** Of a run beside others, an engine that is slow must not count as a model that is wrong. */
export const PATIENCE_MS = 900_000;

/** For benches whose figures depend on the model. */
export const MODEL_OPTION: NonNullable<Bench["options"]> = {
  config: { model: { type: "string" } },
  help: "Usage: npm run --silent bench -- NAME [--model NAME|FILE] [--json]\n\n  --model   an installed model, or a .gguf file (default: the embedded model)",
};

/** The product as it is installed: default settings, the embedded model unless another is asked for, an index over the corpus. */
export async function withBenchRuntime<Result>(
  { values }: BenchCall,
  measure: (runtime: Runtime) => Promise<Result>,
): Promise<Result> {
  const model = typeof values["model"] === "string" ? values["model"] : DEFAULT_SETTINGS.model;
  const settings = { ...DEFAULT_SETTINGS, model };
  const runtime = await openRuntime({ settings, workspaceFolders: [CORPUS_FOLDER], watch: "off" });
  try {
    await runtime.workspace?.ready;
    return await measure(runtime);
  } finally {
    await runtime.close();
  }
}
