/**
 * Keeps a server that fails out of the way: after a few faults in a row nothing is asked for a while, then one request
 * tries. Pure: states in, states out; times are milliseconds of the caller's monotonic clock.
 */

export interface BreakerState {
  /** `open`: nothing is asked until `untilMs`. `trying`: one request is under way to find out. */
  readonly kind: "closed" | "open" | "trying";
  /** In a row. */
  readonly faults: number;
  /** How often in a row it opened: each time the pause doubles. */
  readonly openings: number;
  /** When the next request may try; of no meaning while closed. */
  readonly untilMs: number;
}

export const BREAKER_LIMITS = {
  faults: 3,
  firstPauseMs: 5_000,
  lastingPauseMs: 60_000,
  longestPauseMs: 300_000,
} as const;

export const CLOSED: BreakerState = { kind: "closed", faults: 0, openings: 0, untilMs: 0 };

/** The state with one more request under way; null where none may be asked now. */
export function admit(state: BreakerState, nowMs: number): BreakerState | null {
  if (state.kind === "closed") return state;
  return nowMs >= state.untilMs && state.kind === "open" ? { ...state, kind: "trying" } : null;
}

export function afterAnswer(_state: BreakerState): BreakerState {
  return CLOSED;
}

/** `lasting`: one that the next request meets too, such as a refused key; it opens at once, and for longer. */
export function afterFault(state: BreakerState, nowMs: number, kind: "passing" | "lasting"): BreakerState {
  // Of a request that began before it opened: nothing new.
  if (state.kind === "open") return state;
  const faults = state.faults + 1;
  if (state.kind === "closed" && kind === "passing" && faults < BREAKER_LIMITS.faults) return { ...state, faults };
  const { firstPauseMs, lastingPauseMs, longestPauseMs } = BREAKER_LIMITS;
  const first = kind === "lasting" ? lastingPauseMs : firstPauseMs;
  const pauseMs = Math.min(longestPauseMs, first * 2 ** state.openings);
  return { kind: "open", faults, openings: state.openings + 1, untilMs: nowMs + pauseMs };
}

/** The developer typed on: nothing was learnt, and the next request may try at once. */
export function afterCancel(state: BreakerState): BreakerState {
  return state.kind === "trying" ? { ...state, kind: "open" } : state;
}
