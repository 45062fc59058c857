/** One task under one condition, through the product's own `complete()`: a row. */
import { alwaysLocal, complete, type LocalModel, type Outcome, type Retriever, Session } from "@nearfirst/core";
import { systemClock } from "@nearfirst/node";
import { rounded } from "../statistics.js";
import { type Condition, requestOf } from "./cells.js";
import type { ProjectFile } from "./projects.js";
import type { Row } from "./rows.js";
import { scoreOf } from "./scoring.js";
import type { ScoreTask } from "./tasks.js";

export interface Asking {
  readonly label: string;
  readonly model: LocalModel;
  readonly retriever: Retriever;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** Null where the signal ended it. */
export async function answerTask(
  task: ScoreTask,
  file: ProjectFile,
  condition: Condition,
  { label, model, retriever, maxTokens, signal }: Asking,
): Promise<Row | null> {
  const clocked = withClock(model);
  const capabilities = {
    clock: systemClock,
    model: clocked.model,
    retriever,
    policy: alwaysLocal,
    large: null,
    syntax: null,
  };
  const request = requestOf(task, file, { context: condition.context, maxTokens });
  const outcome = await complete(request, capabilities, new Session(), signal);
  // An engine that ends in the same moment makes it a failure.
  if (outcome.kind === "cancelled" || signal.aborted) return null;
  const { trace } = outcome;
  const answer = outcome.kind === "suggested" ? outcome.suggestion.text : null;
  const { isExact, editSimilarity } = scoreOf(answer, task.target);
  return {
    task: task.id,
    kind: task.kind,
    context: condition.context,
    retrieval: condition.retrieval,
    model: label,
    outcome: nameOf(outcome),
    isExact,
    editSimilarity: rounded(editSimilarity, 6),
    answer,
    totalMs: rounded(trace.totalMs),
    retrieveMs: rounded(trace.stages.find((each) => each.stage === "retrieve")?.ms ?? 0),
    snippets: trace.snippets.length,
    promptTokens: trace.promptTokens,
    answerTokens: trace.tokens.length,
    ...clocked.times(),
    geometricMean: trace.confidence?.geometricMean ?? null,
    arithmeticMean: trace.confidence?.arithmeticMean ?? null,
    stopReason: trace.stopReason,
  };
}

function nameOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case "skipped":
    case "dropped":
      return `${outcome.kind}: ${outcome.reason}`;
    case "failed":
      return `failed: ${outcome.error.code}`;
    default:
      return outcome.kind;
  }
}

interface Clocked {
  readonly model: LocalModel;
  times(): Pick<Row, "evaluatedTokens" | "evaluateMs" | "laterTokens" | "laterMs">;
}

/** Tells the prompt's evaluation, up to the first pass that gives tokens, from the passes after it. */
function withClock(model: LocalModel): Clocked {
  let times = { evaluatedTokens: 0, evaluateMs: 0, laterTokens: 0, laterMs: 0 };
  return {
    times: () => times,
    model: {
      profile: model.profile,
      tokenize: (texts) => model.tokenize(texts),
      async generate(request, signal, onTokens) {
        const startedAt = performance.now();
        let first: { readonly at: number; readonly tokens: number } | null = null;
        const generated = await model.generate(request, signal, (tokens) => {
          first ??= { at: performance.now(), tokens: tokens.length };
          onTokens?.(tokens);
        });
        const endedAt = performance.now();
        const { at, tokens } = (first as { at: number; tokens: number } | null) ?? { at: endedAt, tokens: 0 };
        times = {
          evaluatedTokens: request.prompt.length - generated.tokensReused,
          evaluateMs: rounded(at - startedAt),
          laterTokens: Math.max(0, generated.tokens.length - tokens),
          laterMs: rounded(endedAt - at),
        };
        return generated;
      },
    },
  };
}
