import { describe, expect, it } from "vitest";
import type { RequestEvent, StatisticsEvent } from "./event.js";
import { statisticsBy } from "./statistics-by.js";

const asked = (suggestionId: string, languageId: string): RequestEvent => ({
  type: "request",
  suggestionId,
  outcome: "suggested",
  reason: null,
  trigger: "automatic",
  languageId,
  tier: "local",
  source: "model",
  ms: 20,
  promptTokens: 100,
  tokensReused: 90,
  forwardPasses: 4,
  draftOffered: 0,
  draftAccepted: 0,
  confidence: 0.9,
  large: null,
});

describe("figures by group", () => {
  const events: readonly StatisticsEvent[] = [
    asked("a", "python"),
    asked("b", "go"),
    { type: "action", suggestionId: "a", action: "accepted" },
    asked("c", "python"),
    { type: "action", suggestionId: "from-before", action: "accepted" },
  ];
  const groups = statisticsBy(events, ({ languageId }) => languageId);

  it("count each request in its own group alone", () => {
    expect([...groups].map(([name, { requests }]) => [name, requests])).toEqual([
      ["python", 2],
      ["go", 1],
    ]);
  });

  it("count an accept where its suggestion was made, and nowhere if that is not known", () => {
    expect([...groups].map(([name, { accepted }]) => [name, accepted])).toEqual([
      ["python", 1],
      ["go", 0],
    ]);
  });
});
