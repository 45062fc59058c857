/** Collects the trace of one request while it runs. */
import type { Clock, Generation } from "./engine.js";
import { frozen } from "./frozen.js";
import type { DraftTrace, Stage, StageTiming, Trace } from "./types.js";

type Facts = Omit<Trace, "stages" | "totalMs">;

const NOTHING: Facts = {
  source: null,
  promptTokens: 0,
  tokensEvaluated: 0,
  tokensReused: 0,
  forwardPasses: 0,
  engineMs: 0,
  tokens: [],
  draft: null,
  promptLookup: null,
  confidence: null,
  firstTokensMs: null,
  stopReason: null,
  snippets: [],
  syntax: null,
  routing: null,
  large: null,
  userAction: null,
  rules: [],
  promptRefreshed: false,
};

export class Recorder {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #stages: StageTiming[] = [];
  #facts: Facts = NOTHING;
  #stage: Stage = "trigger";
  #stageStartedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = this.#now();
    this.#stageStartedAt = this.#startedAt;
  }

  /** The stage that runs now. */
  get stage(): Stage {
    return this.#stage;
  }

  /** Milliseconds on the request's clock; 0 where that is broken from the start. */
  get nowMs(): number {
    return this.#now();
  }

  /** The first tokens are there now. */
  noteFirstTokens(): void {
    this.note({ firstTokensMs: this.#now() - this.#startedAt });
  }

  /** Ends the running stage and begins the next. */
  enter(stage: Stage): void {
    this.#close();
    this.#stage = stage;
  }

  note(facts: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** What the model did for a prompt of `promptTokens` tokens. */
  noteGeneration(generated: Generation, promptTokens: number, draft: Pick<DraftTrace, "source" | "text"> | null): void {
    const { tokens, tokensReused, forwardPasses, engineMs, lookupOffered, lookupAccepted } = generated;
    const { draftOffered: offeredTokens, draftAccepted: acceptedTokens } = generated;
    this.note({
      source: "model",
      tokens,
      tokensEvaluated: promptTokens - tokensReused,
      tokensReused,
      forwardPasses,
      engineMs,
      draft: draft === null ? null : { source: draft.source, text: draft.text, offeredTokens, acceptedTokens },
      promptLookup: lookupOffered === 0 ? null : { offeredTokens: lookupOffered, acceptedTokens: lookupAccepted },
    });
  }

  finish(): Trace {
    this.#close();
    return frozen({ ...this.#facts, stages: [...this.#stages], totalMs: this.#stageStartedAt - this.#startedAt });
  }

  #close(): void {
    const now = this.#now();
    this.#stages.push({ stage: this.#stage, ms: now - this.#stageStartedAt });
    this.#stageStartedAt = now;
  }

  /** A clock that fails costs the timings, not the answer. */
  #now(): number {
    try {
      return this.#clock.now();
    } catch {
      return this.#stageStartedAt;
    }
  }
}
