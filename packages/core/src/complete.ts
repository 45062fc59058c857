/** One completion request, from top to bottom. */
import { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
import { reasonToSkip } from "./cursor/trigger.js";
import { findDraft } from "./draft/find-draft.js";
import type { Capabilities } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { confidenceOf } from "./inference/confidence.js";
import { stopStateOf } from "./inference/stop.js";
import { postprocess } from "./postprocess/postprocess.js";
import { fimPrompt } from "./prompt/fim-prompt.js";
import { healedTextOf } from "./prompt/healed-text.js";
import { buildLineContext, tokenBudgetOf } from "./prompt/line-context.js";
import { Recorder } from "./recorder.js";
import { retrievalQueryOf } from "./retrieval/query.js";
import type { Answer, Session } from "./session.js";
import type { CompletionRequest, GeneratedToken, Outcome } from "./types.js";

/** Most snippets that are asked for; the token budget decides how many stay. */
const MAX_SNIPPETS = 8;

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
    const skip = reasonToSkip(request, model.profile);
    if (skip !== null) return { kind: "skipped", reason: skip, trace: recorder.finish() };
    const cursor = cursorContextOf(request.document, request.offset);

    recorder.enter("reuse");
    const rest = session.typedThrough(cursor);
    if (rest !== null) {
      recorder.note({ source: "typed-through" });
      return suggest(rest, cursor, session, recorder);
    }
    const answer =
      (await answerInFlight(request, cursor, session, recorder, signal)) ??
      (await session
        .start(request, cursor, (jobSignal, onTokens) =>
          generateAnswer({ request, cursor, capabilities, session, recorder, signal: jobSignal, onTokens }),
        )
        .answerStartingWith("", signal));
    if (answer === null) throw new Error("a generation contradicted the empty text");
    signal.throwIfAborted();
    recorder.note({ confidence: answer.confidence, stopReason: answer.stopReason, routing: answer.routing });

    recorder.enter("postprocess");
    const result = postprocess(answer.text, { cursor, profile: model.profile, stopMode: request.stopMode });
    recorder.note({ rules: result.rules });
    if ("drop" in result) {
      session.show(cursor, null);
      return { kind: "dropped", reason: result.drop, trace: recorder.finish() };
    }
    return suggest(result.text, cursor, session, recorder);
  } catch (thrown) {
    const { stage } = recorder;
    if (signal.aborted || isAbort(thrown)) return { kind: "cancelled", stage, trace: recorder.finish() };
    return { kind: "failed", stage, error: NearfirstError.from(thrown), trace: recorder.finish() };
  }
}

/** Waits for the generation in flight, if what was typed since can still match; gives the rest of its answer. */
async function answerInFlight(
  request: CompletionRequest,
  cursor: CursorContext,
  session: Session,
  recorder: Recorder,
  signal: AbortSignal,
): Promise<Answer | null> {
  const running = session.matchingInFlight(request, cursor);
  const answer = await running?.job.answerStartingWith(running.typed, signal);
  if (running === null || answer === null || answer === undefined || answer.text === running.typed) return null;
  recorder.note({ source: "in-flight" });
  return { ...answer, text: answer.text.slice(running.typed.length) };
}

interface GenerateOptions {
  readonly request: CompletionRequest;
  readonly cursor: CursorContext;
  readonly capabilities: Capabilities;
  readonly session: Session;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  readonly onTokens: (tokens: readonly GeneratedToken[]) => void;
}

/** Retrieve, draft, prompt, generate, route: the stages that need a model. */
async function generateAnswer(options: GenerateOptions): Promise<Answer> {
  const { request, cursor, session, recorder, signal, onTokens } = options;
  const { model, retriever, policy } = options.capabilities;
  const { profile } = model;
  const { uri, languageId } = cursor.document;

  recorder.enter("retrieve");
  const { revision } = retriever;
  let line = session.lineContext(cursor, profile.fingerprint, revision);
  const query = { text: retrievalQueryOf(cursor), uri, languageId, limit: MAX_SNIPPETS };
  const snippets = line?.context.snippets ?? (await retriever.search(query, signal));
  signal.throwIfAborted();

  recorder.enter("prompt");
  const budget = tokenBudgetOf(profile, request.maxTokens);
  if (line === null) {
    const previous = session.previousLineContext(cursor);
    const context = await buildLineContext(model, { cursor, snippets, budget, previous });
    line = session.rememberLine(cursor, profile.fingerprint, revision, context);
    recorder.note({ promptRefreshed: context.isRefreshed });
  }
  recorder.note({ snippets: line.context.snippets });
  const cached = session.cachedAnswer(request, cursor, line);
  if (cached !== undefined) {
    recorder.note({ source: "cache", tokens: cached.tokens });
    return cached;
  }
  const healedText = profile.tokenHealing ? healedTextOf(cursor) : "";
  const typed = cursor.linePrefix.slice(0, cursor.linePrefix.length - healedText.length);
  const [typedTokens, suffix] = await model.tokenize([typed, cursor.lineSuffix + line.context.tail]);
  const prompt = fimPrompt(profile, {
    snippets: line.context.snippetTokens.toReversed(),
    prefix: [line.context.headTokens, typedTokens as Int32Array],
    suffix: suffix as Int32Array,
  });
  signal.throwIfAborted();

  recorder.enter("draft");
  const draft = findDraft(cursor, line.context.snippets);

  recorder.enter("generate");
  const stop = stopStateOf(cursor, request.stopMode);
  const generated = await model.generate(
    { prompt, slot: uri, draft: draft?.text ?? "", healedText, maxTokens: request.maxTokens, stop },
    signal,
    onTokens,
  );
  const { tokens, tokensEvaluated, tokensReused, forwardPasses, engineMs } = generated;
  recorder.note({
    source: "model",
    promptTokens: prompt.length,
    tokens,
    tokensEvaluated,
    tokensReused,
    forwardPasses,
    engineMs,
  });
  if (draft !== null)
    recorder.note({
      draft: { source: draft.source, offeredTokens: generated.draftOffered, acceptedTokens: generated.draftAccepted },
    });

  recorder.enter("route");
  const confidence = confidenceOf(tokens.slice(generated.healedTokens));
  const decision = policy.afterLocal({ trigger: request.trigger, confidence });
  const routing = { policy: policy.name, decision: decision.tier, reason: decision.reason, score: decision.score };
  const answer: Answer = { text: generated.text, confidence, stopReason: generated.stopReason, tokens, routing };
  session.rememberAnswer(request, cursor, line, answer);
  return answer;
}

/** Shows `text` at the cursor, with the file's own line breaks. */
function suggest(text: string, cursor: CursorContext, session: Session, recorder: Recorder): Outcome {
  const shown = cursor.lineBreak === "\n" ? text : text.replaceAll(/\r?\n/g, cursor.lineBreak);
  session.show(cursor, shown);
  const suggestion = { text: shown, start: cursor.offset, end: cursor.offset };
  return { kind: "suggested", suggestion, tier: "local", trace: recorder.finish() };
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "AbortError";
}
