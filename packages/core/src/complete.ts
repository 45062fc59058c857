/** One completion request, from top to bottom. */
import { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
import { reasonToSkip } from "./cursor/trigger.js";
import { findDraft } from "./draft/find-draft.js";
import type { Capabilities } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { confidenceOf } from "./inference/confidence.js";
import { engineStopOf, readAnswer } from "./inference/read-answer.js";
import { stopStateOf } from "./inference/stop.js";
import { postprocess } from "./postprocess/postprocess.js";
import { healedTextOf } from "./prompt/healed-text.js";
import { buildLineContext, tokenBudgetOf } from "./prompt/line-context.js";
import { promptOfLine } from "./prompt/prompt-of-line.js";
import { Recorder } from "./recorder.js";
import { retrievalQueryOf } from "./retrieval/query.js";
import type { Answer, Session, Sources } from "./session.js";
import type { CompletionRequest, Outcome, Suggestion } from "./types.js";

/** Most snippets that are asked for; the token budget decides how many stay. */
const MAX_SNIPPETS = 8;

/** Serves one request. Never throws: the outcome says how it ended, its trace what ran. */
export async function complete(
  request: CompletionRequest,
  capabilities: Capabilities,
  session: Session,
  signal: AbortSignal,
): Promise<Outcome> {
  const { model, retriever } = capabilities;
  const recorder = new Recorder(capabilities.clock);
  try {
    const skip = reasonToSkip(request, model.profile);
    if (skip !== null) return { kind: "skipped", reason: skip, trace: recorder.finish() };
    const cursor = cursorContextOf(request.document, request.offset);

    recorder.enter("reuse");
    const shown = session.typedThrough(request, cursor);
    if (shown !== null) {
      recorder.note({ source: "typed-through" });
      return { kind: "suggested", suggestion: shown, tier: "local", trace: recorder.finish() };
    }
    const sources = { fingerprint: model.profile.fingerprint, revision: retriever.revision };
    const stages = { request, cursor, capabilities, session, sources, recorder };
    const answer = cachedAnswer(stages) ?? (await answerInFlight(stages, signal)) ?? (await newAnswer(stages, signal));
    recorder.note({ confidence: answer.confidence, stopReason: answer.stopReason, routing: answer.routing });

    recorder.enter("postprocess");
    const { stopMode } = request;
    const ruleContext = { cursor, profile: model.profile, stopMode, stopReason: answer.stopReason };
    const result = postprocess(answer.text, ruleContext);
    recorder.note({ rules: result.rules });
    if ("drop" in result) {
      session.show(request, cursor, null);
      return { kind: "dropped", reason: result.drop, trace: recorder.finish() };
    }
    const suggestion = suggestionOf(result.text, cursor);
    session.show(request, cursor, suggestion.text);
    return { kind: "suggested", suggestion, tier: "local", trace: recorder.finish() };
  } catch (thrown) {
    const { stage } = recorder;
    if (signal.aborted || isAbort(thrown)) return { kind: "cancelled", stage, trace: recorder.finish() };
    return { kind: "failed", stage, error: NearfirstError.from(thrown), trace: recorder.finish() };
  }
}

/** What the stages of one request share. */
interface Stages {
  readonly request: CompletionRequest;
  readonly cursor: CursorContext;
  readonly capabilities: Capabilities;
  readonly session: Session;
  readonly sources: Sources;
  readonly recorder: Recorder;
}

function cachedAnswer({ request, cursor, session, sources, recorder }: Stages): Answer | null {
  const line = session.lineContext(cursor, sources);
  const answer = line === null ? null : session.cachedAnswer(request, cursor, line);
  if (answer !== null) recorder.note({ source: "cache", tokens: answer.tokens });
  return answer;
}

/** Waits for the generation in flight, if what was typed since can still match; the rest of its answer. */
async function answerInFlight(
  { request, cursor, session, recorder }: Stages,
  signal: AbortSignal,
): Promise<Answer | null> {
  const running = session.matchingInFlight(request, cursor);
  const answer = (await running?.job.answerStartingWith(running.typed, signal)) ?? null;
  if (running === null || answer === null || answer.text === running.typed) return null;
  recorder.note({ source: "in-flight", tokens: answer.tokens });
  return { ...answer, text: answer.text.slice(running.typed.length) };
}

/** Starts a generation, which ends a running one that does not match. */
async function newAnswer(stages: Stages, signal: AbortSignal): Promise<Answer> {
  const { request, cursor, session } = stages;
  const unfinished = session.unfinishedAnswer(cursor);
  const job = session.start(request, cursor, (jobSignal, onText) =>
    generateAnswer(stages, unfinished, jobSignal, onText),
  );
  return (await job.answerStartingWith("", signal)) as Answer;
}

/** Retrieve, prompt, draft, generate, route: the stages that need a model. */
async function generateAnswer(
  { request, cursor, capabilities, session, sources, recorder }: Stages,
  unfinished: string,
  signal: AbortSignal,
  onText: (textSoFar: string) => void,
): Promise<Answer> {
  const { model, retriever, policy } = capabilities;
  const { uri, languageId } = cursor.document;
  const { maxTokens } = request;

  recorder.enter("retrieve");
  let line = session.lineContext(cursor, sources);
  const query = { text: retrievalQueryOf(cursor), uri, languageId, limit: MAX_SNIPPETS };
  const snippets = line?.context.snippets ?? (await retriever.search(query, signal));
  signal.throwIfAborted();

  recorder.enter("prompt");
  const healedText = model.profile.tokenHealing ? healedTextOf(cursor) : "";
  const limit = model.profile.contextTokens - maxTokens;
  let prompt = line === null ? null : await promptOfLine(model, { cursor, line: line.context, healedText, limit });
  if (line === null || prompt?.isWhole !== true) {
    const budget = tokenBudgetOf(model.profile, maxTokens);
    const previous = session.previousLineContext(cursor, sources);
    const context = await buildLineContext(model, { cursor, snippets, budget, previous });
    line = session.rememberLine(cursor, sources, context);
    recorder.note({ promptRefreshed: context.isRefreshed });
    prompt = await promptOfLine(model, { cursor, line: context, healedText, limit });
  }
  recorder.note({ snippets: line.context.snippets, promptTokens: prompt.tokens.length });
  signal.throwIfAborted();

  recorder.enter("draft");
  const draft =
    unfinished === ""
      ? findDraft(cursor, line.context.snippets)
      : { text: unfinished, source: "previous-answer" as const };

  recorder.enter("generate");
  const { mode } = model.profile;
  const stop = stopStateOf(cursor, request.stopMode);
  let streamed = "";
  const generated = await model.generate(
    {
      prompt: prompt.tokens,
      slot: uri,
      draft: draft?.text ?? "",
      healedText,
      maxTokens,
      stop: engineStopOf(stop, mode),
      endTokens: model.profile.endTokens,
    },
    signal,
    (tokens) => {
      streamed += tokens.map((token) => token.text).join("");
      onText(streamed.slice(healedText.length));
    },
  );
  const { tokens, tokensReused, forwardPasses, engineMs, draftOffered, draftAccepted } = generated;
  const tokensEvaluated = prompt.tokens.length - tokensReused;
  recorder.note({ source: "model", tokens, tokensEvaluated, tokensReused, forwardPasses, engineMs });
  if (draft !== null)
    recorder.note({ draft: { source: draft.source, offeredTokens: draftOffered, acceptedTokens: draftAccepted } });

  recorder.enter("route");
  const { text, codeTokens, stopReason } = readAnswer(generated, mode, stop);
  const confidence = confidenceOf(codeTokens);
  const { tier, reason, score } = policy.afterLocal({ trigger: request.trigger, confidence });
  const routing = { policy: policy.name, decision: tier, reason, score };
  const answer: Answer = { text, confidence, stopReason, tokens, routing };
  session.rememberAnswer(request, cursor, line, answer);
  return answer;
}

/** The answer as an insertion at the cursor, with the file's own line breaks. */
function suggestionOf(answer: string, cursor: CursorContext): Suggestion {
  const text = cursor.lineBreak === "\n" ? answer : answer.replaceAll("\n", cursor.lineBreak);
  return { text, start: cursor.offset, end: cursor.offset };
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "AbortError";
}
