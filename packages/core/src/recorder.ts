/** Collects the trace of one request while it runs. */
import type { Clock, Generation } from "./engine.js";
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
  stopReason: null,
  snippets: [],
  routing: null,
  rules: [],
  promptRefreshed: false,
};

export class Recorder {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #stages: StageTiming[] = [];
  #facts: Facts = NOTHING;
  #stage: Stage = "trigger";
  #stageStartedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#stageStartedAt = this.#startedAt;
  }

  /** The stage that runs now. */
  get stage(): Stage {
    return this.#stage;
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
  noteGeneration(generated: Generation, promptTokens: number, draftSource: DraftTrace["source"] | null): void {
    const { tokens, tokensReused, forwardPasses, engineMs, lookupOffered, lookupAccepted } = generated;
    const { draftOffered: offeredTokens, draftAccepted: acceptedTokens } = generated;
    this.note({
      source: "model",
      tokens,
      tokensEvaluated: promptTokens - tokensReused,
      tokensReused,
      forwardPasses,
      engineMs,
      draft: draftSource === null ? null : { source: draftSource, offeredTokens, acceptedTokens },
      promptLookup: lookupOffered === 0 ? null : { offeredTokens: lookupOffered, acceptedTokens: lookupAccepted },
    });
  }

  finish(): Trace {
    this.#close();
    return Object.freeze({
      ...this.#facts,
      stages: Object.freeze([...this.#stages]),
      totalMs: this.#clock.now() - this.#startedAt,
    });
  }

  #close(): void {
    const now = this.#clock.now();
    this.#stages.push({ stage: this.#stage, ms: now - this.#stageStartedAt });
    this.#stageStartedAt = now;
  }
}
