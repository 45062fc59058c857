/** Probabilities of an answer's tokens in OpenAI's form. */
import type { GeneratedToken, Trace } from "@nearfirst/core";
import { z } from "zod";
import type { CodeAnswer } from "../completions.js";

export const logprobs = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(z.number().max(0)),
  top_logprobs: z.null(),
  /** UTF-16 units from the beginning of the answer. */
  text_offset: z.array(z.int()),
});

/**
 * Of the tokens that spell the shown text; the first and the last may hold more than it. Null where none do: for the large
 * model's answer, for one that was repaired inside, and where the text was not generated for this request.
 */
export function logprobsOf({ outcome, text }: CodeAnswer): z.input<typeof logprobs> | null {
  if (outcome.kind !== "suggested" || outcome.tier !== "local") return null;
  const placed = withOffsets(outcome.trace.tokens);
  const spelled = outcome.trace.tokens.map((token) => token.text).join("");
  const start = spelled.indexOf(text);
  if (start < 0) return null;
  const shown = placed.filter(({ token, offset }) => {
    return offset + token.text.length > start && offset < start + text.length;
  });
  return {
    tokens: shown.map(({ token }) => token.text),
    token_logprobs: shown.map(({ token }) => Math.log(Math.max(token.probability, Number.MIN_VALUE))),
    top_logprobs: null,
    text_offset: shown.map(({ offset }) => Math.max(0, offset - start)),
  };
}

function withOffsets(tokens: readonly GeneratedToken[]) {
  let end = 0;
  return tokens.map((token) => {
    end += token.text.length;
    return { token, offset: end - token.text.length };
  });
}

/** True where a limit ended the answer. */
export function isCut(trace: Trace | null): boolean {
  return trace?.stopReason === "max-tokens" || trace?.stopReason === "context-full";
}
