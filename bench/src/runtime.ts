import { DEFAULT_SETTINGS, openRuntime, type Runtime } from "@nearfirst/node";
import { CORPUS_FOLDER } from "./corpus.js";

/** The product as it is installed: default settings, the embedded model, and an index over the corpus files. */
export async function withBenchRuntime<Result>(measure: (runtime: Runtime) => Promise<Result>): Promise<Result> {
  const runtime = await openRuntime({ settings: DEFAULT_SETTINGS, workspaceFolders: [CORPUS_FOLDER], watch: "off" });
  try {
    await runtime.workspace?.ready;
    return await measure(runtime);
  } finally {
    await runtime.close();
  }
}
