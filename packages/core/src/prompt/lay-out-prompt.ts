import type { LocalModel } from "../engine.js";
import type { Asked, RememberedLine, Session } from "../session.js";
import type { Snippet } from "../types.js";
import { healedTextOf } from "./healed-text.js";
import { buildLineContext, isLaidOutAlike, tokenBudgetOf } from "./line-context.js";
import { promptOfLine } from "./prompt-of-line.js";

export interface PromptRequest {
  readonly asked: Asked;
  /** What the retriever found, best first. */
  readonly snippets: readonly Snippet[];
  readonly session: Session;
  readonly signal: AbortSignal;
}

export interface Prompt {
  readonly tokens: Int32Array;
  /** The end of the cursor's line that the answer must begin with; empty without token healing. */
  readonly healedText: string;
  readonly line: RememberedLine;
  /** True where the KV cache of the file's latest prompt is of no use. */
  readonly isRefreshed: boolean;
}

/**
 * The prompt at the cursor: with the line's context as it is remembered, else with a new one. Once `signal` is aborted
 * it rejects and remembers nothing: a newer request may have laid out another line meanwhile.
 */
export async function layOutPrompt(
  model: LocalModel,
  { asked, snippets, session, signal }: PromptRequest,
): Promise<Prompt> {
  const { cursor, sources, request } = asked;
  const { profile } = model;
  const healedText = profile.tokenHealing && profile.mode === "fim" ? healedTextOf(cursor) : "";
  const limit = profile.contextTokens - request.maxTokens;
  const latest = session.latestLine(asked);
  const remembered = session.lineContext(asked);
  if (remembered !== null) {
    const { context } = remembered;
    const prompt = await promptOfLine(model, { cursor, line: context, healedText, limit });
    signal.throwIfAborted();
    // A line that outgrew the room kept for it gets a new window.
    if (prompt.isWhole) {
      session.returnTo(asked, remembered);
      const isRefreshed = latest === null || !isLaidOutAlike(context, latest.context);
      return { tokens: prompt.tokens, healedText, line: remembered, isRefreshed };
    }
  }
  const context = await buildLineContext(model, {
    cursor,
    snippets,
    budget: tokenBudgetOf(profile, request.maxTokens),
    previous: latest?.context ?? null,
    isIndexChanged: latest?.sources.revision !== sources.revision,
  });
  const { tokens, isWhole } = await promptOfLine(model, { cursor, line: context, healedText, limit });
  signal.throwIfAborted();
  const line = session.rememberLine(asked, context);
  const isRefreshed = !isWhole || latest === null || !isLaidOutAlike(context, latest.context);
  return { tokens, healedText, line, isRefreshed };
}
