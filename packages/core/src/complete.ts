/** One completion request, from top to bottom. */
import { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
import { reasonToSkip } from "./cursor/trigger.js";
import type { Capabilities } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { generateAnswer, type Stages } from "./generate-answer.js";
import { Escalation } from "./large/escalation.js";
import { localFindingsOf } from "./large/local-findings.js";
import { firstShowable } from "./postprocess/first-showable.js";
import { postprocess } from "./postprocess/postprocess.js";
import { Recorder } from "./recorder.js";
import { type Answer, type Session, sourcesOf } from "./session.js";
import { checkInTime } from "./syntax/check-in-time.js";
import type { SyntaxVerdict } from "./syntax/verdict.js";
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
    const escalation = new Escalation({ ...stages, ...capabilities, findings: () => localFindingsOf(stages), signal });
    const answer = await localAnswer(stages, escalation, signal);
    const { confidence, stopReason } = answer;
    recorder.note({ confidence, stopReason });

    recorder.enter("postprocess");
    const context = { cursor, profile, stopMode: request.stopMode };
    const repaired = postprocess(answer.text, { ...context, stopReason });
    const syntax = "drop" in repaired ? null : await syntaxOf(repaired.text, answer, stages, signal);
    recorder.note({ syntax });

    recorder.enter("route");
    escalation.afterLocal(answer, { syntax: syntax?.kind ?? null });
    if (escalation.isAsked) recorder.enter("escalate");
    const largeAnswer = await escalation.answer();

    recorder.enter("choose");
    const local = { ...answer, tier: "local" as const };
    const result = firstShowable(largeAnswer === null ? [local] : [{ ...largeAnswer, tier: "large" }, local], {
      context,
      reasonToHide(text, tier) {
        if (tier === "local" && syntax?.kind === "invalid") return "broken-syntax";
        return !escalation.isWithoutLarge && session.screen.isRefused(text, cursor) ? "refused" : null;
      },
    });
    const { rules, tier } = result;
    recorder.note({ rules });
    if ("drop" in result) {
      session.show(stages, null, recorder.nowMs);
      return { kind: "dropped", reason: result.drop, trace: recorder.finish() };
    }
    const suggestion = suggestionOf(result.text, cursor);
    const sure = tier === "local" && confidence !== null ? confidence.arithmeticMean : 0;
    session.show(stages, { text: suggestion.text, tier, confidence: sure }, recorder.nowMs);
    return { kind: "suggested", suggestion, tier, trace: recorder.finish() };
  } catch (thrown) {
    const { stage } = recorder;
    const isAbort = thrown instanceof Error && thrown.name === "AbortError";
    if (signal.aborted || isAbort) return { kind: "cancelled", stage, trace: recorder.finish() };
    return { kind: "failed", stage, error: NearfirstError.from(thrown), trace: recorder.finish() };
  }
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

/** What the syntax gate says of an answer as it would be inserted; null where there is no gate. */
async function syntaxOf(
  text: string,
  { stopReason }: Answer,
  { capabilities, cursor, recorder }: Stages,
  signal: AbortSignal,
): Promise<SyntaxVerdict | null> {
  if (capabilities.syntax === null) return null;
  recorder.enter("syntax");
  const { document, offset } = cursor;
  const isWhole = stopReason === "statement" || stopReason === "block" || stopReason === "end-of-middle";
  const insertion = {
    languageId: document.languageId,
    before: document.text.slice(0, offset),
    text: suggestionOf(text, cursor).text,
    after: document.text.slice(offset),
    extent: isWhole ? ("statement" as const) : ("open" as const),
  };
  return checkInTime(capabilities.syntax, insertion, { clock: capabilities.clock, signal });
}

/** The answer as an insertion at the cursor, with the file's own line breaks. */
function suggestionOf(answer: string, cursor: CursorContext): Suggestion {
  const text = cursor.lineBreak === "\n" ? answer : answer.replaceAll("\n", cursor.lineBreak);
  return { text, start: cursor.offset, end: cursor.offset };
}
