/** The card beside a model file: YAML front matter that says what the GGUF metadata cannot. */
import { NearfirstError } from "@nearfirst/core";
import { parse } from "yaml";
import { z } from "zod";
import { readTextFile } from "../read-text-file.js";

/** More than any description of a model. */
const LARGEST_CARD_BYTES = 1_000_000;

const frontMatter = z.object({
  name: z.string(),
  license: z.string().optional(),
  /** LSP language identifiers; none means any. */
  languages: z.array(z.string()).default([]),
  /** `chat` asks in words, by the chat template of the GGUF file. */
  prompt_mode: z.enum(["fim", "chat"]).optional(),
  /** A row of the table of model families, where the file itself does not show which. */
  family: z.string().optional(),
  /** The whole prompt, in the notation of core's `prompt-template.ts`. */
  prompt_template: z.string().optional(),
  /** The order to use, where the model knows both, or where only the GGUF metadata names its tokens. */
  fim_order: z.enum(["spm", "psm"]).optional(),
  token_healing: z.boolean().optional(),
  /** How much a statement copied from the context counts beside the model; for small models, which copy badly themselves. */
  draft_weight: z.number().min(0).lt(1).optional(),
  /** Tokens; the GGUF metadata may claim more. */
  trained_context: z.number().int().positive().optional(),
  /** Ids by name, for people and tests: the vocabulary itself decides. */
  special_tokens: z.record(z.string(), z.number().int().nonnegative()).optional(),
  /** Of weights that `training`'s step `quantise` made: the file they come from, its number format, and the new one. */
  quantised_from: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), type: z.string(), to: z.string() }).optional(),
  files: z
    .record(z.string(), z.object({ size: z.number().int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .optional(),
});

export type ModelCard = z.infer<typeof frontMatter>;

/** The card of a model file: the same path with `.md` for its quantisation and `.gguf`; null where there is none. */
export async function readModelCard(modelPath: string): Promise<ModelCard | null> {
  const base = modelPath.replace(/\.gguf$/i, "");
  for (const path of [`${base}.md`, `${base.replace(/-[a-z0-9_]+$/i, "")}.md`]) {
    const text = await readTextFile(path, LARGEST_CARD_BYTES).catch((thrown: unknown) => absentCard(path, thrown));
    if (text !== null) return parseModelCard(text, path);
  }
  return null;
}

/** Null for a card that is not there; one that cannot be read may say what the model needs. */
function absentCard(path: string, thrown: unknown): null {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown error";
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw new NearfirstError({
    code: "model-corrupt",
    message: `The model card ${path} cannot be read (${code}). Correct it, or remove the card.`,
    cause: thrown,
  });
}

/** Throws a `NearfirstError` that names the card and what is wrong with it. */
export function parseModelCard(text: string, path: string): ModelCard {
  const result = frontMatter.safeParse(yamlOf(text, path));
  if (!result.success) throw invalidCard(path, z.prettifyError(result.error));
  return result.data;
}

function yamlOf(text: string, path: string): unknown {
  const yaml = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  try {
    return yaml === undefined ? undefined : parse(yaml);
  } catch (thrown) {
    throw invalidCard(path, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function invalidCard(path: string, detail: string): NearfirstError {
  return new NearfirstError({
    code: "model-corrupt",
    message: `The model card ${path} has no valid front matter: ${detail}. Correct it, or remove the card.`,
  });
}
