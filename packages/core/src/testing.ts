/** Fakes for tests of whatever uses the pipeline. They throw on anything that was not set up. */
import type { Capabilities, Clock, Generation, GenerationRequest, LargeModel, LocalModel } from "./engine.js";
import type { NearfirstError } from "./errors.js";
import { findStop } from "./inference/stop.js";
import { LARGE_REACH, type LargeTier } from "./large/large-tier.js";
import type { Departure, DepartureLog } from "./privacy/departure.js";
import type { ReleaseRules } from "./privacy/release.js";
import type { FileFacts } from "./privacy/release-policy.js";
import type { ReleasedPrompt } from "./privacy/released-prompt.js";
import type { ModelProfile, PromptLayout } from "./prompt/model-profile.js";
import { alwaysLocal } from "./routing/always-local.js";
import type { CompletionRequest, GeneratedToken, StopReason, TextDocument } from "./types.js";

/** A request from a picture of the document, with `█` at the cursor. */
export function requestAt(
  picture: string,
  {
    uri = "file:///work.py",
    languageId = "python",
    ...settings
  }: Partial<Omit<CompletionRequest, "document" | "offset">> & { uri?: string; languageId?: string } = {},
): CompletionRequest {
  const [before, after, ...more] = picture.split("█");
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error("a picture has exactly one █, at the cursor");
  return {
    document: { uri, languageId, text: before + after },
    offset: before.length,
    stopMode: "statement",
    maxTokens: 64,
    trigger: "automatic",
    ...settings,
  };
}

/** One thing that the scripted model knows: the first line that fits is the answer. */
export interface ScriptLine {
  /** The text before the cursor, or its end. */
  readonly after: string;
  /** What the model would write, without an end; the request's stop rule and `maxTokens` cut it. */
  readonly answer: string;
  /** p(token) of each token, in [0, 1]; 0.9 if left out. */
  readonly probability?: number;
}

export interface ScriptedModelOptions {
  readonly profile?: Partial<ModelProfile>;
  /** Waited for before each token, to make an answer slow or to hold it back. */
  readonly beforeToken?: () => Promise<void>;
}

/** Ids below are special tokens; a character's id is its code point plus this. */
const FIRST_TEXT_TOKEN = 16;
const FIM = { prefix: 1, suffix: 2, middle: 3, fileSeparator: 4 } as const;
const LAYOUT: PromptLayout = [
  { eachSnippet: [{ token: FIM.fileSeparator }, { slot: "snippet" }] },
  { token: FIM.suffix },
  { slot: "suffix" },
  { token: FIM.prefix },
  { slot: "prefix" },
  { token: FIM.middle },
];

/**
 * A model with one token a character that answers from a script. Like the engine it keeps one KV cache a slot, applies
 * the stop rule, and rejects with the signal's reason once aborted.
 */
export class ScriptedModel implements LocalModel {
  readonly profile: ModelProfile;
  /** Every call of `generate`, in order. */
  readonly requests: GenerationRequest[] = [];
  /** Calls that are running now. */
  running = 0;
  /** Calls that ended because their signal was aborted. */
  aborted = 0;
  readonly #script: readonly ScriptLine[];
  readonly #beforeToken: (() => Promise<void>) | undefined;
  readonly #slots = new Map<string, readonly number[]>();

  constructor(script: readonly ScriptLine[], { profile, beforeToken }: ScriptedModelOptions = {}) {
    this.#script = script;
    this.#beforeToken = beforeToken;
    this.profile = {
      fingerprint: "scripted",
      name: "scripted",
      contextTokens: 4_096,
      languages: [],
      mode: "fim",
      family: "scripted",
      order: "spm",
      layout: LAYOUT,
      maxSuffixTokens: null,
      bos: null,
      endTokens: [0],
      specialTexts: [],
      tokenHealing: false,
      draftWeight: 0,
      ...profile,
    };
  }

  async tokenize(texts: readonly string[]): Promise<readonly Int32Array[]> {
    return texts.map((text) => Int32Array.from([...text], idOf));
  }

  async generate(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens?: (tokens: readonly GeneratedToken[]) => void,
  ): Promise<Generation> {
    this.requests.push(request);
    this.running++;
    try {
      return await this.#answer(request, signal, onTokens);
    } catch (thrown) {
      if (signal.aborted) this.aborted++;
      throw thrown;
    } finally {
      this.running--;
    }
  }

  async #answer(
    request: GenerationRequest,
    signal: AbortSignal,
    onTokens: ((tokens: readonly GeneratedToken[]) => void) | undefined,
  ): Promise<Generation> {
    const { prompt, slot, draft, healedText, maxTokens, stop } = request;
    const line = this.#lineFor(textBeforeCursor(prompt) + healedText);
    const cached = this.#slots.get(slot) ?? [];
    // The last token is evaluated again in any case: its logits are needed.
    const tokensReused = Math.min(commonLength(cached, [...prompt]), prompt.length - 1);
    const tokens: GeneratedToken[] = [];
    let text = "";
    let stopReason: StopReason = "end-of-middle";
    for (const character of healedText + line.answer) {
      await untilAborted(this.#beforeToken?.(), signal);
      const token = { id: idOf(character), text: character, probability: line.probability ?? 0.9 };
      tokens.push({ ...token, fromDraft: draft.startsWith(text.slice(healedText.length) + character) });
      text += character;
      onTokens?.(tokens.slice(-1));
      const end = findStop(text.slice(healedText.length), stop);
      if (end !== null) {
        text = text.slice(0, healedText.length + end.end);
        stopReason = end.reason;
        break;
      }
      if (tokens.length >= maxTokens) {
        stopReason = "max-tokens";
        break;
      }
    }
    signal.throwIfAborted();
    this.#slots.set(slot, [...prompt, ...tokens.map((token) => token.id)]);
    const draftAccepted = tokens.filter((token) => token.fromDraft).length;
    return {
      text: text.slice(healedText.length),
      tokens,
      healedTokens: [...healedText].length,
      stopReason,
      tokensEvaluated: prompt.length - tokensReused + tokens.length,
      tokensReused,
      forwardPasses: 1 + tokens.length - draftAccepted,
      draftOffered: [...draft].length,
      draftAccepted,
      lookupOffered: 0,
      lookupAccepted: 0,
      engineMs: 0,
    };
  }

  #lineFor(before: string): ScriptLine {
    const line = this.#script.find((each) => before.endsWith(each.after));
    if (line === undefined)
      throw new Error(`the scripted model has no answer after ${JSON.stringify(before.slice(-40))}`);
    return line;
  }
}

export interface ScriptedLargeOptions {
  /** Waited for before each answer. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Ends each request with this instead of an answer. */
  readonly fault?: NearfirstError;
  /** Of its server's context; by default it does not tell. */
  readonly contextTokens?: number;
}

/** A large model that answers from a script, and whose rules let everything out that the test does not keep. */
export class ScriptedLarge implements LargeTier {
  /** Every prompt that came through, in order. */
  readonly prompts: ReleasedPrompt[] = [];
  /** Requests that ended because their signal was aborted. */
  aborted = 0;
  readonly model: LargeModel;
  readonly reach = LARGE_REACH;
  deadlineMs = 500;
  readonly rules: ReleaseRules;
  /** Everything that left, in order. */
  readonly departed: Departure[] = [];
  readonly departures: DepartureLog;

  constructor(script: readonly ScriptLine[], { beforeAnswer, fault, contextTokens }: ScriptedLargeOptions = {}) {
    this.rules = { policy: { reasonToKeep: async () => null }, finder: { find: async () => [] } };
    this.departures = {
      record: async (departure) => {
        this.departed.push(departure);
        return { bytes: departure.body.length };
      },
    };
    this.model = {
      name: "scripted large",
      contextTokens: async () => contextTokens ?? null,
      generate: async ({ prompt, stop, maxTokens, beforeSend }, signal) => {
        const body = JSON.stringify(prompt);
        await beforeSend(body);
        this.prompts.push(prompt);
        try {
          await untilAborted(beforeAnswer?.(), signal);
        } catch (thrown) {
          this.aborted++;
          throw thrown;
        }
        if (fault !== undefined) throw fault;
        const line = script.find((each) => prompt.prefix.endsWith(each.after));
        if (line === undefined)
          throw new Error(`the scripted large model has no answer after ${JSON.stringify(prompt.prefix.slice(-40))}`);
        const end = findStop(line.answer, stop);
        const text = line.answer.slice(0, Math.min(end?.end ?? Number.POSITIVE_INFINITY, maxTokens));
        const draftAccepted = commonLength([...prompt.draft].map(idOf), [...text].map(idOf));
        return {
          text,
          tokens: null,
          stopReason: end?.reason ?? "end-of-middle",
          draftOffered: prompt.draft.length,
          draftAccepted,
          forwardPasses: null,
        };
      },
    };
  }

  fileOf({ uri, languageId }: TextDocument): FileFacts {
    return { uri, path: uri.slice("file:///".length), languageId };
  }
}

/** A clock that stands still until it is told to move. */
export class StandingClock implements Clock {
  #nowMs = 0;
  readonly #sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();

  now(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const sleeper = { untilMs: this.#nowMs + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
      this.#wake();
    });
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    this.#wake();
  }

  #wake(): void {
    for (const sleeper of this.#sleepers) {
      if (sleeper.untilMs > this.#nowMs) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}

/** The pipeline's capabilities around a model: no retrieval, everything local, a clock that stands still. */
export function capabilitiesOf(model: LocalModel, others: Partial<Capabilities> = {}): Capabilities {
  return {
    clock: new StandingClock(),
    model,
    retriever: { revision: 0, search: async () => [] },
    policy: alwaysLocal,
    large: null,
    syntax: null,
    ...others,
  };
}

function idOf(character: string): number {
  return (character.codePointAt(0) as number) + FIRST_TEXT_TOKEN;
}

/** The prefix of a suffix-prefix-middle prompt. */
function textBeforeCursor(prompt: Int32Array): string {
  const start = prompt.lastIndexOf(FIM.prefix);
  if (start < 0 || prompt.at(-1) !== FIM.middle)
    throw new Error("the scripted model knows only suffix-prefix-middle prompts");
  return [...prompt.slice(start + 1, -1)].map((id) => String.fromCodePoint(id - FIRST_TEXT_TOKEN)).join("");
}

function commonLength(one: readonly number[], other: readonly number[]): number {
  const end = one.findIndex((token, at) => token !== other[at]);
  return end < 0 ? Math.min(one.length, other.length) : end;
}

async function untilAborted(wait: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (wait === undefined) return;
  const leave = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: leave.signal });
  });
  await Promise.race([wait, aborted]).finally(() => leave.abort());
}
