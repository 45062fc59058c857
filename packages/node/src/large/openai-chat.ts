/** Any server with OpenAI's `/chat/completions`, for models that were not trained to fill in the middle. */
import { chatMessages, chatTexts, type LargeGeneration, type LargeRequest } from "@nearfirst/core";
import type { ContextLimit } from "./context-limit.js";
import { serverSentEvents } from "./event-stream.js";
import type { HttpClient } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities } from "./large-adapter.js";
import { openAiContextLimit } from "./openai-context.js";
import { chatPieceOf } from "./openai-events.js";
import { streamAnswer } from "./stream-answer.js";

export interface OpenAiChatOptions {
  readonly client: HttpClient;
  readonly name: string;
  readonly model: string;
}

/** Of our words around the code, and of the server's chat template. */
const TOKENS_OF_WORDS = 200;

/** Room for the fence around the code, and for a sentence before it. */
const TOKENS_AROUND = 48;

export class OpenAiChat implements LargeAdapter {
  readonly name: string;
  readonly capabilities: LargeCapabilities = {
    prompt: "chat",
    snippets: "own-place",
    probabilities: "untold",
    drafts: "none",
  };
  readonly #options: OpenAiChatOptions;
  readonly #limit: ContextLimit;

  constructor(options: OpenAiChatOptions) {
    const { client, model } = options;
    this.#options = options;
    this.#limit = openAiContextLimit(client, model);
    this.name = options.name;
  }

  /** What is left of it for code and answer. */
  async contextTokens(): Promise<number | null> {
    const tokens = await this.#limit.tokens();
    return tokens === null ? null : Math.max(0, tokens - TOKENS_AROUND - TOKENS_OF_WORDS);
  }

  async generate({ prompt, maxTokens, stop, beforeSend }: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    const { client, model } = this.#options;
    const most = maxTokens + TOKENS_AROUND;
    const messages = chatTexts(chatMessages, prompt);
    const { text, stopReason } = await streamAnswer(
      {
        client,
        path: "/chat/completions",
        body: { ...(model === "" ? {} : { model }), messages, max_tokens: most, temperature: 0, stream: true },
        events: serverSentEvents(),
        pieceOf: chatPieceOf,
        mode: "chat",
        endTexts: [],
        stop,
        maxTokens: most,
        beforeSend,
      },
      signal,
    );
    return { text, tokens: null, stopReason, draftOffered: 0, draftAccepted: 0, forwardPasses: null };
  }

  close(): Promise<void> {
    return this.#options.client.close();
  }
}
