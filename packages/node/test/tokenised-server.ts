/**
 * For tests: OpenAI's `/completions` with `echo` and `logprobs`, as vLLM documents them, over a model of a few lines: byte
 * pairs with ranks, and a next token that depends on the three before it. Refuses what it does not know.
 */
import type { ServerResponse } from "node:http";
import type { SeenRequest } from "./local-server.js";

const SPECIALS = ["<A>", "<B>", "<C>"];
const END = "<end>";
/** By rank. */
const MERGES: readonly (readonly [string, string])[] = [
  ["a", "b"],
  ["ab", "a"],
  ["(", "a"],
  [" ", " "],
  ["  ", " "],
  [" ", "a"],
  [" ", "b"],
  ["b", ")"],
  ["aba", "b"],
  [")", "\n"],
];
const ALPHABET = ["a", "b", " ", "(", ")", "\n"];
const VOCABULARY = [...ALPHABET, ...MERGES.map((pair) => pair.join("")), END];

/** The tokens of a text: special ones where they stand, byte pairs between them. */
export function tokensOf(text: string): string[] {
  return text.split(new RegExp(`(${SPECIALS.join("|")})`)).flatMap((piece) => {
    if (SPECIALS.includes(piece)) return [piece];
    let tokens = [...piece];
    for (const [left, right] of MERGES) {
      const next: string[] = [];
      for (const token of tokens)
        if (token === right && next.at(-1) === left) next[next.length - 1] = left + right;
        else next.push(token);
      tokens = next;
    }
    return tokens;
  });
}

/** The most likely next token, and the log-probability of any. `seed` makes another model. */
export function nextToken(context: readonly string[], seed: number): string {
  let hash = seed;
  for (const token of context.slice(-3))
    for (const character of token) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  // An end now and then; else more of the same few tokens, so that drafts are right at times.
  return hash % 11 === 0 ? END : (VOCABULARY[(hash >>> 4) % (VOCABULARY.length - 1)] as string);
}

export function answerAsModel(seed: number) {
  return (response: ServerResponse, { body }: SeenRequest): void => {
    const { prompt, max_tokens, temperature, stream, echo, logprobs, stop, ...others } = body as {
      readonly prompt: string;
      readonly max_tokens: number;
      readonly temperature: number;
      readonly stream: boolean;
      readonly echo?: true;
      readonly logprobs?: number;
      readonly stop?: readonly string[];
    };
    if (Object.keys(others).length > 0 || temperature !== 0 || (echo !== undefined && stream !== false)) {
      response.writeHead(400).end("{}");
      return;
    }
    if (stop?.some((each) => !SPECIALS.includes(each))) throw new Error("stop");
    const asked = tokensOf(prompt);
    const context = [...asked];
    const added: string[] = [];
    let finish_reason = "length";
    while (added.length < max_tokens) {
      const token = nextToken(context, seed);
      if (token === END) {
        finish_reason = "stop";
        break;
      }
      context.push(token);
      added.push(token);
    }
    if (stream) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const text of added)
        response.write(
          `data: ${JSON.stringify({ choices: [{ text, logprobs: { tokens: [text], token_logprobs: [-0.1] } }] })}\n\n`,
        );
      response.end(`data: ${JSON.stringify({ choices: [{ text: "", finish_reason }] })}\n\ndata: [DONE]\n\n`);
      return;
    }
    const shown = echo ? [...asked, ...added] : added;
    const top_logprobs = shown.map((token, at) => {
      if (at === 0) return null;
      const best = nextToken(context.slice(0, at), seed);
      return best === token ? { [token]: -0.1 } : { [best]: -0.1, [token]: -3 };
    });
    const token_logprobs = shown.map((token, at) => top_logprobs[at]?.[token] ?? null);
    const choice = { text: shown.join(""), finish_reason, logprobs: { tokens: shown, token_logprobs, top_logprobs } };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ choices: [logprobs ? choice : {}] }));
  };
}
