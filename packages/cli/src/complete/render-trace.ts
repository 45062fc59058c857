/** The trace of one request as tables for people (`--trace`). */
import type { LargeTrace, Trace } from "@nearfirst/core";
import { type Colors, printable, table } from "../terminal.js";

const SNIPPET_LINES = 4;
const LONGEST_LINE = 100;

export interface RunFacts {
  readonly modelName: string;
  /** From the start of the process to the outcome, in milliseconds. */
  readonly processMs: number;
  readonly modelLoadMs: number;
  readonly index: "off" | "ready" | "incomplete" | "failed";
}

export function renderTrace(trace: Trace, facts: RunFacts, colors: Colors): string[] {
  const heading = (text: string) => ["", colors.bold(text)];
  const stages = trace.stages.map(({ stage, ms }) => [`  ${stage}`, ms.toFixed(1)]);
  return [
    ...heading("Stages, in milliseconds"),
    ...table(
      [...stages, ["  total", trace.totalMs.toFixed(1)], ["  of it in the engine", trace.engineMs.toFixed(1)]],
      [1],
    ),
    ...heading("Request"),
    ...table(requestRows(trace, facts)),
    ...heading(`Tokens (${trace.tokens.length})`),
    ...table(
      trace.tokens.map(({ text, probability, fromDraft }, at) => [
        `  ${at + 1}`,
        probability.toFixed(4),
        printable(JSON.stringify(text)),
        fromDraft ? "from the draft" : "",
      ]),
    ),
    ...heading(`Snippets from other files (${trace.snippets.length})`),
    ...trace.snippets.flatMap(({ path, startLine, score, text }) => [
      `  ${printable(path)}:${startLine + 1}  score ${score.toFixed(2)}`,
      ...printable(text)
        .split("\n")
        .slice(0, SNIPPET_LINES)
        .map((line) => colors.dim(`    │ ${line.slice(0, LONGEST_LINE)}`)),
    ]),
  ];
}

function requestRows(trace: Trace, facts: RunFacts): string[][] {
  const { confidence, draft, large, promptLookup, routing } = trace;
  const row = (name: string, value: string) => [`  ${name}`, value];
  return [
    row("model", facts.modelName),
    row("answer from", trace.source ?? "nowhere"),
    row(
      "tokens",
      `prompt ${trace.promptTokens}, evaluated ${trace.tokensEvaluated}, reused ${trace.tokensReused}; ${trace.forwardPasses} forward passes`,
    ),
    row(
      "draft",
      draft === null
        ? "none found"
        : `from the ${draft.source}: ${draft.acceptedTokens} of ${draft.offeredTokens} tokens accepted`,
    ),
    row(
      "repetition",
      promptLookup === null
        ? "nothing drafted from it"
        : `${promptLookup.acceptedTokens} of ${promptLookup.offeredTokens} drafted tokens accepted`,
    ),
    row(
      "confidence",
      confidence === null
        ? "none"
        : `geometric mean ${confidence.geometricMean.toFixed(3)} (SynConfRoute), arithmetic mean ${confidence.arithmeticMean.toFixed(3)} (MCCom), first ${confidence.tokens} tokens`,
    ),
    row("stopped at", trace.stopReason ?? "–"),
    row("routing", routing === null ? "–" : `${routing.decision} by ${routing.policy}: ${routing.reason}`),
    row("large model", large === null ? "not asked" : largeInWords(large)),
    row("rules", trace.rules.length === 0 ? "none changed the answer" : trace.rules.join(", ")),
    row("prompt", trace.promptRefreshed ? "laid out anew" : "reused"),
    row("index", INDEX_WORDS[facts.index]),
    row("process", `${Math.round(facts.processMs)} ms in all, ${Math.round(facts.modelLoadMs)} of them loading`),
  ];
}

function largeInWords({ outcome, code, ms, draftAccepted, draftOffered, redactions }: LargeTrace): string {
  const drafted = draftOffered === 0 ? "" : `, ${draftAccepted} of ${draftOffered} drafted tokens accepted`;
  const redacted = redactions === 0 ? "" : `, ${redactions} secrets replaced`;
  switch (outcome) {
    case "answered":
      return `answered in ${Math.round(ms ?? 0)} ms${drafted}${redacted}`;
    case "late":
      return "did not answer before the deadline";
    case "outdated":
      return "asked for what was typed over since";
    case "pending":
      return "asked; its answer was not waited for";
    case "withheld":
      return `not asked: ${code}`;
    case "holds-placeholder":
      return "answered with the stand-in of a secret";
    case "failed":
      return `failed: ${code}`;
  }
}

const INDEX_WORDS: Readonly<Record<RunFacts["index"], string>> = {
  off: "no context from other files",
  ready: "complete",
  failed: "does not work; nothing was taken from other files",
  incomplete: "not complete in time; --wait-index waits for it",
};
