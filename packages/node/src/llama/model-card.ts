/** The card beside a model file: YAML front matter that says what the GGUF metadata cannot. */
import { readFile } from "node:fs/promises";
import { NearfirstError } from "@nearfirst/core";
import { parse } from "yaml";
import { z } from "zod";

const frontMatter = z.object({
  name: z.string(),
  license: z.string().optional(),
  languages: z.array(z.string()).default([]),
  fim_order: z.enum(["spm", "psm"]).optional(),
  prompt_mode: z.enum(["fim", "chat"]).optional(),
  token_healing: z.boolean().optional(),
  trained_context: z.number().int().positive().optional(),
});

export type ModelCard = z.infer<typeof frontMatter>;

/** The card of a model file: the same path with `.md` for its quantisation and `.gguf`; null where there is none. */
export async function readModelCard(modelPath: string): Promise<ModelCard | null> {
  const base = modelPath.replace(/\.gguf$/i, "");
  for (const path of [`${base}.md`, `${base.replace(/-[a-z0-9_]+$/i, "")}.md`]) {
    const text = await readFile(path, "utf8").catch(() => null);
    if (text !== null) return parseModelCard(text, path);
  }
  return null;
}

export function parseModelCard(text: string, path: string): ModelCard {
  const yaml = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  const result = frontMatter.safeParse(yaml === undefined ? undefined : parse(yaml));
  if (!result.success)
    throw new NearfirstError({
      code: "model-corrupt",
      message: `The model card ${path} has no valid front matter: ${z.prettifyError(result.error)}`,
    });
  return result.data;
}
