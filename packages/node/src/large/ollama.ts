/**
 * Ollama's `/api/generate`: with a suffix, in the layout of the model's own template, or raw, laid out on our side. From
 * its documented schema (docs/api.md, "Generate a completion", "Generate request (with suffix)", "Request (raw mode)",
 * "Show Model Information"); not run against a real Ollama by us.
 */
import {
  type LargeGeneration,
  type LargeRequest,
  promptText,
  withLineFeeds,
  withoutSpecialTexts,
} from "@nearfirst/core";
import { z } from "zod";
import { ContextLimit } from "./context-limit.js";
import { jsonLines } from "./event-stream.js";
import type { HttpClient } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities, PromptLayoutOptions } from "./large-adapter.js";
import { type AnswerPiece, streamAnswer } from "./stream-answer.js";

export interface OllamaOptions extends PromptLayoutOptions {
  readonly client: HttpClient;
  readonly name: string;
  readonly model: string;
}

const event = z.object({ response: z.string(), done: z.boolean(), done_reason: z.string().optional() });

export class Ollama implements LargeAdapter {
  readonly name: string;
  readonly capabilities: LargeCapabilities;
  readonly #options: OllamaOptions;
  readonly #limit: ContextLimit;

  constructor(options: OllamaOptions) {
    const { client, model } = options;
    this.#options = options;
    this.#limit = new ContextLimit(async (signal) => {
      // The model's name alone is sent: nothing that the audit log would have to tell of.
      const beforeSend = async () => undefined;
      const reply = await client.post("/api/show", { model }, { signal, beforeSend });
      return contextTokensOf(await reply.json());
    });
    this.name = options.name;
    const own = options.template !== null;
    this.capabilities = {
      prompt: own ? "template" : "server",
      snippets: own ? "own-place" : "above-prefix",
      probabilities: "untold",
      drafts: "none",
    };
  }

  contextTokens(): Promise<number | null> {
    return this.#limit.tokens();
  }

  async generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    const { client, model, endTexts } = this.#options;
    const { maxTokens, stop } = request;
    const options = { temperature: 0, num_predict: maxTokens, repeat_penalty: 1 };
    const { text, stopReason } = await streamAnswer(
      {
        client,
        path: "/api/generate",
        body: { model, ...this.#promptOf(request), stream: true, options },
        events: jsonLines(),
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
    if (template !== null) return { prompt: promptText(template, prompt, specialTexts), raw: true };
    const above = prompt.snippets.toReversed().map(({ text }) => `${text}\n\n`);
    const code = (text: string) => withoutSpecialTexts(withLineFeeds(text), specialTexts);
    return { prompt: code(above.join("") + prompt.prefix), suffix: code(prompt.suffix) };
  }
}

const shown = z.object({
  parameters: z.string().default(""),
  model_info: z.record(z.string(), z.unknown()).default({}),
});

/** What a model gets that names no length, on a machine without much memory (docs/context-length.mdx). Others get more. */
const LEAST_DEFAULT = 4_096;

/** Ollama cuts a longer prompt in its middle, so that a prompt for a hole would lose its marks. */
function contextTokensOf(reply: unknown): number | null {
  const { data } = shown.safeParse(reply);
  const named = /^num_ctx\s+(\d+)\s*$/m.exec(data?.parameters ?? "")?.[1];
  if (named !== undefined) return Number(named);
  const [, trained] = Object.entries(data?.model_info ?? {}).find(([key]) => key.endsWith(".context_length")) ?? [];
  return typeof trained === "number" ? Math.min(trained, LEAST_DEFAULT) : null;
}

function pieceOf(value: unknown): AnswerPiece | null {
  const { data } = event.safeParse(value);
  if (data === undefined) return null;
  const end = data.done_reason === "length" ? "max-tokens" : "end-of-middle";
  return { text: data.response, tokens: [], end: data.done ? end : null };
}
