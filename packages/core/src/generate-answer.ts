/** The local model's part of a request: what it is asked with, and what it says. */
import { findDraft } from "./draft/find-draft.js";
import { PROMPT_LOOKUP } from "./draft/prompt-lookup.js";
import type { InFlight } from "./in-flight.js";
import { confidenceOf } from "./inference/confidence.js";
import { firstTokensOf } from "./inference/first-tokens.js";
import { engineStopOf, readAnswer, textSoFarOf } from "./inference/read-answer.js";
import { stopStateOf } from "./inference/stop.js";
import type { Escalation } from "./large/escalation.js";
import { layOutPrompt } from "./prompt/lay-out-prompt.js";
import { retrievalQueryOf, SNIPPETS_ASKED } from "./retrieval/query.js";
import type { Answer } from "./session.js";
import type { Stages } from "./stages.js";

/** Starts a generation, for all who wait for its answer; a running one that does not match ends. */
export function startAnswer(stages: Stages, escalation: Escalation): InFlight<Answer> {
  const unfinished = stages.session.unfinishedAnswer(stages);
  return stages.session.start(stages, (signal, onText) =>
    generateAnswer(stages, { unfinished, escalation, onText }, signal),
  );
}

interface GenerateOptions {
  /** What is known of a cancelled answer and still fits. */
  readonly unfinished: string;
  readonly escalation: Escalation;
  readonly onText: (textSoFar: string) => void;
}

/** Retrieve, prompt, draft, generate: the stages that need a model. */
async function generateAnswer(
  stages: Stages,
  { unfinished, escalation, onText }: GenerateOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { request, cursor, capabilities, session, recorder } = stages;
  const { model, retriever } = capabilities;
  const { mode, endTokens, draftWeight } = model.profile;
  const { uri, languageId } = cursor.document;

  recorder.enter("retrieve");
  const known = session.lineContext(stages)?.context.snippets;
  const query = { text: retrievalQueryOf(cursor), uri, languageId, limit: SNIPPETS_ASKED };
  const found = known ?? (await retriever.search(query, signal));
  signal.throwIfAborted();

  recorder.enter("prompt");
  const prompt = await layOutPrompt(model, { asked: stages, snippets: found, session, signal });
  const { tokens, healedText, isRefreshed, line } = prompt;
  const { snippets } = line.context;
  recorder.note({ snippets, promptTokens: tokens.length, promptRefreshed: isRefreshed });

  recorder.enter("draft");
  const previous = unfinished === "" ? null : { text: unfinished, source: "previous-answer" as const };
  const draft = previous ?? findDraft(cursor, snippets);

  escalation.beforeLocal();

  recorder.enter("generate");
  const stop = stopStateOf(cursor, request.stopMode);
  const textSoFar = textSoFarOf({ mode, healedText }, onText);
  const firstTokens = firstTokensOf({ mode, healedText }, (first) => {
    recorder.noteFirstTokens();
    escalation.duringLocal(confidenceOf(first));
  });
  const generated = await model.generate(
    {
      prompt: tokens,
      slot: uri,
      draft: draft?.text ?? "",
      draftWeight: previous === null ? draftWeight : 0,
      promptLookup: PROMPT_LOOKUP,
      healedText,
      maxTokens: request.maxTokens,
      stop: engineStopOf(stop, mode),
      endTokens,
    },
    signal,
    (tokens) => {
      textSoFar(tokens);
      firstTokens(tokens);
    },
  );
  recorder.noteGeneration(generated, tokens.length, draft);
  const { text, codeTokens, stopReason } = readAnswer(generated, mode, stop);
  const answer = {
    text,
    confidence: confidenceOf(codeTokens),
    wholeConfidence: confidenceOf(codeTokens, codeTokens.length),
    stopReason,
    tokens: generated.tokens,
    seenPaths: snippets.map((snippet) => snippet.path),
  };
  return session.rememberAnswer(stages, line, answer);
}
