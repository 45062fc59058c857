/** What is asked of one position of a forward pass, and which token is taken from the reply. */
import { NearfirstError } from "@nearfirst/core";
import type { ControlledEvaluateIndexOutput, ControlledEvaluateInputItem, Token } from "node-llama-cpp";
import type { Vocabulary } from "./vocabulary.js";

/**
 * Up to this many tokens are named one by one: the library looks each token of the vocabulary up in that list. Beyond, the
 * most likely tokens are asked for, which sorts the vocabulary.
 */
const MAX_NAMED_TOKENS = 128;
const TOP_TOKENS = 1024;

export interface NextToken {
  readonly token: Token;
  /**
   * p(token) in (0, 1]: on the raw distribution, while healing on that of the tokens that continue the typed text; where a
   * draft counts beside the model, on the mixture of both.
   */
  readonly probability: number;
}

/** What a draft says comes next, and how much it counts beside the model, in [0, 1); see `GenerationRequest.draftWeight`. */
export interface Proposal {
  /** Any of these would do. */
  readonly tokens: readonly Token[];
  readonly weight: number;
}

export interface Position {
  readonly input: ControlledEvaluateInputItem;
  /** Null: any token. */
  readonly allowed: ReadonlySet<Token> | null;
  /** Null where the model decides alone. */
  readonly proposal: Proposal | null;
}

export interface PositionOptions {
  /** The typed text that the answer must still begin with, as bytes. */
  readonly healing: string;
  readonly vocabulary: Vocabulary;
  readonly proposal: Proposal;
  /** How many of the most likely tokens are told too. */
  readonly top: number;
}

/**
 * Asks for the greedy token after `token`; where `healing` is not empty, for the most likely one that continues these
 * bytes. `token: true` with `totalLogitWeight` gives p(greedy) = 1 / totalLogitWeight and leaves the vocabulary unsorted;
 * `confidence` and `probabilities` sort it, which costs 16 to 270 ms at 152,000 tokens. Temperature must stay 0: above,
 * the library's top-k and top-p renormalise.
 */
export function positionAfter(token: Token, { healing, vocabulary, proposal: given, top }: PositionOptions): Position {
  const wanted = { token: true, totalLogitWeight: true };
  const proposal = given.weight > 0 && given.tokens.length > 0 ? given : null;
  if (healing === "") {
    const named = proposal === null ? null : { tokens: [...proposal.tokens], includeSelected: true };
    const filter = top === 0 ? named : { tokens: [], ...named, includeSelected: true, includeTop: top };
    const generateNext = filter === null ? wanted : { ...wanted, logits: { filter } };
    return { input: [token, { generateNext }], allowed: null, proposal };
  }
  const { within, beyond } = vocabulary.continuationsOf(healing);
  const isShort = within.length + beyond.length <= MAX_NAMED_TOKENS;
  const filter = isShort
    ? { tokens: [...within, ...beyond], includeSelected: true }
    : { tokens: [...within], includeSelected: true, includeTop: TOP_TOKENS };
  return {
    input: [token, { generateNext: { ...wanted, logits: { filter } } }],
    allowed: new Set([...within, ...beyond]),
    proposal,
  };
}

/**
 * The token taken at a position: the model's choice, unless a proposal outweighs it. While healing it is one of those
 * allowed, whatever the greedy one is, the end included; its probability is then among those allowed: what was typed is
 * known, and no sign against what continues it.
 */
export function nextTokenOf(
  reply: ControlledEvaluateIndexOutput | undefined,
  { allowed, proposal }: Pick<Position, "allowed" | "proposal">,
): NextToken {
  const chosen = chosenOf(reply, allowed);
  if (proposal === null) return chosen;
  const tokens = proposal.tokens.filter((token) => allowed?.has(token) ?? true);
  return ofMixture(reply, { ...proposal, tokens }, chosen);
}

/** The best of the proposed tokens, unless the model's choice outweighs them; with its probability in the mixture. */
function ofMixture(
  reply: ControlledEvaluateIndexOutput | undefined,
  { tokens, weight }: Proposal,
  chosen: NextToken,
): NextToken {
  const { logits } = reply?.next ?? {};
  const chosenLogit = logits?.get(chosen.token);
  if (logits === undefined || chosenLogit === undefined) throw noToken("returned no scores for a draft");
  let best: NextToken | null = null;
  let sum = 0;
  for (const token of tokens) {
    const logit = logits.get(token);
    if (logit === undefined) continue;
    const probability = Math.max(Number.MIN_VALUE, chosen.probability * Math.exp(logit - chosenLogit));
    sum += probability;
    if (best === null || probability > best.probability) best = { token, probability };
  }
  const own = (1 - weight) * chosen.probability;
  if (best === null || weight + (1 - weight) * sum <= own) return { ...chosen, probability: own };
  return { ...best, probability: weight + (1 - weight) * best.probability };
}

function chosenOf(reply: ControlledEvaluateIndexOutput | undefined, allowed: ReadonlySet<Token> | null): NextToken {
  const { token, totalLogitWeight, logits } = reply?.next ?? {};
  if (token == null || totalLogitWeight === undefined) throw noToken("returned no token for a position");
  const greedy = { token, probability: Math.min(1, 1 / totalLogitWeight) };
  if (allowed === null) return greedy;
  const greedyLogit = logits?.get(token);
  if (logits === undefined || greedyLogit === undefined) throw noToken("returned no scores while healing");
  let best: { token: Token; logit: number } | null = null;
  let weight = 0;
  for (const [candidate, logit] of logits) {
    if (!allowed.has(candidate)) continue;
    weight += Math.exp(logit - greedyLogit);
    if (best === null || logit > best.logit) best = { token: candidate, logit };
  }
  if (best === null) throw noToken("found no token that continues the text while healing");
  // Far below the greedy token all weights underflow; the papers' mean of logarithms needs a number above 0.
  const probability = weight === 0 ? Number.MIN_VALUE : Math.exp(best.logit - greedyLogit) / weight;
  return { token: best.token, probability: Math.max(Number.MIN_VALUE, probability) };
}

/** The most likely tokens of a reply that was asked for them, with their probabilities on the raw distribution. */
export function mostLikelyOf(reply: ControlledEvaluateIndexOutput | undefined, count: number): readonly NextToken[] {
  const { token, probability } = chosenOf(reply, null);
  const { logits } = reply?.next ?? {};
  const greedyLogit = logits?.get(token);
  if (logits === undefined || greedyLogit === undefined) throw noToken("returned no scores for alternatives");
  return [...logits]
    .map(([each, logit]) => ({ token: each, probability: probability * Math.exp(logit - greedyLogit) }))
    .sort((one, other) => other.probability - one.probability)
    .slice(0, count);
}

function noToken(what: string): NearfirstError {
  return new NearfirstError({ code: "internal", message: `The engine ${what}. Please report it.` });
}
