/**
 * Verifies a draft by the log-probabilities of the prompt (MCCom 3.3 over an API that takes no draft): the server is
 * sent prompt + draft, echoes its tokens, and for each the token that it would have chosen there. Pure: reads a reply.
 *
 * Why the answer stays what it is without a draft: a token counts as accepted only while the most likely one is the
 * draft's, and only where the tokens of prompt + draft have a boundary between the two. A merge of byte pairs never
 * crosses a boundary that is there in the end, so the prompt's tokens are then those of the prompt alone, and those of
 * prompt + accepted part are these very tokens. Where a token straddles the place, nothing is accepted.
 */
import type { GeneratedToken, StopReason } from "@nearfirst/core";
import type { CompletionLogprobs } from "./openai-events.js";

export interface EchoedReply {
  readonly logprobs: CompletionLogprobs;
  /** Why the server stopped after the one token that it was asked to add. */
  readonly end: StopReason | null;
}

export interface VerifiedDraft {
  /** Draft tokens in the server's own tokenisation; 0 where they cannot be told apart from the prompt's. */
  readonly offered: number;
  readonly accepted: readonly GeneratedToken[];
  /** What the server chose after a draft that is accepted whole; null where there is none, or where it ended there. */
  readonly next: GeneratedToken | null;
  /** True where the draft is accepted whole and the server ended after it. */
  readonly isEnd: boolean;
}

const NOTHING: VerifiedDraft = { offered: 0, accepted: [], next: null, isEnd: false };

/** The part of a draft that can be verified: servers show characters of several tokens in pieces that cannot be put together. */
export function verifiableDraft(draft: string): string {
  return /^[\t\n\x20-\x7e]*/.exec(draft)?.[0] ?? "";
}

export function verifiedDraft(draft: string, { logprobs, end }: EchoedReply): VerifiedDraft {
  const { tokens } = logprobs;
  // One token was asked for; a server that ended there may not show it.
  for (const added of [1, 0]) {
    const last = tokens.length - added;
    const first = firstOf(tokens.slice(0, last), draft);
    if (first === null) continue;
    const drafted = tokens.slice(first, last).map((_, at) => tokenAt(logprobs, first + at));
    const refused = drafted.findIndex((_, at) => !isChosen(logprobs, first + at));
    const accepted = (refused < 0 ? drafted : drafted.slice(0, refused)).map((each) => ({ ...each, fromDraft: true }));
    const isWhole = refused < 0;
    const isEnd = isWhole && end === "end-of-middle";
    const next = isWhole && !isEnd && added === 1 ? tokenAt(logprobs, last) : null;
    return { offered: drafted.length, accepted, next, isEnd };
  }
  return NOTHING;
}

/** The index of the token with which the draft begins; null where none does. */
function firstOf(tokens: readonly string[], draft: string): number | null {
  let rest = draft;
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (rest === "") return at + 1;
    const token = tokens[at] as string;
    // A token without a text would leave it open which one is the first.
    if (token === "" || !rest.endsWith(token)) return null;
    rest = rest.slice(0, rest.length - token.length);
  }
  return null;
}

/** Whether no other token is as likely: on a tie the server might choose that one. */
function isChosen({ tokens, top_logprobs: top }: CompletionLogprobs, at: number): boolean {
  const own = tokens[at] as string;
  const choices = Object.entries(top?.[at] ?? {});
  const ownLogprob = choices.find(([text]) => text === own)?.[1];
  return ownLogprob !== undefined && choices.every(([text, logprob]) => text === own || logprob < ownLogprob);
}

function tokenAt({ tokens, token_logprobs: own }: CompletionLogprobs, at: number): GeneratedToken {
  const probability = Math.min(1, Math.exp(own[at] ?? Number.NEGATIVE_INFINITY));
  return { id: -1, text: tokens[at] as string, probability, fromDraft: false };
}
