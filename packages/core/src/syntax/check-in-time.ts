import type { Clock, SyntaxParser } from "../engine.js";
import { checkInsertion } from "./differential-gate.js";
import type { Insertion } from "./insertion.js";
import type { SyntaxVerdict } from "./verdict.js";

/** The syntax gate of a live editor: nothing is held up longer than its limit. */
export interface SyntaxGate {
  readonly parser: SyntaxParser;
  /** In milliseconds; past it the verdict is `unknown`. */
  readonly limitMs: number;
}

/** Never rejects but for a bug: what is aborted or takes too long is `unknown`. */
export async function checkInTime(
  { parser, limitMs }: SyntaxGate,
  insertion: Insertion,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<SyntaxVerdict> {
  const stop = new AbortController();
  const forward = () => stop.abort();
  signal.addEventListener("abort", forward);
  if (signal.aborted) stop.abort();
  clock.sleep(limitMs, stop.signal).then(forward, () => undefined);
  try {
    return await checkInsertion(parser, insertion, stop.signal);
  } finally {
    signal.removeEventListener("abort", forward);
    stop.abort();
  }
}
