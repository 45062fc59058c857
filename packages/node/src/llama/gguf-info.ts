import { createHash } from "node:crypto";
import type { GgufFileInfo } from "node-llama-cpp";
import type { GgufInfo } from "./engine-protocol.js";
import type { SpecialToken } from "./special-tokens.js";

export interface GgufInfoOptions {
  readonly special: readonly SpecialToken[];
  readonly trainedContextTokens: number;
  readonly fileBytes: number;
}

/** What the model file says of its model, as plain data. */
export function ggufInfoOf({ metadata }: Pick<GgufFileInfo, "metadata">, options: GgufInfoOptions): GgufInfo {
  const { special, trainedContextTokens, fileBytes } = options;
  const tokenizer = Object.fromEntries(
    Object.entries(metadata.tokenizer.ggml).filter((entry): entry is [string, string | number | boolean] =>
      ["string", "number", "boolean"].includes(typeof entry[1]),
    ),
  );
  const specialTokens = special.map(({ id, text }) => ({ id, text }));
  const hash = createHash("sha256");
  hash.update(JSON.stringify([metadata.general, tokenizer, specialTokens, trainedContextTokens, fileBytes]));
  return {
    name: metadata.general.name ?? null,
    architecture: metadata.general.architecture,
    trainedContextTokens,
    tokenizer,
    specialTokens,
    chatTemplate: metadata.tokenizer.chat_template ?? null,
    fileBytes,
    metadataHash: hash.digest("hex"),
  };
}
