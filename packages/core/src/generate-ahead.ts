/** What the developer is likely to ask for next, generated before they do. */
import { cursorContextOf } from "./cursor/cursor-context.js";
import { reasonToSkip } from "./cursor/trigger.js";
import type { Capabilities } from "./engine.js";
import { startAnswer } from "./generate-answer.js";
import { Escalation } from "./large/escalation.js";
import { Recorder } from "./recorder.js";
import { type Session, sourcesOf } from "./session.js";
import type { CompletionRequest } from "./types.js";

/**
 * Has the local model answer a request that was not made. One that is made then finds the answer in the making, or
 * remembered. Shows nothing, asks no large model, and never rejects: what goes wrong here goes wrong again for those who ask.
 */
export async function generateAhead(
  request: CompletionRequest,
  capabilities: Capabilities,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (reasonToSkip(request, capabilities.model.profile) !== null) return;
    const cursor = cursorContextOf(request.document, request.offset);
    const recorder = new Recorder(capabilities.clock);
    const local = { ...capabilities, large: null };
    const stages = { request, cursor, sources: sourcesOf(capabilities), capabilities: local, session, recorder };
    if (session.hasAnswer(stages)) return;
    await startAnswer(stages, new Escalation(stages, signal)).answerStartingWith("", signal);
  } catch {
    // Nobody waits for it.
  }
}
