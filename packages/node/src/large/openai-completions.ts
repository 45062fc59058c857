/** Any server with OpenAI's `/completions`: vLLM, llama.cpp, LM Studio and others. The prompt is laid out on our side. */
import {
  type LargeGeneration,
  type LargeRequest,
  type PromptTemplate,
  promptText,
  StreamedAnswer,
} from "@nearfirst/core";
import type { ContextLimit } from "./context-limit.js";
import { serverSentEvents } from "./event-stream.js";
import { malformed } from "./fault-of.js";
import type { HttpClient, HttpSending } from "./http-client.js";
import type { LargeAdapter, LargeCapabilities } from "./large-adapter.js";
import { openAiContextLimit } from "./openai-context.js";
import { completionOf, completionPieceOf } from "./openai-events.js";
import { type VerifiedDraft, verifiableDraft, verifiedDraft } from "./prompt-logprobs.js";
import { refuseError, streamAnswer } from "./stream-answer.js";

export interface OpenAiCompletionsOptions {
  readonly client: HttpClient;
  readonly name: string;
  /** The name by which the server knows the model; empty where it has but one. */
  readonly model: string;
  readonly template: PromptTemplate;
  /** Texts of the model's special tokens that are known. */
  readonly specialTexts: readonly string[];
  /** Those that end an answer. */
  readonly endTexts: readonly string[];
  /** `prompt-logprobs`: with a request of its own before the answer's; the server must know `echo` with `logprobs`. */
  readonly drafts: "prompt-logprobs" | "none";
}

/** OpenAI's limit, and vLLM's. */
const MOST_STOPS = 4;

export class OpenAiCompletions implements LargeAdapter {
  readonly name: string;
  readonly capabilities: LargeCapabilities;
  readonly #options: OpenAiCompletionsOptions;
  readonly #limit: ContextLimit;

  constructor(options: OpenAiCompletionsOptions) {
    const { client, drafts, model } = options;
    this.#options = options;
    this.#limit = openAiContextLimit(client, model);
    this.name = options.name;
    this.capabilities = {
      prompt: "template",
      snippets: options.template.some((part) => "eachSnippet" in part) ? "own-place" : "above-prefix",
      probabilities: drafts === "none" ? "untold" : "told",
      drafts,
    };
  }

  contextTokens(): Promise<number | null> {
    return this.#limit.tokens();
  }

  async generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    const startedAt = performance.now();
    const { client, template, specialTexts, drafts } = this.#options;
    const prompt = promptText(template, request.prompt, specialTexts);
    const draft = drafts === "none" ? "" : verifiableDraft(request.prompt.draft, specialTexts);
    const { beforeSend } = request;
    const verified = draft === "" ? null : await this.#verify(prompt + draft, draft, { signal, beforeSend });
    const ended = verified && this.#alreadyEnded(request, verified);
    if (ended !== null) return ended;
    // Both requests together have the time of one.
    const timeoutMs = Math.max(1, client.place.timeoutMs - (performance.now() - startedAt));
    return this.#stream(request, { prompt, verified, timeoutMs }, signal);
  }

  close(): Promise<void> {
    return this.#options.client.close();
  }

  /** One forward pass over the prompt, which ends with the draft, and one token more. */
  async #verify(prompt: string, draft: string, sending: HttpSending): Promise<VerifiedDraft> {
    const { client } = this.#options;
    const body = { ...this.#body(prompt, 1), stream: false, echo: true, logprobs: 1 };
    const reply = await client.post("/completions", body, sending);
    const value = await reply.json();
    refuseError(value, client.place);
    const choice = completionOf(value);
    if (choice === null || choice === "none" || !choice.logprobs)
      throw malformed(client.place, 'no log-probabilities of the prompt; set "large.drafts" to "none"');
    const end = choice.finish_reason === "stop" ? "end-of-middle" : null;
    return verifiedDraft(draft, { logprobs: choice.logprobs, end });
  }

  /** The answer, where the accepted part of the draft holds all of it; null where the server must go on. */
  #alreadyEnded({ stop, maxTokens }: LargeRequest, verified: VerifiedDraft): LargeGeneration | null {
    const tokens = [...verified.accepted, ...(verified.next === null ? [] : [verified.next])].slice(0, maxTokens);
    const answer = new StreamedAnswer({ mode: "fim", stop, endTexts: this.#endTexts });
    for (const [at, token] of tokens.entries()) {
      answer.push(token.text);
      const ended = answer.ended();
      if (ended !== null) return generationOf(ended, { tokens: tokens.slice(0, at + 1), verified, passes: 1 });
    }
    if (tokens.length >= maxTokens) return generationOf(answer.finish("max-tokens"), { tokens, verified, passes: 1 });
    return verified.isEnd ? generationOf(answer.finish("end-of-middle"), { tokens, verified, passes: 1 }) : null;
  }

  async #stream(
    { stop, maxTokens, beforeSend }: LargeRequest,
    { prompt, verified, timeoutMs }: { prompt: string; verified: VerifiedDraft | null; timeoutMs: number },
    signal: AbortSignal,
  ): Promise<LargeGeneration> {
    const { client, drafts } = this.#options;
    const accepted = verified?.accepted ?? [];
    const begin = accepted.map((token) => token.text).join("");
    const left = maxTokens - accepted.length;
    const answer = await streamAnswer(
      {
        client,
        path: "/completions",
        body: { ...this.#body(prompt + begin, left), stream: true, ...(drafts === "none" ? {} : { logprobs: 1 }) },
        events: serverSentEvents(),
        pieceOf: completionPieceOf,
        mode: "fim",
        endTexts: this.#endTexts,
        stop,
        maxTokens: left,
        beforeSend,
        timeoutMs,
        begin,
      },
      signal,
    );
    if (drafts === "none") return generationOf(answer, { tokens: null, verified, passes: null });
    const endPasses = answer.stopReason === "end-of-middle" ? 1 : 0;
    const passes = (verified === null ? 0 : 1) + answer.tokens.length + endPasses;
    return generationOf(answer, { tokens: [...accepted, ...answer.tokens], verified, passes });
  }

  #body(prompt: string, maxTokens: number) {
    const { model } = this.#options;
    const stop = this.#endTexts.slice(0, MOST_STOPS);
    return {
      ...(model === "" ? {} : { model }),
      prompt,
      max_tokens: maxTokens,
      temperature: 0,
      ...(stop.length === 0 ? {} : { stop }),
    };
  }

  get #endTexts(): readonly string[] {
    return this.#options.endTexts;
  }
}

interface Told {
  readonly tokens: LargeGeneration["tokens"];
  readonly verified: VerifiedDraft | null;
  /** One a request's prompt and each further token, its end's too: what a server without speculation of its own takes. */
  readonly passes: number | null;
}

function generationOf(
  { text, stopReason }: Pick<LargeGeneration, "text" | "stopReason">,
  { tokens, verified, passes }: Told,
): LargeGeneration {
  return {
    text,
    tokens,
    stopReason,
    draftOffered: verified?.offered ?? 0,
    draftAccepted: verified?.accepted.length ?? 0,
    forwardPasses: passes,
  };
}
