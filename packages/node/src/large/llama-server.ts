/**
 * llama.cpp's own server: `/infill`, where the server lays out the prompt from the model's metadata and takes no special
 * token from the code; or `/completion` with a prompt laid out on our side. It takes no draft from its caller.
 * Source: `tools/server/README.md` of llama.cpp, "POST /infill", "POST /completion", "GET /props".
 */
import { type LargeGeneration, type LargeRequest, promptText, withLineFeeds } from "@nearfirst/core";
import { z } from "zod";
import { ContextLimit } from "./context-limit.js";
import { serverSentEvents } from "./event-stream.js";
import type { HttpClient } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities, PromptLayoutOptions } from "./large-adapter.js";
import { type AnswerPiece, streamAnswer } from "./stream-answer.js";

export interface LlamaServerOptions extends PromptLayoutOptions {
  readonly client: HttpClient;
  readonly name: string;
}

const props = z.object({ default_generation_settings: z.object({ n_ctx: z.int().positive() }) });

const timings = z.object({ predicted_n: z.number(), draft_n_accepted: z.number().default(0) });

const event = z.object({
  content: z.string(),
  stop: z.boolean(),
  stop_type: z.string().optional(),
  timings: timings.optional(),
});

export class LlamaServer implements LargeAdapter {
  readonly name: string;
  readonly capabilities: LargeCapabilities;
  readonly #options: LlamaServerOptions;
  readonly #limit: ContextLimit;

  constructor(options: LlamaServerOptions) {
    const { client } = options;
    this.#options = options;
    // Of one request, where the server divides its context between several at a time.
    this.#limit = new ContextLimit(async (signal) => {
      const reply = await client.get("/props", signal);
      return props.parse(await reply.json()).default_generation_settings.n_ctx;
    });
    this.name = options.name;
    const prompt = options.template === null ? "server" : "template";
    this.capabilities = { prompt, snippets: "own-place", probabilities: "untold", drafts: "none" };
  }

  contextTokens(): Promise<number | null> {
    return this.#limit.tokens();
  }

  async generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    const { client, template, endTexts } = this.#options;
    const { maxTokens, stop } = request;
    const { text, stopReason, passes } = await streamAnswer(
      {
        client,
        path: template === null ? "/infill" : "/completion",
        // Top-k of 1 is greedy, whatever the server was started with; a penalty would change what is most likely.
        body: {
          ...this.#promptOf(request),
          n_predict: maxTokens,
          stream: true,
          cache_prompt: true,
          timings_per_token: true,
          temperature: 0,
          top_k: 1,
          repeat_penalty: 1,
          presence_penalty: 0,
          frequency_penalty: 0,
        },
        events: serverSentEvents(),
        pieceOf,
        mode: "fim",
        endTexts,
        stop,
        maxTokens,
        beforeSend: request.beforeSend,
      },
      signal,
    );
    return { text, tokens: null, stopReason, draftOffered: 0, draftAccepted: 0, forwardPasses: passes };
  }

  close(): Promise<void> {
    return this.#options.client.close();
  }

  #promptOf({ prompt }: LargeRequest) {
    const { template, specialTexts } = this.#options;
    if (template !== null) return { prompt: promptText(template, prompt, specialTexts) };
    return {
      input_prefix: withLineFeeds(prompt.prefix),
      input_suffix: withLineFeeds(prompt.suffix),
      // The best one next to the code.
      input_extra: prompt.snippets
        .toReversed()
        .map(({ path, text }) => ({ filename: path, text: withLineFeeds(text) })),
      prompt: "",
    };
  }
}

function pieceOf(value: unknown): AnswerPiece | null {
  const { data } = event.safeParse(value);
  if (data === undefined) return null;
  const end = data.stop_type === "limit" ? "max-tokens" : "end-of-middle";
  const { timings: told } = data;
  // A server with speculation of its own writes each accepted token in the pass that verified it.
  const passes = told === undefined ? undefined : told.predicted_n - told.draft_n_accepted;
  return { text: data.content, tokens: [], end: data.stop ? end : null, passes };
}
