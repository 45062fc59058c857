/** One completion request, from top to bottom. */
import { cursorContextOf } from "./cursor/cursor-context.js";
import { suggestionAt } from "./cursor/suggestion-at.js";
import { reasonForNone, reasonUnasked } from "./cursor/trigger.js";
import type { Capabilities } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { startAnswer } from "./generate-answer.js";
import { Escalation } from "./large/escalation.js";
import { firstShowable } from "./postprocess/first-showable.js";
import { postprocess } from "./postprocess/postprocess.js";
import { Recorder } from "./recorder.js";
import { type Answer, type Session, sourcesOf } from "./session.js";
import type { Stages } from "./stages.js";
import { checkAnswer, NOT_CHECKED } from "./syntax/check-answer.js";
import type { CompletionRequest, Outcome } from "./types.js";

/** Serves one request. Never throws: the outcome says how it ended, its trace what ran. */
export async function complete(
  request: CompletionRequest,
  capabilities: Capabilities,
  session: Session,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, model, syntax: gate } = capabilities;
  const recorder = new Recorder(clock);
  try {
    const { profile } = model;
    const none = reasonForNone(request, profile);
    if (none !== null) return { kind: "skipped", reason: none, trace: recorder.finish() };

    recorder.enter("reuse");
    const cursor = cursorContextOf(request.document, request.offset);
    const stages = { request, cursor, sources: sourcesOf(capabilities), capabilities, session, recorder };
    const unasked = session.isTypedOn(stages) ? null : reasonUnasked(request);
    if (unasked !== null) return { kind: "skipped", reason: unasked, trace: recorder.finish() };

    recorder.note({ userAction: session.notice(stages, recorder.nowMs) });
    const shown = session.typedThrough(stages);
    if (shown !== null) {
      const { tier, ...suggestion } = shown;
      session.screen.showRest(recorder.nowMs);
      recorder.note({ source: "typed-through" });
      return { kind: "suggested", suggestion, tier, trace: recorder.finish() };
    }

    const escalation = new Escalation(stages, signal);
    const answer = await localAnswer(stages, escalation, signal);
    const { confidence, stopReason } = answer;
    recorder.note({ confidence, stopReason });

    recorder.enter("postprocess");
    const context = { cursor, profile, stopMode: request.stopMode };
    const repaired = postprocess(answer.text, { ...context, stopReason });
    const isChecked = gate !== null && "text" in repaired;
    if (isChecked) recorder.enter("syntax");
    const { syntax, sound } = isChecked
      ? await checkAnswer(gate, { text: repaired.text, stopReason, cursor }, { clock, signal })
      : NOT_CHECKED;
    // The gate's word is then that it does not know.
    signal.throwIfAborted();
    recorder.note({ syntax });

    recorder.enter("route");
    escalation.afterLocal(answer, { syntax: syntax?.kind ?? null });
    if (escalation.isAsked) recorder.enter("escalate");
    const largeAnswer = await escalation.answer();

    recorder.enter("choose");
    const local = { ...answer, text: sound ?? answer.text, tier: "local" as const };
    const result = firstShowable(largeAnswer === null ? [local] : [largeAnswer, local], {
      context,
      reasonToHide(text, tier) {
        if (tier === "local" && syntax?.kind === "invalid" && text !== sound) return "broken-syntax";
        return !escalation.isWithoutLarge && session.screen.isRefused(text, cursor) ? "refused" : null;
      },
    });
    const { rules, tier } = result;
    recorder.note({ rules: tier === "local" && sound !== null ? [...rules, "broken-end"] : rules });
    if ("drop" in result) {
      session.show(stages, null, recorder.nowMs);
      return { kind: "dropped", reason: result.drop, trace: recorder.finish() };
    }
    const suggestion = suggestionAt(cursor, result.text);
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

/** From the cache, from a generation in flight, or from a new one, whose first tokens may already ask the large model. */
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
  if (running === null || answer === null) return null;
  // All of it was typed: what comes next is another question. An answer that says nothing is one.
  if (answer.text === running.typed && answer.text !== "") return null;
  stages.recorder.note({ source: "in-flight", tokens: answer.tokens });
  return { ...answer, text: answer.text.slice(running.typed.length) };
}

async function newAnswer(stages: Stages, escalation: Escalation, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  return (await startAnswer(stages, escalation).answerStartingWith("", signal)) as Answer;
}
