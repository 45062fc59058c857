/**
 * The HTTP server of `nearfirst serve-large`: OpenAI's `/v1/completions`, with a draft that is verified in one forward pass
 * (MCCom 3.3). A reference, for one team on one machine: vLLM, llama.cpp and Ollama are the servers for many.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type FilledHole, fillHole, type LocalModel } from "@nearfirst/core";
import { type ServedReply, type ServedRequest, servedRequest } from "@nearfirst/node";
import { hasBearerToken } from "../http/bearer-token.js";
import { hostOf, isLoopback } from "../http/hosts.js";
import { checked, jsonBodyOf } from "../http/json-body.js";
import { Refusal } from "../http/refusal.js";

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
      if (!response.destroyed) refuse(response, Refusal.from(thrown));
    });
  });
  // Whoever sends a request slowly holds nobody up.
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  return server;
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { model, key, host, isFull }: CompletionServerOptions & { readonly isFull: boolean },
): Promise<void> {
  const { method, headers } = message;
  const path = (message.url ?? "").split("?")[0];
  // A page whose name was made to mean this machine has another name in this header.
  if (isLoopback(host) && !isLoopback(hostOf(headers.host)))
    throw new Refusal(403, "This server answers only requests that name this machine.");
  if (key !== null && !hasBearerToken(headers.authorization, key))
    throw new Refusal(401, "The key is missing or wrong.");
  if (method === "GET" && path === "/health") return reply(response, { status: "ok" });
  const { name, contextTokens } = model.profile;
  if (method === "GET" && path === "/v1/models")
    return reply(response, {
      object: "list",
      data: [{ id: name, object: "model", owned_by: "nearfirst", max_model_len: contextTokens }],
    });
  if (path !== "/v1/completions")
    throw new Refusal(404, "There is GET /health, GET /v1/models and POST /v1/completions.");
  if (method !== "POST") throw new Refusal(405, "Completions are asked for with POST.");
  if (isFull) throw new Refusal(429, "Too many requests are running.");
  const asked = checked(await jsonBodyOf(message, MAX_BODY_BYTES), servedRequest);
  // Who asks for a model by its name must not be answered by another, and never know.
  if (asked.model !== undefined && asked.model !== name)
    throw new Refusal(404, `This server has the model ${JSON.stringify(name)} alone.`);

  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const filled = await fillHole(model, holeOf(asked), gone.signal);
  const value = replyOf(filled, name);
  if (!asked.stream) return reply(response, value);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
  response.end(`data: ${JSON.stringify(value)}\n\ndata: [DONE]\n\n`);
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

/** The connection ends: what may still come of the request is not read. */
function refuse(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { ...headers, "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(body));
}
