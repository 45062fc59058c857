/** `nearfirst/lastTrace`: what the last request did, as text for the developer. It holds code, and so goes only to who asks. */
import { type Outcome, outcomeReason } from "@nearfirst/core";
import { renderTrace } from "../complete/render-trace.js";
import { colorsOf } from "../terminal.js";

export const LAST_TRACE_METHOD = "nearfirst/lastTrace";

export interface LastTrace {
  readonly uri: string;
  readonly text: string;
}

/** `modelName`: of the local model. */
export function lastTraceOf(uri: string, outcome: Outcome, modelName: string): LastTrace {
  const why = outcome.kind === "suggested" ? `by the ${outcome.tier} model` : outcomeReason(outcome);
  const message = outcome.kind === "failed" ? [outcome.error.message] : [];
  const lines = [`${outcome.kind}: ${why}`, ...message, ...renderTrace(outcome.trace, { modelName }, colorsOf({}, {}))];
  return { uri, text: `${lines.join("\n")}\n` };
}
