import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestEvent } from "@nearfirst/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_SETTINGS } from "../config/settings.js";
import { EventStore, statisticsFolder } from "./event-store.js";
import { readStatisticsReport } from "./statistics-report.js";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "nearfirst-report-"));
  vi.stubEnv("XDG_STATE_HOME", state);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(state, { recursive: true });
});

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

describe("the report of the statistics, from a thread of its own", () => {
  it("is empty where nothing was counted", async () => {
    expect(await readStatisticsReport()).toMatchObject({ from: null, total: { requests: 0 }, days: [], languages: [] });
  });

  it("has the figures in all, by day and by language", async () => {
    const store = new EventStore({ settings: DEFAULT_SETTINGS.statistics, folder: statisticsFolder() });
    store.record(asked("a", "go"));
    store.record(asked("b", "python"));
    store.record(asked("c", "python"));
    store.record({ type: "action", suggestionId: "c", action: "accepted" });
    await store.close();
    const { total, days, languages } = await readStatisticsReport();
    expect(total).toMatchObject({ requests: 3, accepted: 1, reusedTokens: 270 });
    expect(days).toMatchObject([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), statistics: { requests: 3 } }]);
    expect(languages).toMatchObject([
      { languageId: "python", statistics: { requests: 2, accepted: 1 } },
      { languageId: "go", statistics: { requests: 1, accepted: 0 } },
    ]);
  });

  it("leaves out what was before a time", async () => {
    const store = new EventStore({ settings: DEFAULT_SETTINGS.statistics, folder: statisticsFolder() });
    store.record(asked("a", "go"));
    await store.close();
    expect((await readStatisticsReport({ sinceMs: Date.now() + 60_000 })).total.requests).toBe(0);
  });
});
