import { type ModelProfile, NearfirstError } from "@nearfirst/core";
import type { GgufInfo } from "./engine-protocol.js";
import type { ModelCard } from "./model-card.js";

/** What the pipeline needs to know of a model, from its GGUF metadata and its card. */
export function profileOf(info: GgufInfo, card: ModelCard | null, contextTokens: number): ModelProfile {
  const id = (key: string): number | null => {
    const value = info.tokenizer[`${key}_token_id`];
    return typeof value === "number" ? value : null;
  };
  const [prefix, suffix, middle] = [id("fim_pre"), id("fim_suf"), id("fim_mid")];
  if (prefix === null || suffix === null || middle === null)
    throw new NearfirstError({
      code: "model-without-fim",
      message: `The model ${info.name ?? "(unnamed)"} has no fill-in-the-middle tokens. Choose another with \`nearfirst models list\`.`,
    });
  const trained = Math.min(card?.trained_context ?? info.trainedContextTokens, info.trainedContextTokens);
  const eos = id("eos");
  return {
    fingerprint: info.metadataHash,
    name: card?.name ?? info.name ?? "unnamed",
    contextTokens: Math.min(contextTokens, trained),
    languages: card?.languages ?? [],
    mode: "fim",
    family: "embedded",
    order: card?.fim_order ?? "psm",
    fim: { prefix, suffix, middle, fileSeparator: id("fim_sep"), repoName: id("fim_rep") },
    bos: info.tokenizer["add_bos_token"] === true ? id("bos") : null,
    endTokens: eos === null ? [] : [eos],
    specialTexts: info.specialTokens.map((token) => token.text),
    tokenHealing: card?.token_healing ?? false,
  };
}
