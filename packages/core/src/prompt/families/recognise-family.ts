import type { FimOrder } from "../model-profile.js";
import { type PromptTemplate, parsePromptTemplate, tokenTextsOf } from "../prompt-template.js";
import { FAMILIES } from "./families.js";
import type { ModelFamily } from "./model-family.js";

/** What a GGUF file says of its model. Names are not among it. */
export interface ModelFacts {
  readonly architecture: string;
  /** Texts of all special tokens of the vocabulary. */
  readonly specialTexts: readonly string[];
  /** Texts of those that the metadata names as fill-in-the-middle tokens (`tokenizer.ggml.fim_*_token_id`). */
  readonly fimTexts: readonly string[];
}

/** The row whose tokens the vocabulary has, and which the metadata does not contradict; null where there is none. */
export function recogniseFamily(facts: ModelFacts): ModelFamily | null {
  return FAMILIES.find((family) => fits(family, facts)) ?? null;
}

/** The family's prompt in its own or the given order; null where it was not trained for that order, as far as is known. */
export function templateOf(family: ModelFamily, order: FimOrder = family.order): PromptTemplate | null {
  const text = family.templates[order];
  if (text === undefined) return null;
  const template = parsePromptTemplate(text);
  if ("wrong" in template) throw new Error(`the ${order} template of ${family.key}: ${template.wrong}`);
  return template;
}

function fits(family: ModelFamily, { architecture, specialTexts, fimTexts }: ModelFacts): boolean {
  if (!family.architectures.includes(architecture)) return false;
  const vocabulary = new Set(specialTexts);
  const tokens = tokenTextsOf(templateOf(family) ?? []);
  if (![...tokens, ...family.has].every((text) => vocabulary.has(text))) return false;
  if (family.lacks.some((text) => vocabulary.has(text))) return false;
  return fimTexts.every((text) => tokens.includes(text) || family.endTexts.includes(text));
}
