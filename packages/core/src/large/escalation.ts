/** One request's way between the two models: asks the policy at its three points, and the large model where it says so. */
import type { SecondQuery } from "../engine.js";
import { NearfirstError } from "../errors.js";
import type { Candidate } from "../postprocess/first-showable.js";
import { decide, type PointedDecision } from "../routing/decide.js";
import { lotOf } from "../routing/lot-of.js";
import type { AfterLocalFacts, BeforeLocalFacts, RoutingPolicy } from "../routing/policy.js";
import type { Refused } from "../screen.js";
import type { Answer, LargeJob } from "../session.js";
import type { Stages } from "../stages.js";
import type { Confidence, LargeTrace } from "../types.js";
import { askLarge, type LargeAnswer, type LargeQuestion } from "./ask-large.js";
import { type LocalFindings, localFindingsOf } from "./local-findings.js";

/** Where no large model is configured, the policy's word is only noted. */
export class Escalation {
  readonly #stages: Stages;
  readonly #signal: AbortSignal;
  readonly #facts: BeforeLocalFacts;
  readonly #refused: Refused | null;
  #job: LargeJob | null;
  #decision: PointedDecision | null = null;
  #outcome: LargeTrace["outcome"] | null = null;
  #reason = "it was asked for what was typed before";
  #sentBytes = 0;

  constructor(stages: Stages, signal: AbortSignal) {
    const { request, cursor, session } = stages;
    const { large } = stages.capabilities;
    this.#stages = stages;
    this.#signal = signal;
    this.#refused = large === null ? null : session.screen.refusedAt(cursor);
    // Further keystrokes wait for the answer that is on its way, as long as it can still match.
    this.#job = large === null ? null : session.largeAnswer(stages);
    if (large !== null && session.endOutdatedLarge(stages)) this.#noted({ outcome: "outdated" });
    this.#facts = {
      trigger: request.trigger,
      languageId: request.document.languageId,
      rejection: this.#refused?.rejection ?? null,
      lot: lotOf(`${request.document.uri}:${request.offset}`),
    };
  }

  /** Before the local model is asked. After a rejection the large one waits for the local answer, its draft. */
  beforeLocal(): void {
    this.#decide("before-local", this.#policy.beforeLocal?.(this.#facts) ?? null);
    if (this.#isForLarge && this.#refused === null) this.#askWithout();
  }

  /** Once the local model's first tokens are there; without the local answer as draft or second query (MCCom 3.2). */
  duringLocal(confidence: Confidence | null): void {
    if (this.#decision !== null || this.#signal.aborted) return;
    this.#decide("during-local", this.#policy.duringLocal?.({ ...this.#facts, confidence }) ?? null);
    if (this.#isForLarge) this.#askWithout();
  }

  /** Once the local answer is complete. A rejected answer is the large model's draft and second query (MCCom 3.3, 3.4). */
  afterLocal(answer: Answer, others: Pick<AfterLocalFacts, "syntax">): void {
    const policy = this.#policy;
    const { confidence, wholeConfidence, text, seenPaths } = answer;
    const facts = { ...this.#facts, ...others, confidence, wholeConfidence, isBlank: text.trim() === "" };
    this.#decision ??= decide(policy, facts);
    const { tier: decision, reason, score, point } = this.#decision;
    const threshold = policy.thresholdFor?.(facts) ?? null;
    this.#stages.recorder.note({ routing: { policy: policy.name, decision, reason, score, threshold, point, facts } });
    if (!this.#isForLarge || this.#job !== null) return;
    const isRejected = this.#refused !== null || point === "after-local";
    if (!isRejected || policy.asksWithTaskAlone === true) this.#askWithout();
    else
      this.#ask(({ snippets }) => ({
        snippets,
        draft: text === "" ? null : { text, seenPaths },
        second: this.#secondQuery(answer),
      }));
  }

  /** True where the large model's answer is waited for. */
  get isAsked(): boolean {
    return this.#job !== null;
  }

  /** The large model's answer, from what was typed since it was asked; null where the local answer has to do. */
  async answer(): Promise<Candidate | null> {
    const { recorder, capabilities } = this.#stages;
    const { clock, large } = capabilities;
    const signal = this.#signal;
    const job = this.#job;
    if (job === null || large === null) return null;
    const leave = new AbortController();
    const waitsMs = Math.max(0, large.deadlineMs - (recorder.nowMs - job.startedMs));
    const late = clock.sleep(waitsMs, leave.signal).then(
      () => "late" as const,
      () => "late" as const,
    );
    try {
      const answered = job.job.answerStartingWith(job.typed, signal);
      const found = await (job.job.answer === null ? Promise.race([answered, late]) : answered);
      if (found === "late") return this.#noted({ outcome: "late" });
      return this.#read(found, job.typed);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      if (thrown instanceof Error && thrown.name === "AbortError") return this.#noted({ outcome: "outdated" });
      return this.#noted({ outcome: "failed", code: NearfirstError.from(thrown).code });
    } finally {
      leave.abort();
    }
  }

  /** True where no other answer can be had than the local one, so that it is shown even if it was refused before. */
  get isWithoutLarge(): boolean {
    return this.#stages.capabilities.large === null || this.#outcome === "failed" || this.#outcome === "withheld";
  }

  #read(found: LargeAnswer | null, typed: string): Candidate | null {
    if (found === null) return this.#noted({ outcome: "outdated" });
    const { text, result } = found;
    if (result.kind === "withheld") return this.#noted({ outcome: "withheld", code: result.reason });
    if (result.kind === "holds-placeholder") return this.#noted({ outcome: "holds-placeholder" });
    const { draftOffered, draftAccepted, record, stopReason, ms } = result;
    const redactions = Object.values(record.redactions).reduce((sum, count) => sum + count, 0);
    this.#noted({ outcome: "answered", draftOffered, draftAccepted, redactions, ms });
    return { tier: "large", text: text.slice(typed.length), stopReason };
  }

  #noted(facts: Pick<LargeTrace, "outcome"> & Partial<LargeTrace>): null {
    const nothing = { code: null, draftOffered: 0, draftAccepted: 0, redactions: 0, ms: null };
    const large = { ...nothing, reason: this.#reason, sentBytes: this.#sentBytes, ...facts };
    this.#stages.recorder.note({ large });
    this.#outcome = large.outcome;
    return null;
  }

  get #policy(): RoutingPolicy {
    return this.#stages.capabilities.policy;
  }

  get #isForLarge(): boolean {
    return this.#decision?.tier === "large";
  }

  #decide(point: PointedDecision["point"], decision: Omit<PointedDecision, "point"> | null): void {
    if (decision !== null) this.#decision = { ...decision, point };
  }

  /** The rejected text, weighed by how sure the local model had been of it; else the answer that does not do. */
  #secondQuery(answer: Answer): SecondQuery | null {
    const refused = this.#refused;
    if (refused !== null) return { text: refused.text, weight: refused.confidence };
    if (answer.text.trim() === "") return null;
    return { text: answer.text, weight: answer.confidence?.arithmeticMean ?? 0 };
  }

  /** Without the local answer: with what a copy from the context suggests alone. */
  #askWithout(): void {
    this.#ask(({ snippets, contextDraft }) => ({ snippets, draft: contextDraft, second: null }));
  }

  #ask(questionOf: (findings: LocalFindings) => Pick<LargeQuestion, "snippets" | "draft" | "second">): void {
    const { request, cursor, recorder, session } = this.#stages;
    const { large, retriever } = this.#stages.capabilities;
    if (large === null || this.#job !== null) return;
    const reason = this.#decision?.reason ?? "";
    const question = { request, cursor, retriever, reason, ...questionOf(localFindingsOf(this.#stages)) };
    if (this.#refused !== null) session.screen.answerRefused(cursor);
    this.#reason = reason;
    this.#noted({ outcome: "pending" });
    const onSent = (bytes: number) => {
      this.#sentBytes += bytes;
      if (this.#outcome === "pending") this.#noted({ outcome: "pending" });
    };
    this.#job = session.startLarge(this.#stages, recorder.nowMs, (signal) =>
      askLarge(large, { ...question, onSent, nowMs: () => recorder.nowMs }, signal),
    );
  }
}
