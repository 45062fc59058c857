import { NearfirstError } from "../errors.js";
import type { ModelProfile } from "./model-profile.js";

/** The tokenised texts of one prompt. */
export interface PromptTexts {
  /** Best snippet last, next to the code. */
  readonly snippets: readonly Int32Array[];
  readonly suffix: Int32Array;
  /** Pieces of the prefix, in order. */
  readonly prefix: readonly Int32Array[];
}

/** Lays out the whole prompt in the model's own fill-in-the-middle order. */
export function fimPrompt(profile: ModelProfile, texts: PromptTexts): Int32Array {
  const { fim } = profile;
  if (fim === null)
    throw new NearfirstError({
      code: "model-without-fim",
      message: `The model ${profile.name} has no fill-in-the-middle tokens. Choose another with \`nearfirst models list\`.`,
    });
  const tokens: number[] = [];
  if (profile.bos !== null) tokens.push(profile.bos);
  for (const snippet of texts.snippets) {
    if (fim.fileSeparator !== null) tokens.push(fim.fileSeparator);
    tokens.push(...snippet);
  }
  const suffix = [fim.suffix, ...texts.suffix];
  const prefix = [fim.prefix, ...texts.prefix.flatMap((piece) => [...piece])];
  tokens.push(...(profile.order === "spm" ? [...suffix, ...prefix] : [...prefix, ...suffix]), fim.middle);
  return Int32Array.from(tokens);
}
