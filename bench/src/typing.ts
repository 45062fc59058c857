/**
 * Replays typing, character by character, in the middle of real files, retrieval on, one request a keystroke and no
 * debounce. Every third file is typed at its end (left context only).
 */
import { type Capabilities, complete, type Outcome, Session, type Snippet, type Trace } from "@nearfirst/core";
import type { Bench, BenchCall } from "./bench.js";
import { type CorpusFile, readCorpus } from "./corpus.js";
import { MODEL_OPTION, withBenchRuntime } from "./runtime.js";
import { mean, median, percentile, randomFrom, rounded } from "./statistics.js";

/** Characters typed in each file, to the end of the line. */
const KEYSTROKES = 180;

interface Keystroke {
  readonly outcome: Outcome;
  /** Total less what model and retriever took, IPC included. */
  readonly overheadMs: number;
}

async function run(call: BenchCall): Promise<object> {
  const keystrokes: Keystroke[] = [];
  const random = randomFrom(1);
  await withBenchRuntime(call, async ({ capabilities }) => {
    for (const [at, file] of readCorpus().entries())
      keystrokes.push(...(await typeInto(file, { random, hasRightContext: at % 3 !== 2, capabilities })));
  });
  return summary(keystrokes);
}

async function typeInto(
  file: CorpusFile,
  options: { random: () => number; hasRightContext: boolean; capabilities: Capabilities },
): Promise<Keystroke[]> {
  const { random, hasRightContext, capabilities } = options;
  const earliest = file.text.length * (hasRightContext ? 0.3 : 0.6);
  const start =
    file.text.indexOf("\n", Math.floor(earliest + random() * (file.text.length * 0.9 - earliest - KEYSTROKES))) + 1;
  const lineFeed = file.text.indexOf("\n", start + KEYSTROKES);
  const end = lineFeed < 0 ? file.text.length : lineFeed;
  const right = hasRightContext ? file.text.slice(end) : "";
  const session = new Session();
  const keystrokes: Keystroke[] = [];
  for (let offset = start; offset < end; offset++) {
    const document = { uri: file.uri, languageId: "python", text: file.text.slice(0, offset) + right };
    const timed = timedCapabilities(capabilities);
    const request = { document, offset, stopMode: "statement", maxTokens: 64, trigger: "automatic" } as const;
    const outcome = await complete(request, timed.capabilities, session, new AbortController().signal);
    keystrokes.push({ outcome, overheadMs: outcome.trace.totalMs - timed.spentMs() });
  }
  return keystrokes;
}

/** The same capabilities, with a clock around every call that leaves the pipeline. */
function timedCapabilities(capabilities: Capabilities): { capabilities: Capabilities; spentMs: () => number } {
  let spentMs = 0;
  const timed = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const startedAt = performance.now();
    try {
      return await call();
    } finally {
      spentMs += performance.now() - startedAt;
    }
  };
  const { model, retriever } = capabilities;
  return {
    capabilities: {
      ...capabilities,
      model: {
        profile: model.profile,
        tokenize: (texts) => timed(() => model.tokenize(texts)),
        generate: (request, signal, onTokens) => timed(() => model.generate(request, signal, onTokens)),
      },
      retriever: {
        revision: retriever.revision,
        search: (query, signal) => timed<readonly Snippet[]>(() => retriever.search(query, signal)),
      },
    },
    spentMs: () => spentMs,
  };
}

function summary(keystrokes: readonly Keystroke[]): object {
  const traces = keystrokes.map(({ outcome }) => outcome.trace);
  const fromModel = traces.filter((trace) => trace.source === "model");
  const evaluated = fromModel.map((trace) => trace.tokensEvaluated);
  const refreshed = msOf(traces.filter((trace) => trace.promptRefreshed));
  const steady = msOf(traces.filter((trace) => !trace.promptRefreshed));
  const steadyFromModel = msOf(fromModel.filter((trace) => !trace.promptRefreshed));
  const overhead = keystrokes.map((each) => each.overheadMs);
  return {
    files: readCorpus().length,
    longFiles: readCorpus().filter((file) => file.kind === "long").length,
    keystrokes: keystrokes.length,
    outcomes: counted(keystrokes.map(({ outcome }) => outcome.kind)),
    sources: counted(traces.map((trace) => trace.source ?? "none")),
    // Over the keystrokes that asked the model; the others evaluate nothing.
    medianTokensEvaluated: median(evaluated),
    p95TokensEvaluated: percentile(evaluated, 0.95),
    // Hardly more than a line: else a snippet refresh or a window step was not counted as one.
    mostTokensEvaluatedInSteadyPrompt: percentile(
      fromModel.filter((trace) => !trace.promptRefreshed).map((trace) => trace.tokensEvaluated),
      1,
    ),
    medianPromptTokens: median(fromModel.map((trace) => trace.promptTokens)),
    meanAnswerTokens: rounded(mean(fromModel.map((trace) => trace.tokens.length))),
    p50Ms: rounded(median(steady)),
    p95Ms: rounded(percentile(steady, 0.95)),
    // The same without the keystrokes that needed no model.
    modelP50Ms: rounded(median(steadyFromModel)),
    modelP95Ms: rounded(percentile(steadyFromModel, 0.95)),
    refreshes: refreshed.length,
    refreshP50Ms: rounded(median(refreshed)),
    refreshP95Ms: rounded(percentile(refreshed, 0.95)),
    overheadP50Ms: rounded(median(overhead), 3),
    overheadP95Ms: rounded(percentile(overhead, 0.95), 3),
  };
}

function msOf(traces: readonly Trace[]): number[] {
  return traces.map((trace) => trace.totalMs);
}

function counted(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(values)].sort().map((value) => [value, values.filter((each) => each === value).length]),
  );
}

export default {
  name: "typing",
  description: "typing replayed in real files: tokens evaluated and milliseconds a keystroke",
  options: MODEL_OPTION,
  run,
} satisfies Bench;
