/** One completion request, from top to bottom. */
import { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
import { reasonToSkip } from "./cursor/trigger.js";
import { findDraft } from "./draft/find-draft.js";
import { PROMPT_LOOKUP } from "./draft/prompt-lookup.js";
import type { Capabilities } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { confidenceOf } from "./inference/confidence.js";
import { engineStopOf, readAnswer } from "./inference/read-answer.js";
import { stopStateOf } from "./inference/stop.js";
import { postprocess } from "./postprocess/postprocess.js";
import { layOutPrompt } from "./prompt/lay-out-prompt.js";
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
  const { profile } = capabilities.model;
  const recorder = new Recorder(capabilities.clock);
  try {
    const skip = reasonToSkip(request, profile);
    if (skip !== null) return { kind: "skipped", reason: skip, trace: recorder.finish() };
    const cursor = cursorContextOf(request.document, request.offset);

    recorder.enter("reuse");
    const shown = session.typedThrough(request, cursor);
    if (shown !== null) {
      recorder.note({ source: "typed-through" });
      return { kind: "suggested", suggestion: shown, tier: "local", trace: recorder.finish() };
    }
    const sources = { fingerprint: profile.fingerprint, revision: capabilities.retriever.revision };
    const stages = { request, cursor, capabilities, session, sources, recorder };
    const answer = cachedAnswer(stages) ?? (await answerInFlight(stages, signal)) ?? (await newAnswer(stages, signal));
    const { confidence, stopReason, routing } = answer;
    recorder.note({ confidence, stopReason, routing });

    recorder.enter("postprocess");
    const result = postprocess(answer.text, { cursor, profile, stopMode: request.stopMode, stopReason });
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
    const isAbort = thrown instanceof Error && thrown.name === "AbortError";
    if (signal.aborted || isAbort) return { kind: "cancelled", stage, trace: recorder.finish() };
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
  const answer = session.cachedAnswer(request, cursor, sources);
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
  const { mode, endTokens } = model.profile;
  const { uri, languageId } = cursor.document;
  const { maxTokens } = request;

  recorder.enter("retrieve");
  const known = session.lineContext(cursor, sources)?.context.snippets;
  const query = { text: retrievalQueryOf(cursor), uri, languageId, limit: MAX_SNIPPETS };
  const found = known ?? (await retriever.search(query, signal));
  signal.throwIfAborted();

  recorder.enter("prompt");
  const prompt = await layOutPrompt(model, { cursor, snippets: found, maxTokens, session, sources });
  const { healedText, isRefreshed, line } = prompt;
  const { snippets } = line.context;
  recorder.note({ snippets, promptTokens: prompt.tokens.length, promptRefreshed: isRefreshed });
  signal.throwIfAborted();

  recorder.enter("draft");
  const previous = unfinished === "" ? null : { text: unfinished, source: "previous-answer" as const };
  const draft = previous ?? findDraft(cursor, snippets);

  recorder.enter("generate");
  const stop = stopStateOf(cursor, request.stopMode);
  let streamed = "";
  const generated = await model.generate(
    {
      prompt: prompt.tokens,
      slot: uri,
      draft: draft?.text ?? "",
      promptLookup: PROMPT_LOOKUP,
      healedText,
      maxTokens,
      stop: engineStopOf(stop, mode),
      endTokens,
    },
    signal,
    (tokens) => {
      streamed += tokens.map((token) => token.text).join("");
      onText(streamed.slice(healedText.length));
    },
  );
  recorder.noteGeneration(generated, prompt.tokens.length, draft?.source ?? null);

  recorder.enter("route");
  const { text, codeTokens, stopReason } = readAnswer(generated, mode, stop);
  const confidence = confidenceOf(codeTokens);
  const { tier, reason, score } = policy.afterLocal({ trigger: request.trigger, confidence });
  const routing = { policy: policy.name, decision: tier, reason, score };
  const answer: Answer = { text, confidence, stopReason, tokens: generated.tokens, routing };
  session.rememberAnswer(request, cursor, line, answer);
  return answer;
}

/** The answer as an insertion at the cursor, with the file's own line breaks. */
function suggestionOf(answer: string, cursor: CursorContext): Suggestion {
  const text = cursor.lineBreak === "\n" ? answer : answer.replaceAll("\n", cursor.lineBreak);
  return { text, start: cursor.offset, end: cursor.offset };
}
