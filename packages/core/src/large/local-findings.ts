import { findDraft } from "../draft/find-draft.js";
import type { Draft } from "../privacy/release.js";
import type { Asked, Session } from "../session.js";
import type { Snippet } from "../types.js";

/** What the local model was given and found, for a draft and the first retrieval. */
export interface LocalFindings {
  readonly snippets: readonly Snippet[];
  /** The stage-1 draft (MCCom 3.3); null for none. */
  readonly contextDraft: Draft | null;
}

/** Looks for a draft, so only for those who ask the large model. */
export function localFindingsOf(asked: Asked & { readonly session: Session }): LocalFindings {
  const snippets = asked.session.lineContext(asked)?.context.snippets ?? [];
  const draft = findDraft(asked.cursor, snippets);
  const seenPaths = draft?.source === "snippet" ? snippets.map((snippet) => snippet.path) : [];
  return { snippets, contextDraft: draft === null ? null : { text: draft.text, seenPaths } };
}
