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

/** What is not known of the run is left out. */
export type KnownFacts = Pick<RunFacts, "modelName"> & Partial<RunFacts>;

export function renderTrace(trace: Trace, facts: KnownFacts, colors: Colors): string[] {
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
    ...heading(`Tokens${trace.large === null ? "" : " of the local answer"} (${trace.tokens.length})`),
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

function requestRows(trace: Trace, facts: KnownFacts): string[][] {
  const { confidence, draft, large, promptLookup, routing, syntax } = trace;
  const { index, processMs, modelLoadMs } = facts;
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
    row("syntax", syntax === null ? "not checked" : SYNTAX_WORDS[syntax.kind === "valid" ? "valid" : syntax.reason]),
    row("routing", routing === null ? "–" : `${routing.decision} by ${routing.policy}: ${routing.reason}`),
    row("large model", large === null ? "not asked" : largeInWords(large)),
    row("rules", trace.rules.length === 0 ? "none changed the answer" : trace.rules.join(", ")),
    row("prompt", trace.promptRefreshed ? "laid out anew" : "reused"),
    ...(index === undefined ? [] : [row("index", INDEX_WORDS[index])]),
    ...(processMs === undefined || modelLoadMs === undefined
      ? []
      : [row("process", `${Math.round(processMs)} ms in all, ${Math.round(modelLoadMs)} of them loading`)]),
  ];
}

/** What became of the question to the large model, after "large model". */
export function largeInWords({ outcome, code, ms, draftAccepted, draftOffered, redactions }: LargeTrace): string {
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

type SyntaxWord = "valid" | Exclude<NonNullable<Trace["syntax"]>, { kind: "valid" }>["reason"];

/** What the syntax gate said of the local answer. */
const SYNTAX_WORDS: Readonly<Record<SyntaxWord, string>> = {
  valid: "the code would parse with the local answer",
  "does-not-parse": "the code would not parse with the local answer",
  "broken-statement": "the local answer's statement would not parse, whatever came after it",
  "broken-after": "the local answer would not fit the code after it",
  "no-parser": "not known: the language has no parser here",
  "too-large": "not known: the block at the cursor is too large",
  "too-late": "not known: the check was not ready in time",
  "broken-before": "not known: the code before it does not parse either",
  "broken-around": "not known: the code around it does not parse either",
  "nothing-to-compare": "not known: nothing else would parse in its place either",
};

const INDEX_WORDS: Readonly<Record<RunFacts["index"], string>> = {
  off: "no context from other files",
  ready: "complete",
  failed: "does not work; nothing was taken from other files",
  incomplete: "not complete in time; --wait-index waits for it",
};
