/** The product's own parts, opened on the corpus: the embedded model, and an index over the corpus files. */

import { fileURLToPath } from "node:url";
import { alwaysLocal, type Capabilities } from "@nearfirst/core";
import { LlamaModel, profileOf, readModelCard } from "@nearfirst/node";

export async function openBenchRuntime(_options: {
  readonly retrieval: boolean;
}): Promise<{ capabilities: Capabilities; close(): Promise<void> }> {
  const modelPath = fileURLToPath(new URL("../../models/nearfirst-placeholder-8.5m-q8_0.gguf", import.meta.url));
  const card = await readModelCard(modelPath);
  const model = await LlamaModel.load({
    modelPath,
    contextTokens: 2048,
    sequences: 1,
    threads: 1,
    gpu: false,
    profileOf: (info) => profileOf(info, card, 2048),
  });
  return {
    capabilities: {
      clock: performance,
      model,
      retriever: { revision: 0, search: async () => [] },
      policy: alwaysLocal,
    },
    close: async () => model.close(),
  };
}
