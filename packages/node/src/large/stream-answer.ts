/** Reads a streamed answer and ends it by our own stop rules: the socket is closed as soon as the statement is complete. */
import {
  type EndedAnswer,
  type GeneratedToken,
  type LargeRequest,
  NearfirstError,
  type StopReason,
  StreamedAnswer,
} from "@nearfirst/core";
import type { EventReader } from "./event-stream.js";
import { malformed, type Place, ServersWords } from "./fault-of.js";
import type { HttpClient } from "./http-client.js";
import { parsedJson } from "./parsed-json.js";

/** What one event of a stream adds. */
export interface AnswerPiece {
  readonly text: string;
  /** The tokens of `text`; empty where the server does not tell them. */
  readonly tokens: readonly GeneratedToken[];
  /** Why the server ends; null while it goes on. */
  readonly end: StopReason | null;
  /** Forward passes of the answer up to here, at most; left out where the server does not tell. */
  readonly passes?: number | undefined;
}

export interface StreamedRequest {
  readonly client: HttpClient;
  readonly path: string;
  readonly body: unknown;
  readonly events: EventReader;
  /** Reads one event; null where it has not the fields of this kind of server. */
  readonly pieceOf: (event: unknown) => AnswerPiece | null;
  readonly mode: "fim" | "chat";
  readonly endTexts: readonly string[];
  readonly stop: LargeRequest["stop"];
  readonly maxTokens: number;
  readonly beforeSend: LargeRequest["beforeSend"];
  /** Left of the time for the whole answer, where this is not its first request. */
  readonly timeoutMs?: number;
  /** The accepted part of a draft, which the answer begins with and the stream leaves out. */
  readonly begin?: string;
}

export interface StreamedReply extends EndedAnswer {
  readonly tokens: readonly GeneratedToken[];
  /** Forward passes of what was read of the answer; null where the server does not tell. */
  readonly passes: number | null;
}

/** More characters than tokens have. Words around a chat model's code count too. */
const CHARACTERS_PER_TOKEN = 64;
const CHARACTERS_AROUND = 4_000;

/** Of what a server says of its own fault. */
const LONGEST_DETAIL = 2_000;

export async function streamAnswer(streamed: StreamedRequest, signal: AbortSignal): Promise<StreamedReply> {
  const { client, path, body, events, pieceOf, mode, endTexts, stop, maxTokens, beforeSend, begin = "" } = streamed;
  const { place } = client;
  const answer = new StreamedAnswer({ mode, stop, endTexts });
  answer.push(begin);
  const tokens: GeneratedToken[] = [];
  const most = begin.length + maxTokens * CHARACTERS_PER_TOKEN + CHARACTERS_AROUND;
  let end: StopReason | null = null;
  let passes: number | null = null;
  const take = (event: string | null) => {
    if (end !== null) return;
    if (event === null) {
      end = "end-of-middle";
      return;
    }
    const value = parsedJson(event, place);
    refuseError(value, place);
    const piece = pieceOf(value);
    if (piece === null) throw malformed(place, "fields that this kind of server does not send");
    answer.push(piece.text);
    tokens.push(...piece.tokens);
    if (piece.passes !== undefined) passes = Math.max(piece.passes, passes ?? 0);
    end = piece.end;
  };

  const reply = await client.post(path, body, { signal, beforeSend, timeoutMs: streamed.timeoutMs });
  try {
    for await (const text of reply.pieces()) {
      for (const event of events.push(text)) take(event);
      const ended = answer.ended();
      if (ended !== null) {
        reply.cancel();
        return { ...ended, tokens: tokensOf(tokens, begin, ended), passes };
      }
      if (end !== null) break;
      if (answer.length > most) throw endless(place, maxTokens);
    }
    for (const event of events.rest()) take(event);
  } catch (thrown) {
    reply.cancel();
    throw thrown;
  }
  if (end === null) {
    reply.cancel();
    throw malformed(place, "half a reply: it has no end");
  }
  reply.release();
  const finished = answer.finish(end);
  return { ...finished, tokens: tokensOf(tokens, begin, finished), passes };
}

/** Those that hold the answer; the last one may reach beyond its end. */
function tokensOf(tokens: readonly GeneratedToken[], begin: string, { text }: EndedAnswer): readonly GeneratedToken[] {
  let length = begin.length;
  return tokens.filter((token) => {
    const start = length;
    length += token.text.length;
    return start < text.length;
  });
}

/** Some servers begin a stream and then send an error in it. */
export function refuseError(event: unknown, { host, withoutKey }: Place): void {
  if (typeof event !== "object" || event === null || !("error" in event) || event.error === null) return;
  const { error } = event;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  throw new NearfirstError({
    code: "large-failed",
    message: `The large model's server ${host} failed while it answered. Its own log says why; local completions go on.`,
    isRetryable: true,
    cause: new ServersWords(
      typeof message === "string" ? withoutKey(message).slice(0, LONGEST_DETAIL) : "an error without words",
    ),
  });
}

function endless({ host }: Place, maxTokens: number): NearfirstError {
  return new NearfirstError({
    code: "large-too-long",
    message: `The large model's server ${host} goes on after the ${maxTokens} tokens that it was asked for. The rest was not read.`,
  });
}
