/** One line of the log for each request: numbers and reasons, no code. */
import type { RequestOutcome } from "./protocol.js";

/** `ms`: from VS Code's question to the answer that VS Code is given. */
export function describeRequest(outcome: RequestOutcome, ms: number): string {
  const { kind, reason, tier, source, large, waitedMs = 0, engineMs = 0 } = outcome;
  const answered = kind === "suggested" ? `suggested by the ${tier} model (${source})` : `${kind} (${reason})`;
  const times = `${ms.toFixed(1)} ms, of them ${waitedMs.toFixed(1)} waited, ${engineMs.toFixed(1)} in the engine`;
  if (large === null) return `${answered}: ${times}`;
  return `${answered}: ${times}; the large model: ${large.outcome}, ${large.sentBytes} bytes sent`;
}
