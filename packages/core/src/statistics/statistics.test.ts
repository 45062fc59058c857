import { describe, expect, it } from "vitest";
import { complete } from "../complete.js";
import { NearfirstError } from "../errors.js";
import { policyNamed } from "../routing/policies.js";
import { Session } from "../session.js";
import { capabilitiesOf, requestAt, ScriptedLarge, ScriptedModel } from "../testing.js";
import { type LargeAttempt, type RequestEvent, requestEventOf, type StatisticsEvent } from "./event.js";
import { statisticsOf } from "./statistics.js";

const ATTEMPT: LargeAttempt = {
  reason: "low-confidence",
  wasSent: true,
  withheld: null,
  error: null,
  ms: 400,
  draftOffered: 8,
  draftAccepted: 5,
};

function request(facts: Partial<RequestEvent> = {}): RequestEvent {
  return {
    type: "request",
    suggestionId: null,
    outcome: "suggested",
    reason: null,
    trigger: "automatic",
    languageId: "python",
    tier: "local",
    source: "model",
    ms: 100,
    promptTokens: 500,
    tokensReused: 400,
    forwardPasses: 5,
    draftOffered: 6,
    draftAccepted: 2,
    confidence: 0.8,
    large: null,
    ...facts,
  };
}

const action = (
  suggestionId: string,
  name: "shown" | "accepted" | "partly-accepted" | "rejected",
): StatisticsEvent => ({
  type: "action",
  suggestionId,
  action: name,
});

describe("the figures of events", () => {
  it("are zero or nothing for no events", () => {
    expect(statisticsOf([])).toMatchObject({
      requests: 0,
      shown: 0,
      acceptedShare: null,
      privateShare: null,
      latency: { local: { count: 0, medianMs: null, p95Ms: null } },
    });
  });

  it("count a suggestion once, however often it is typed through, accepted or reported", () => {
    const figures = statisticsOf([
      request({ suggestionId: "a" }),
      action("a", "shown"),
      request({ suggestionId: "b", source: "typed-through" }),
      action("b", "accepted"),
      action("b", "accepted"),
      request({ suggestionId: "c" }),
      action("c", "partly-accepted"),
      request({ suggestionId: "d" }),
      action("d", "rejected"),
      request({ suggestionId: null }),
      request({ outcome: "skipped", reason: "inside-word", tier: null, source: null }),
    ]);
    expect(figures).toMatchObject({
      requests: 6,
      outcomes: { suggested: 5, skipped: 1 },
      shown: 4,
      accepted: 1,
      partlyAccepted: 1,
      rejected: 1,
      acceptedShare: 0.5,
      reusedAnswers: 1,
    });
  });

  it("count what an editor that says so has shown, and nothing that it only was answered", () => {
    const figures = statisticsOf([
      request({ suggestionId: "a", seen: "when-told" }),
      action("a", "shown"),
      request({ suggestionId: "b", seen: "when-told" }),
      request({ suggestionId: "c", seen: "when-told", source: "typed-through" }),
      action("c", "shown"),
    ]);
    expect(figures.shown).toBe(1);
  });

  it("count what is kept by the last look at each suggestion", () => {
    const survival = (suggestionId: string, afterSeconds: number, keptShare: number): StatisticsEvent => ({
      type: "survival",
      suggestionId,
      afterSeconds,
      keptShare,
    });
    const figures = statisticsOf([survival("a", 15, 1), survival("a", 300, 0.2), survival("b", 15, 0.5)]);
    expect(figures).toMatchObject({ lookedAtAgain: 2, kept: 1 });
  });

  it("tell why a large model was asked, what stayed, and which share left nothing", () => {
    const figures = statisticsOf([
      request({ tier: "large", large: ATTEMPT, ms: 500 }),
      request({ large: { ...ATTEMPT, wasSent: false, withheld: "ignored-file", ms: null, draftAccepted: 0 } }),
      request({ large: { ...ATTEMPT, reason: "dismissed", error: "engine-timeout", ms: null, draftAccepted: 0 } }),
      request({ outcome: "dropped", reason: "blank", tier: null }),
      request(),
    ]);
    expect(figures).toMatchObject({
      escalated: 3,
      escalationReasons: { "low-confidence": 2, dismissed: 1 },
      sent: 2,
      withheldReasons: { "ignored-file": 1 },
      largeErrors: { "engine-timeout": 1 },
      privateShare: 0.5,
      draftTokens: { local: 10, large: 5 },
      reusedTokens: 2_000,
    });
  });

  it("time each tier by itself, and answers without a model apart", () => {
    const figures = statisticsOf([
      ...[10, 20, 30, 40].map((ms) => request({ ms })),
      request({ tier: "large", ms: 900 }),
      request({ source: "cache", ms: 1 }),
    ]);
    expect(figures.latency).toEqual({
      local: { count: 4, medianMs: 20, p95Ms: 40 },
      large: { count: 1, medianMs: 900, p95Ms: 900 },
      reused: { count: 1, medianMs: 1, p95Ms: 1 },
    });
  });
});

describe("the event of a request", () => {
  it("holds numbers and reasons, and nothing of the code", async () => {
    const model = new ScriptedModel([{ after: "total = ", answer: "width * height" }]);
    const asked = requestAt("width = 1\nheight = 2\ntotal = █\n");
    const outcome = await complete(asked, capabilitiesOf(model), new Session(), new AbortController().signal);
    expect(outcome.kind).toBe("suggested");
    const event = requestEventOf(outcome, {
      suggestionId: "s1",
      trigger: "explicit",
      languageId: "not a language: total = width",
    });
    expect(event).toMatchObject({
      type: "request",
      outcome: "suggested",
      reason: null,
      trigger: "explicit",
      languageId: "other",
      tier: "local",
      source: "model",
    });
    expect(JSON.stringify(event)).not.toMatch(/width|height|total/);
  });

  it("says why a large model was asked, whether anything left, and what came of it", async () => {
    const model = new ScriptedModel([{ after: "total = ", answer: "0", probability: 0.4 }]);
    const eventWith = async (large: ScriptedLarge) => {
      const capabilities = capabilitiesOf(model, { large, policy: policyNamed("nearfirst") });
      const asked = requestAt("width = 1\ntotal = █\n");
      const outcome = await complete(asked, capabilities, new Session(), new AbortController().signal);
      return requestEventOf(outcome, { suggestionId: null, trigger: "automatic", languageId: "python" });
    };
    const answered = await eventWith(new ScriptedLarge([{ after: "total = ", answer: "width" }]));
    expect(answered).toMatchObject({
      tier: "large",
      large: { reason: "confidence is below 0.70", wasSent: true, withheld: null, error: null },
    });
    expect(JSON.stringify(answered)).not.toMatch(/width|total/);

    const withheld = new ScriptedLarge([]);
    withheld.rules.policy.reasonToKeep = async () => "local-only-path";
    expect(await eventWith(withheld)).toMatchObject({
      tier: "local",
      large: { wasSent: false, withheld: "local-only-path" },
    });
    const fault = new NearfirstError({ code: "large-busy", message: "for the test" });
    expect(await eventWith(new ScriptedLarge([], { fault }))).toMatchObject({
      tier: "local",
      large: { wasSent: true, error: "large-busy" },
    });
  });

  it("says why a request ended without a suggestion", async () => {
    const outcome = await complete(
      requestAt("█"),
      capabilitiesOf(new ScriptedModel([])),
      new Session(),
      new AbortController().signal,
    );
    const event = requestEventOf(outcome, {
      suggestionId: null,
      trigger: "automatic",
      languageId: "python",
    });
    expect(event).toMatchObject({ outcome: "skipped", reason: "empty-document", tier: null });
  });
});
