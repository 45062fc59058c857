/** Any server with OpenAI's `/chat/completions`, for models that were not trained to fill in the middle. */
import { chatMessages, chatTexts, type LargeGeneration, type LargeRequest } from "@nearfirst/core";
import { serverSentEvents } from "./event-stream.js";
import type { HttpClient } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities } from "./large-adapter.js";
import { chatPieceOf } from "./openai-events.js";
import { streamAnswer } from "./stream-answer.js";

export interface OpenAiChatOptions {
  readonly client: HttpClient;
  readonly name: string;
  readonly model: string;
}

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

  constructor(options: OpenAiChatOptions) {
    this.#options = options;
    this.name = options.name;
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
