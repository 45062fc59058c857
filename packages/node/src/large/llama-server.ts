/**
 * llama.cpp's own server: `/infill`, where the server lays out the prompt from the model's metadata and takes no special
 * token from the code; or `/completion` with a prompt laid out on our side. It takes no draft from its caller.
 * Source: `tools/server/README.md` of llama.cpp, "POST /infill", "POST /completion".
 */
import { type LargeGeneration, type LargeRequest, promptText, withLineFeeds } from "@nearfirst/core";
import { z } from "zod";
import { serverSentEvents } from "./event-stream.js";
import type { HttpClient } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities, PromptLayoutOptions } from "./large-adapter.js";
import { type AnswerPiece, streamAnswer } from "./stream-answer.js";

export interface LlamaServerOptions extends PromptLayoutOptions {
  readonly client: HttpClient;
  readonly name: string;
}

const event = z.object({ content: z.string(), stop: z.boolean(), stop_type: z.string().optional() });

export class LlamaServer implements LargeAdapter {
  readonly name: string;
  readonly capabilities: LargeCapabilities;
  readonly #options: LlamaServerOptions;

  constructor(options: LlamaServerOptions) {
    this.#options = options;
    this.name = options.name;
    const prompt = options.template === null ? "server" : "template";
    this.capabilities = { prompt, snippets: "own-place", probabilities: "untold", drafts: "none" };
  }

  async generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    const { client, template, endTexts } = this.#options;
    const { maxTokens, stop } = request;
    const { text, stopReason } = await streamAnswer(
      {
        client,
        path: template === null ? "/infill" : "/completion",
        // Top-k of 1 is greedy, whatever the server was started with; a penalty would change what is most likely.
        body: {
          ...this.#promptOf(request),
          n_predict: maxTokens,
          stream: true,
          cache_prompt: true,
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
    return { text, tokens: null, stopReason, draftOffered: 0, draftAccepted: 0, forwardPasses: null };
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
  return { text: data.content, tokens: [], end: data.stop ? end : null };
}
