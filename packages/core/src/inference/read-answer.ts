import type { Generation } from "../engine.js";
import type { GeneratedToken, StopReason } from "../types.js";
import { codeOfAnswer, fencedCode } from "./chat-answer.js";
import { findStop, type StopState } from "./stop.js";

export interface ReadAnswer {
  readonly text: string;
  /** The tokens that confidence is about: those of the code, after a healed word and after a chat model's fence. */
  readonly codeTokens: readonly GeneratedToken[];
  readonly stopReason: StopReason;
}

/** What a generation says. In chat mode the stop rule counts from the code on, which the engine could not know. */
export function readAnswer(generated: Generation, mode: "fim" | "chat", stop: StopState): ReadAnswer {
  const { text, tokens, healedTokens, stopReason } = generated;
  if (mode === "fim") return { text, codeTokens: tokens.slice(healedTokens), stopReason };
  const code = codeOfAnswer(tokens);
  const codeTokens = tokens.slice(code.firstToken, code.endToken);
  const end = findStop(code.text, stop);
  return end === null
    ? { text: code.text, codeTokens, stopReason }
    : { text: code.text.slice(0, end.end), codeTokens, stopReason: end.reason };
}

/**
 * Turns the tokens of a generation, as they come, into the answer's text so far. Where a chat model has opened no fence
 * yet, nothing is known: it may be about to say a sentence first.
 */
export function textSoFarOf(
  { mode, healedText }: { readonly mode: "fim" | "chat"; readonly healedText: string },
  onText: (textSoFar: string) => void,
): (tokens: readonly GeneratedToken[]) => void {
  let streamed = "";
  return (tokens) => {
    for (const token of tokens) streamed += token.text;
    onText(mode === "chat" ? (fencedCode(streamed) ?? "") : withoutHealed(streamed, healedText));
  };
}

/** A model that cannot spell the healed text has it in its prompt, and begins after it. */
function withoutHealed(streamed: string, healedText: string): string {
  if (streamed.startsWith(healedText)) return streamed.slice(healedText.length);
  return healedText.startsWith(streamed) ? "" : streamed;
}

/** In chat mode a fence or a sentence may come first, so that no rule about lines can end the generation itself. */
export function engineStopOf(stop: StopState, mode: "fim" | "chat"): StopState {
  return mode === "fim" ? stop : { ...stop, mode: "tokens" };
}
