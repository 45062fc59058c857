import type { CursorContext } from "../cursor/cursor-context.js";
import type { LocalModel } from "../engine.js";
import type { RememberedLine, Session, Sources } from "../session.js";
import type { Snippet } from "../types.js";
import { healedTextOf } from "./healed-text.js";
import { buildLineContext, tokenBudgetOf } from "./line-context.js";
import { promptOfLine } from "./prompt-of-line.js";

export interface PromptRequest {
  readonly cursor: CursorContext;
  readonly snippets: readonly Snippet[];
  readonly maxTokens: number;
  readonly session: Session;
  readonly sources: Sources;
}

export interface Prompt {
  readonly tokens: Int32Array;
  /** The end of the cursor's line that the answer must begin with; empty without token healing. */
  readonly healedText: string;
  readonly line: RememberedLine;
  /** True where the KV cache of the line before is of no use. */
  readonly isRefreshed: boolean;
}

/** The prompt at the cursor: with the line's context as it is remembered, else with a new one. */
export async function layOutPrompt(model: LocalModel, request: PromptRequest): Promise<Prompt> {
  const { cursor, snippets, maxTokens, session, sources } = request;
  const { profile } = model;
  const healedText = profile.tokenHealing ? healedTextOf(cursor) : "";
  const limit = profile.contextTokens - maxTokens;
  const remembered = session.lineContext(cursor, sources);
  if (remembered !== null) {
    const prompt = await promptOfLine(model, { cursor, line: remembered.context, healedText, limit });
    // A line that outgrew the room kept for it gets a new window.
    if (prompt.isWhole) return { tokens: prompt.tokens, healedText, line: remembered, isRefreshed: false };
  }
  const budget = tokenBudgetOf(profile, maxTokens);
  const previous = session.previousLineContext(cursor, sources);
  const context = await buildLineContext(model, { cursor, snippets, budget, previous });
  const line = session.rememberLine(cursor, sources, context);
  const { tokens } = await promptOfLine(model, { cursor, line: context, healedText, limit });
  return { tokens, healedText, line, isRefreshed: context.isRefreshed };
}
