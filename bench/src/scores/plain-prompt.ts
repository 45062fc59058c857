/** Asks a model that knows no fill-in-the-middle as one asks a base model: to go on after the code before the cursor. */
import type { GenerationRequest, LocalModel, PromptLayout } from "@nearfirst/core";

/** Snippets first, each under its path as a comment; what stands after the cursor is not shown. */
const LAYOUT: PromptLayout = [
  { eachSnippet: [{ text: "# " }, { slot: "path" }, { text: "\n" }, { slot: "snippet" }, { text: "\n\n\n" }] },
  { ifSnippets: [{ text: "# " }, { slot: "file" }, { text: "\n" }] },
  { slot: "prefix" },
];

/**
 * The same model with another prompt: no suffix. The white space and the word at the cursor are generated again, since a
 * vocabulary made for text joins a word with the space before it, and indentation with what follows it.
 */
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
    generate: async (request, signal, onTokens) =>
      model.generate(await withHealedSpace(model, request), signal, onTokens),
  };
}

/** The prompt ends with the cursor's line as far as it is not healed; its white space at the end is to be healed too. */
async function withHealedSpace(model: LocalModel, request: GenerationRequest): Promise<GenerationRequest> {
  const { prompt, healedText, stop } = request;
  const typed = stop.linePrefix.slice(0, stop.linePrefix.length - healedText.length);
  const space = /[ \t]+$/.exec(typed)?.[0] ?? "";
  const [whole = [], kept = []] = await model.tokenize([typed, typed.slice(0, typed.length - space.length)]);
  const start = prompt.length - whole.length;
  // A line that did not fit was cut.
  if (space === "" || !whole.every((token, at) => token === prompt[start + at])) return request;
  return { ...request, prompt: Int32Array.of(...prompt.subarray(0, start), ...kept), healedText: space + healedText };
}
