/** What the model took over of a draft. */
import type { Trace } from "@nearfirst/core";

export interface DraftParts {
  readonly accepted: string;
  readonly rest: string;
}

/**
 * The draft's text, cut where the answer leaves it: as far as the text of the tokens that came from it reaches. Tokens may
 * begin with what was healed, so that the draft's beginning is looked for in them.
 */
export function draftParts({ draft, tokens }: Pick<Trace, "draft" | "tokens">): DraftParts | null {
  if (draft === null) return null;
  const { text } = draft;
  const fromDraft = tokens.flatMap((token) => (token.fromDraft ? [token.text] : [])).join("");
  for (let healed = 0; healed < fromDraft.length; healed++) {
    const taken = fromDraft.slice(healed);
    if (text.startsWith(taken)) return { accepted: taken, rest: text.slice(taken.length) };
  }
  return { accepted: "", rest: text };
}
