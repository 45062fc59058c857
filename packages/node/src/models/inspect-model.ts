/** What a model file says of itself, read without loading it: whether it can be used, and how much memory it takes. */
import { stat } from "node:fs/promises";
import { type ModelProfile, NearfirstError } from "@nearfirst/core";
import { z } from "zod";
import { ggufInfoOf } from "../llama/gguf-info.js";
import type { ModelCard } from "../llama/model-card.js";
import { profileOf } from "../llama/profile.js";
import { specialTokensIn } from "../llama/special-tokens.js";
import { ggufHeaderProblem } from "./gguf-header.js";

/** A damaged file can name numbers that are read on for minutes. */
const LIMIT_MS = 30_000;

export interface InspectedModel {
  readonly profile: ModelProfile;
  readonly fileBytes: number;
  /** Bytes of cache for a token of context; null where the file does not say enough. */
  readonly kvBytesPerToken: number | null;
}

export interface InspectOptions {
  readonly card: ModelCard | null;
  /** The setting. */
  readonly contextTokens: number;
}

/**
 * Throws `model-corrupt` for a file that is no language model, `model-without-fim`, `model-unknown-family` or
 * `config-invalid` (its card) for one that Nearfirst cannot ask.
 */
export async function inspectModel(path: string, { card, contextTokens }: InspectOptions): Promise<InspectedModel> {
  const fileBytes = (await stat(path)).size;
  const damage = await ggufHeaderProblem(path);
  if (damage !== null) throw noModel(path, damage);
  // The engine's own reader, which is JavaScript; nothing native is loaded.
  const { readGgufFileInfo } = await import("node-llama-cpp");
  const options = { sourceType: "filesystem", spliceSplitFiles: false, logWarnings: false } as const;
  const { metadata, tensorCount, tensorInfo } = await readGgufFileInfo(path, {
    ...options,
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((thrown: unknown) => {
    throw noModel(path, "its description cannot be read", thrown);
  });
  const type = (metadata.general as { readonly type?: unknown } | undefined)?.type;
  if (typeof type === "string" && type !== "model") throw noModel(path, `it is a part for another model (${type})`);
  const tokens = metadata.tokenizer?.ggml?.tokens;
  if (tokens === undefined) throw noModel(path, "it has no vocabulary");
  if (Number(tensorCount) === 0) throw noModel(path, "it has a vocabulary and no weights");
  // The reader takes what is beyond the file's end for zeros. Whether the last of the weights is whole, loading tells.
  const furthest = Math.max(0, ...(tensorInfo ?? []).map(({ fileOffset }) => Number(fileOffset)));
  if (furthest >= fileBytes) throw noModel(path, "it is cut off");
  const architecture = (metadata as unknown as Record<string, unknown>)[metadata.general.architecture];
  const shape = shapeSchema.safeParse(architecture).data ?? {};
  const special = specialTokensIn(tokens, metadata.tokenizer.ggml.token_type ?? [], () => true);
  const trainedContextTokens = shape.context_length ?? contextTokens;
  const info = ggufInfoOf({ metadata }, { special, trainedContextTokens, fileBytes });
  return { profile: profileOf(info, card, contextTokens), fileBytes, kvBytesPerToken: kvBytesPerToken(shape) };
}

const counts = z.union([z.number(), z.array(z.number())]);
/** The keys of the GGUF format's `[architecture].*`. */
const shapeSchema = z.object({
  context_length: z.number().optional(),
  block_count: z.number().optional(),
  embedding_length: z.number().optional(),
  attention: z
    .object({
      head_count: counts.optional(),
      head_count_kv: counts.optional(),
      key_length: z.number().optional(),
      value_length: z.number().optional(),
    })
    .optional(),
});

/** Keys and values of each layer as 16-bit numbers, as the engine keeps them. */
function kvBytesPerToken({ block_count: layers, embedding_length: width, attention }: z.infer<typeof shapeSchema>) {
  const heads = attention?.head_count;
  const kvHeads = attention?.head_count_kv ?? heads;
  if (layers === undefined || width === undefined || heads === undefined || kvHeads === undefined) return null;
  const headSize = width / (typeof heads === "number" ? heads : Math.max(...heads));
  const size = (attention?.key_length ?? headSize) + (attention?.value_length ?? headSize);
  const allHeads = typeof kvHeads === "number" ? kvHeads * layers : kvHeads.reduce((sum, each) => sum + each, 0);
  return Math.round(allHeads * size * 2);
}

function noModel(path: string, what: string, cause?: unknown): NearfirstError {
  return new NearfirstError({
    code: "model-corrupt",
    message: `${path} is not a model that can complete code: ${what}. \`nearfirst models list\` shows models that can.`,
    cause,
  });
}
