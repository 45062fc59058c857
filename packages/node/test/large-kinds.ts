/**
 * For tests: how each kind of large server writes an answer, and what the pipeline asks of it. Ollama's is made after its
 * documented schema (docs/api.md, "Generate a completion"): no real Ollama was there. llama.cpp's real server is asked in
 * `llama-server.slow.test.ts`, our own in `tests/serve-large.test.ts`, vLLM by `scripts/check-vllm.sh`.
 */
import type { LargeRequest, ReleasedPrompt, StopMode } from "@nearfirst/core";
import { cursorContextOf } from "@nearfirst/core";
import { onTestFinished } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../src/config/settings.js";
import type { LargeAdapter } from "../src/large/large-adapter.js";
import { openLargeAdapter } from "../src/large/open-large-model.js";

type LargeSettings = Settings["large"];
export type Kind = LargeSettings["kind"];

export interface KindOfServer {
  readonly settings: Partial<LargeSettings>;
  /** Where it is asked. */
  readonly path: string;
  readonly contentType: string;
  /** One piece of an answer, in its own format. Null where it sends the answer in one piece. */
  readonly piece: ((text: string) => string) | null;
  /** The end of an answer. */
  readonly end: (reason: "stop" | "length", text: string) => string;
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

export const KINDS: Readonly<Record<Kind, KindOfServer>> = {
  openai: {
    settings: { family: "qwen2.5-coder", model: "big" },
    path: "/completions",
    contentType: "text/event-stream; charset=utf-8",
    piece: (text) => event({ choices: [{ index: 0, text, finish_reason: null }] }),
    end: (reason) => `${event({ choices: [{ index: 0, text: "", finish_reason: reason }] })}data: [DONE]\n\n`,
  },
  "openai-chat": {
    settings: { model: "big" },
    path: "/chat/completions",
    contentType: "text/event-stream; charset=utf-8",
    piece: (text) => event({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
    end: (reason) => `${event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })}data: [DONE]\n\n`,
  },
  "llama-server": {
    settings: {},
    path: "/infill",
    contentType: "text/event-stream",
    piece: (text) => event({ index: 0, content: text, tokens: [], stop: false, id_slot: -1 }),
    end: (reason) => event({ content: "", stop: true, stop_type: reason === "stop" ? "eos" : "limit" }),
  },
  ollama: {
    settings: { model: "big" },
    path: "/api/generate",
    contentType: "application/x-ndjson",
    piece: (text) =>
      `${JSON.stringify({ model: "big", created_at: "2026-01-01T00:00:00Z", response: text, done: false })}\n`,
    end: (reason) => `${JSON.stringify({ model: "big", response: "", done: true, done_reason: reason })}\n`,
  },
  nearfirst: {
    settings: {},
    path: "/v1/completions",
    contentType: "application/json",
    piece: null,
    end: (reason, text) =>
      JSON.stringify({
        choices: [{ index: 0, text, finish_reason: reason }],
        nearfirst: {
          stop_reason: reason === "stop" ? "end-of-middle" : "max-tokens",
          tokens: [],
          draft_offered: 0,
          draft_accepted: 0,
          forward_passes: 1,
          prompt_tokens: 1,
          tokens_evaluated: 1,
          tokens_reused: 0,
          engine_ms: 0,
        },
      }),
  },
};

export const ALL_KINDS = Object.keys(KINDS) as Kind[];
export const STREAMING_KINDS = ALL_KINDS.filter((kind) => KINDS[kind].piece !== null);

/** A whole reply of a kind of server. */
export function replyOf(kind: Kind, text: string, reason: "stop" | "length" = "stop"): string {
  const { piece, end } = KINDS[kind];
  return (piece === null || text === "" ? "" : piece(text)) + end(reason, text);
}

/** The adapter that the settings make; closed with the test. */
export async function adapterFor(
  kind: Kind,
  url: string,
  { env = {}, ...settings }: Partial<LargeSettings> & { env?: NodeJS.ProcessEnv } = {},
): Promise<LargeAdapter> {
  const large = { ...DEFAULT_SETTINGS.large, kind, url, ...KINDS[kind].settings, ...settings };
  const adapter = await openLargeAdapter(large, env);
  if (adapter === null) throw new Error("no large model is configured");
  onTestFinished(() => adapter.close());
  return adapter;
}

/** What the pipeline asks at the `█` of a picture, as if the privacy rules had let all of it through. */
export function largeRequestAt(
  picture: string,
  {
    stopMode = "statement",
    maxTokens = 32,
    ...more
  }: Partial<Omit<ReleasedPrompt, "prefix" | "suffix">> & { stopMode?: StopMode; maxTokens?: number } = {},
): LargeRequest {
  const [prefix = "", suffix = ""] = picture.split("█");
  const document = { uri: "file:///stock.py", languageId: "python", text: prefix + suffix };
  const { lexical, lineLexical, linePrefix } = cursorContextOf(document, prefix.length);
  const prompt = { languageId: "python", path: "shop/stock.py", snippets: [], draft: "", ...more, prefix, suffix };
  return {
    // Only the privacy rules make one; a test has no code to keep private.
    prompt: prompt as unknown as ReleasedPrompt,
    maxTokens,
    stop: { mode: stopMode, languageId: "python", lexical, lineLexical, linePrefix },
    beforeSend: async () => undefined,
  };
}
