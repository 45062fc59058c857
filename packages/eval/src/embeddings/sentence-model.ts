/** A sentence model as GGUF, in this process: `scripts/install-minilm.sh` makes all-MiniLM-L6-v2. */
import { existsSync } from "node:fs";
import { NearfirstError } from "@nearfirst/core";
import type { Token } from "node-llama-cpp";

/** Tokens of a text; those that the model puts around it take two more. */
const CONTEXT_TOKENS = 512;

export interface SentenceModel {
  tokenize(text: string): readonly Token[];
  /** One at a time; later calls wait. */
  embed(tokens: readonly Token[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Rejects with `file-unreadable` where there is no such file. */
export async function openSentenceModel(modelPath: string, threads: number): Promise<SentenceModel> {
  requireSentenceModel(modelPath);
  // Loaded here alone: no other command needs a model in this process.
  const { getLlama, LlamaLogLevel } = await import("node-llama-cpp");
  const llama = await getLlama({ gpu: false, build: "never", logLevel: LlamaLogLevel.error });
  try {
    const model = await llama.loadModel({ modelPath });
    const context = await model.createEmbeddingContext({ contextSize: CONTEXT_TOKENS, threads });
    return {
      tokenize: (text) => model.tokenize(text),
      embed: async (tokens) => (await context.getEmbeddingFor([...tokens])).vector,
      close: () => llama.dispose(),
    };
  } catch (thrown) {
    await llama.dispose();
    throw thrown;
  }
}

export function requireSentenceModel(modelPath: string): void {
  if (existsSync(modelPath)) return;
  throw new NearfirstError({
    code: "file-unreadable",
    message: `There is no model ${modelPath}. \`scripts/install-minilm.sh\` makes one.`,
  });
}
