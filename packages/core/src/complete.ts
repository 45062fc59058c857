/** One completion request, from top to bottom. */
import { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
import { reasonToSkip } from "./cursor/trigger.js";
import { findDraft } from "./draft/find-draft.js";
import { PROMPT_LOOKUP } from "./draft/prompt-lookup.js";
import type { Capabilities } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { confidenceOf } from "./inference/confidence.js";
import { firstTokensOf } from "./inference/first-tokens.js";
import { engineStopOf, readAnswer, textSoFarOf } from "./inference/read-answer.js";
import { stopStateOf } from "./inference/stop.js";
import { Escalation, type LocalFindings } from "./large/escalation.js";
import { postprocess } from "./postprocess/postprocess.js";
import { layOutPrompt } from "./prompt/lay-out-prompt.js";
import { Recorder } from "./recorder.js";
import { retrievalQueryOf, SNIPPETS_ASKED } from "./retrieval/query.js";
import { type Answer, type Asked, type Session, sourcesOf } from "./session.js";
import type { CompletionRequest, Outcome, Suggestion } from "./types.js";

/** Serves one request. Never throws: the outcome says how it ended, its trace what ran. */
export async function complete(
  request: CompletionRequest,
  capabilities: Capabilities,
  session: Session,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, model } = capabilities;
  const recorder = new Recorder(clock);
  try {
    const { profile } = model;
    const skip = reasonToSkip(request, profile);
    if (skip !== null) return { kind: "skipped", reason: skip, trace: recorder.finish() };

    recorder.enter("reuse");
    const cursor = cursorContextOf(request.document, request.offset);
    const stages = { request, cursor, sources: sourcesOf(capabilities), capabilities, session, recorder };
    recorder.note({ userAction: session.notice(stages, recorder.nowMs) });
    const shown = session.typedThrough(stages);
    if (shown !== null) {
      const { tier, ...suggestion } = shown;
      recorder.note({ source: "typed-through" });
      return { kind: "suggested", suggestion, tier, trace: recorder.finish() };
    }
    const escalation = new Escalation({
      ...capabilities,
      asked: stages,
      findings: () => findingsOf(stages),
      session,
      recorder,
      signal,
    });
    const answer = await localAnswer(stages, escalation, signal);
    const { confidence, stopReason } = answer;
    recorder.note({ confidence, stopReason });

    recorder.enter("route");
    escalation.afterLocal(answer, { syntax: null });
    if (escalation.isAsked) recorder.enter("escalate");
    const largeText = await escalation.answer();

    recorder.enter("postprocess");
    const context = { cursor, profile, stopMode: request.stopMode, stopReason };
    const large = largeText === null ? null : postprocess(largeText, context);
    const isLarge = large !== null && "text" in large && !session.screen.isRefused(large.text, cursor);
    const result = isLarge ? large : postprocess(answer.text, context);
    recorder.note({ rules: result.rules });
    const isRefused =
      !("drop" in result) && !escalation.isWithoutLarge && session.screen.isRefused(result.text, cursor);
    if ("drop" in result || isRefused) {
      session.show(stages, null, recorder.nowMs);
      return { kind: "dropped", reason: "drop" in result ? result.drop : "refused", trace: recorder.finish() };
    }
    const suggestion = suggestionOf(result.text, cursor);
    const tier = isLarge ? "large" : "local";
    const sure = isLarge ? 0 : (confidence?.arithmeticMean ?? 0);
    session.show(stages, { text: suggestion.text, tier, confidence: sure }, recorder.nowMs);
    return { kind: "suggested", suggestion, tier, trace: recorder.finish() };
  } catch (thrown) {
    const { stage } = recorder;
    const isAbort = thrown instanceof Error && thrown.name === "AbortError";
    if (signal.aborted || isAbort) return { kind: "cancelled", stage, trace: recorder.finish() };
    return { kind: "failed", stage, error: NearfirstError.from(thrown), trace: recorder.finish() };
  }
}

/** What the stages of one request share. */
interface Stages extends Asked {
  readonly capabilities: Capabilities;
  readonly session: Session;
  readonly recorder: Recorder;
}

/** From the cache, from a generation in flight, or from a new one. */
async function localAnswer(stages: Stages, escalation: Escalation, signal: AbortSignal): Promise<Answer> {
  return (
    cachedAnswer(stages) ?? (await answerInFlight(stages, signal)) ?? (await newAnswer(stages, escalation, signal))
  );
}

function cachedAnswer(stages: Stages): Answer | null {
  const answer = stages.session.cachedAnswer(stages);
  if (answer !== null) stages.recorder.note({ source: "cache", tokens: answer.tokens });
  return answer;
}

/** Waits for the generation in flight, if what was typed since can still match; the rest of its answer. */
async function answerInFlight(stages: Stages, signal: AbortSignal): Promise<Answer | null> {
  const running = stages.session.matchingInFlight(stages);
  const answer = (await running?.job.answerStartingWith(running.typed, signal)) ?? null;
  if (running === null || answer === null || answer.text === running.typed) return null;
  stages.recorder.note({ source: "in-flight", tokens: answer.tokens });
  return { ...answer, text: answer.text.slice(running.typed.length) };
}

/** Starts a generation, which ends a running one that does not match. */
async function newAnswer(stages: Stages, escalation: Escalation, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const unfinished = stages.session.unfinishedAnswer(stages);
  const job = stages.session.start(stages, (jobSignal, onText) =>
    generateAnswer(stages, { unfinished, escalation, onText }, jobSignal),
  );
  return (await job.answerStartingWith("", signal)) as Answer;
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
  const { mode, endTokens } = model.profile;
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
  const firstTokens = firstTokensOf({ mode, healedText }, (first) => escalation.duringLocal(confidenceOf(first)));
  const generated = await model.generate(
    {
      prompt: tokens,
      slot: uri,
      draft: draft?.text ?? "",
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
  recorder.noteGeneration(generated, tokens.length, draft?.source ?? null);
  const { text, codeTokens, stopReason } = readAnswer(generated, mode, stop);
  const answer = {
    text,
    confidence: confidenceOf(codeTokens),
    wholeConfidence: confidenceOf(codeTokens, codeTokens.length),
    stopReason,
    tokens: generated.tokens,
  };
  return session.rememberAnswer(stages, line, answer);
}

/** What the local prompt held and what the file suggests, for the large model. */
function findingsOf(stages: Stages): LocalFindings {
  const snippets = stages.session.lineContext(stages)?.context.snippets ?? [];
  const draft = findDraft(stages.cursor, snippets);
  const seenPaths = draft?.source === "snippet" ? snippets.map((snippet) => snippet.path) : [];
  return { snippets, contextDraft: draft === null ? null : { text: draft.text, seenPaths } };
}

/** The answer as an insertion at the cursor, with the file's own line breaks. */
function suggestionOf(answer: string, cursor: CursorContext): Suggestion {
  const text = cursor.lineBreak === "\n" ? answer : answer.replaceAll("\n", cursor.lineBreak);
  return { text, start: cursor.offset, end: cursor.offset };
}
