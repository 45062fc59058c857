/** Asks a model that knows no fill-in-the-middle as one asks a base model: to go on after the code before the cursor. */
import type { LocalModel, PromptLayout } from "@nearfirst/core";

/** Snippets first, each under its path as a comment; what stands after the cursor is not shown. */
const LAYOUT: PromptLayout = [
  { eachSnippet: [{ text: "# " }, { slot: "path" }, { text: "\n" }, { slot: "snippet" }, { text: "\n\n\n" }] },
  { ifSnippets: [{ text: "# " }, { slot: "file" }, { text: "\n" }] },
  { slot: "prefix" },
];

/** The same model with another prompt: no suffix, and words healed as in fill-in-the-middle. */
export function plainly(model: LocalModel): LocalModel {
  return {
    profile: {
      ...model.profile,
      mode: "fim",
      family: "plain",
      order: "psm",
      layout: LAYOUT,
      maxSuffixTokens: 0,
      tokenHealing: true,
    },
    tokenize: (texts) => model.tokenize(texts),
    generate: (request, signal, onTokens) => model.generate(request, signal, onTokens),
  };
}
