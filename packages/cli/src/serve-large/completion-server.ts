/**
 * The HTTP server of `nearfirst serve-large`: OpenAI's `/v1/completions`, with a draft that is verified in one forward pass
 * (MCCom 3.3). A reference, for one team on one machine: vLLM, llama.cpp and Ollama are the servers for many.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type FilledHole, fillHole, type LocalModel, NearfirstError } from "@nearfirst/core";
import { type ServedReply, type ServedRequest, servedRequest } from "@nearfirst/node";

export interface CompletionServerOptions {
  readonly model: LocalModel;
  /** That a request must have as a bearer token; null for none. */
  readonly key: string | null;
  /** The address that it listens on. On this machine alone, a web page that found its way here is refused. */
  readonly host: string;
}

const MAX_BODY_BYTES = 2_000_000;
/** Requests that run or wait; more are sent away. */
const MAX_REQUESTS = 64;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Does not listen yet. */
export function completionServer(options: CompletionServerOptions): Server {
  let running = 0;
  const server = createServer((message, response) => {
    response.on("error", () => undefined);
    message.on("error", () => undefined);
    running++;
    response.on("close", () => {
      running--;
    });
    const isFull = running > MAX_REQUESTS;
    answer(message, response, { ...options, isFull }).catch((thrown: unknown) => {
      if (!response.destroyed) refuse(response, refusalOf(thrown));
    });
  });
  // Whoever sends a request slowly holds nobody up.
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  return server;
}

/** An answer other than a completion. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { model, key, host, isFull }: CompletionServerOptions & { readonly isFull: boolean },
): Promise<void> {
  const { method, headers } = message;
  const path = (message.url ?? "").split("?")[0];
  // A page whose name was made to mean this machine has another name in this header.
  if (isLoopback(host) && !isLoopback((headers.host ?? "").replace(/:\d+$/, "")))
    throw new Refusal(403, "This server answers only requests that name this machine.");
  if (!hasKey(headers.authorization, key)) throw new Refusal(401, "The key is missing or wrong.");
  if (method === "GET" && path === "/health") return reply(response, { status: "ok" });
  if (method === "GET" && path === "/v1/models")
    return reply(response, {
      object: "list",
      data: [{ id: model.profile.name, object: "model", owned_by: "nearfirst" }],
    });
  if (path !== "/v1/completions")
    throw new Refusal(404, "There is GET /health, GET /v1/models and POST /v1/completions.");
  if (method !== "POST") throw new Refusal(405, "Completions are asked for with POST.");
  // No web page can send this without asking first, which nothing here answers.
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    throw new Refusal(415, "The request's content type is application/json.");
  if (isFull) throw new Refusal(429, "Too many requests are running.");
  const asked = requestIn(await bodyOf(message));

  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const filled = await fillHole(model, holeOf(asked), gone.signal);
  const value = replyOf(filled, model.profile.name);
  if (!asked.stream) return reply(response, value);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
  response.end(`data: ${JSON.stringify(value)}\n\ndata: [DONE]\n\n`);
}

function hasKey(authorization: string | undefined, key: string | null): boolean {
  if (key === null) return true;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${key}`));
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, `A request has at most ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function requestIn(body: string): ServedRequest {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal(400, "The request is no valid JSON.");
  }
  const { data, error } = servedRequest.safeParse(value);
  // Where, and what is wanted; never what was found, which is code.
  if (data === undefined)
    throw new Refusal(
      400,
      error.issues
        .map((each) => `${each.path.join(".")}: ${each.message}`)
        .join("; ")
        .slice(0, 500),
    );
  return data;
}

function holeOf(asked: ServedRequest): Parameters<typeof fillHole>[1] {
  const { lexical } = asked;
  return {
    path: asked.path,
    languageId: asked.language,
    prefix: asked.prompt,
    suffix: asked.suffix ?? "",
    snippets: asked.snippets,
    draft: asked.draft,
    stopMode: asked.stop_mode,
    maxTokens: asked.max_tokens,
    ...(lexical === undefined
      ? {}
      : {
          lexical: {
            lexical: lexical.at,
            ...(lexical.at_line_start === undefined ? {} : { lineLexical: lexical.at_line_start }),
            ...(lexical.is_closed_after === undefined ? {} : { isClosedAfter: lexical.is_closed_after }),
          },
        }),
  };
}

function replyOf(filled: FilledHole, model: string): ServedReply & Record<string, unknown> {
  const { text, stopReason, tokens, promptTokens } = filled;
  const isCut = stopReason === "max-tokens" || stopReason === "context-full";
  return {
    object: "text_completion",
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ text, finish_reason: isCut ? "length" : "stop", ...{ index: 0, logprobs: null } }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens.length,
      total_tokens: promptTokens + tokens.length,
    },
    nearfirst: {
      stop_reason: stopReason,
      tokens: tokens.map(({ fromDraft, ...token }) => ({ ...token, from_draft: fromDraft })),
      draft_offered: filled.draftOffered,
      draft_accepted: filled.draftAccepted,
      forward_passes: filled.forwardPasses,
      prompt_tokens: promptTokens,
      tokens_evaluated: filled.tokensEvaluated,
      tokens_reused: filled.tokensReused,
      engine_ms: filled.engineMs,
    },
  };
}

function reply(response: ServerResponse, value: unknown): void {
  response
    .writeHead(200, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(value));
}

function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const { code, message } = NearfirstError.from(thrown);
  return new Refusal(code === "context-too-small" ? 400 : 500, message);
}

/** In the form of OpenAI's errors. The connection ends: what may still come of the request is not read. */
function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { message, type: "nearfirst", code: status } }));
}
