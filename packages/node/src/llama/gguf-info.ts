import { createHash } from "node:crypto";
import type { LlamaModel } from "node-llama-cpp";
import type { GgufInfo } from "./engine-protocol.js";
import type { SpecialToken } from "./special-tokens.js";

/** What the model file says of its model, as plain data. */
export function ggufInfoOf(model: LlamaModel, special: readonly SpecialToken[], fileBytes: number): GgufInfo {
  const { metadata } = model.fileInfo;
  const tokenizer = Object.fromEntries(
    Object.entries(metadata.tokenizer.ggml).filter((entry): entry is [string, string | number | boolean] =>
      ["string", "number", "boolean"].includes(typeof entry[1]),
    ),
  );
  const specialTokens = special.map(({ id, text }) => ({ id, text }));
  const hash = createHash("sha256");
  hash.update(JSON.stringify([metadata.general, tokenizer, specialTokens, model.trainContextSize, fileBytes]));
  return {
    name: metadata.general.name ?? null,
    architecture: metadata.general.architecture,
    trainedContextTokens: model.trainContextSize,
    tokenizer,
    specialTokens,
    chatTemplate: metadata.tokenizer.chat_template ?? null,
    fileBytes,
    metadataHash: hash.digest("hex"),
  };
}
