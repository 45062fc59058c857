/** A draft as text in the prompt, for a server that drafts what the prompt repeats: it changes what the model is asked. */
import type { LargeModel, LargeRequest } from "@nearfirst/core";
import { withoutDraft } from "./captured-request.js";

/** The line at the cursor with the draft written in, as the best snippet: n-grams of the line lead into the draft. */
export function withDraftAsText(request: LargeRequest): LargeRequest {
  const { draft, path, prefix, snippets } = request.prompt;
  if (draft === "") return withoutDraft(request);
  const line = prefix.slice(prefix.lastIndexOf("\n") + 1);
  const withText = { ...request.prompt, snippets: [{ path, text: `${line}${draft}\n` }, ...snippets] };
  return withoutDraft({ ...request, prompt: withText as LargeRequest["prompt"] });
}

/** Most tokens of that text: the draft, the line that it stands on, and its path. */
export function roomForText(maxTokens: number): number {
  return maxTokens + 128;
}

/** The same model, which is asked with each draft as text. */
export function draftingByText(model: LargeModel): LargeModel {
  return {
    name: `${model.name} with text`,
    contextTokens: () => model.contextTokens(),
    generate: (request, own) => model.generate(withDraftAsText(request), own),
  };
}
