/** A large model behind a circuit breaker: while its server fails, requests end at once, with the reason. Nothing is sent twice. */
import {
  type Clock,
  type ErrorCode,
  type LargeGeneration,
  type LargeModel,
  type LargeRequest,
  NearfirstError,
} from "@nearfirst/core";
import { admit, afterAnswer, afterCancel, afterFault, type BreakerState, CLOSED } from "./circuit-breaker.js";
import type { LargeAdapter, LargeCapabilities } from "./large-adapter.js";

/** What the next request would meet too. */
const LASTING: readonly ErrorCode[] = ["large-refused", "large-not-found", "large-busy"];

export interface LargeStatus {
  readonly state: "ready" | "paused";
  /** True from when it was first left alone until it answers again. */
  readonly isFailing: boolean;
  /** Until the next request may try; 0 where it may now. */
  readonly retryAfterMs: number;
  readonly requests: number;
  /** How often each fault ended a request. */
  readonly faults: Readonly<Partial<Record<ErrorCode, number>>>;
  /** What it said of the last fault; null where there was none. Holds no code and no key. */
  readonly lastFault: string | null;
}

export class GuardedLargeModel implements LargeModel {
  readonly name: string;
  readonly capabilities: LargeCapabilities;
  readonly #model: LargeAdapter;
  readonly #clock: Pick<Clock, "now">;
  readonly #faults = new Map<ErrorCode, number>();
  #breaker: BreakerState = CLOSED;
  #lastFault: NearfirstError | null = null;
  #requests = 0;

  constructor(model: LargeAdapter, clock: Pick<Clock, "now">) {
    this.#model = model;
    this.#clock = clock;
    this.name = model.name;
    this.capabilities = model.capabilities;
  }

  status(): LargeStatus {
    const nowMs = this.#clock.now();
    const isReady = admit(this.#breaker, nowMs) !== null;
    return {
      state: isReady ? "ready" : "paused",
      isFailing: this.#breaker.kind !== "closed",
      retryAfterMs: isReady ? 0 : Math.max(0, this.#breaker.untilMs - nowMs),
      requests: this.#requests,
      faults: Object.fromEntries(this.#faults),
      lastFault: this.#lastFault?.message ?? null,
    };
  }

  /** A server that is left alone is not asked for this either. */
  async contextTokens(): Promise<number | null> {
    return admit(this.#breaker, this.#clock.now()) === null ? null : this.#model.contextTokens();
  }

  /** Rejects with `large-paused` where the server is not asked now. */
  async generate(request: LargeRequest, signal: AbortSignal): Promise<LargeGeneration> {
    signal.throwIfAborted();
    const admitted = admit(this.#breaker, this.#clock.now());
    if (admitted === null) throw this.#paused();
    this.#breaker = admitted;
    this.#requests++;
    try {
      const generation = await this.#model.generate(request, signal);
      this.#breaker = afterAnswer(this.#breaker);
      return generation;
    } catch (thrown) {
      const fault = NearfirstError.from(thrown);
      // What ends here says nothing of the server.
      if (signal.aborted || fault.code === "audit-unwritable") {
        this.#breaker = afterCancel(this.#breaker);
        throw signal.aborted ? thrown : fault;
      }
      const kind = LASTING.includes(fault.code) ? "lasting" : "passing";
      this.#breaker = afterFault(this.#breaker, this.#clock.now(), kind);
      this.#faults.set(fault.code, (this.#faults.get(fault.code) ?? 0) + 1);
      this.#lastFault = fault;
      throw fault;
    }
  }

  /** Ends all connections; requests under way reject. */
  close(): Promise<void> {
    return this.#model.close();
  }

  #paused(): NearfirstError {
    const { retryAfterMs, lastFault } = this.status();
    const when = retryAfterMs === 0 ? "while another request tries it" : `for ${Math.ceil(retryAfterMs / 1000)} s`;
    return new NearfirstError({
      code: "large-paused",
      message: `The large model is not asked ${when}, because it failed: ${lastFault ?? "no reason known"}`,
      isRetryable: true,
      cause: this.#lastFault,
    });
  }
}
