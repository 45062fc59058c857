import { describe, expect, it } from "vitest";
import type { RequestOutcome, ServerStatus } from "./protocol.js";
import { type StatusFacts, statusView } from "./status-view.js";

const READY: ServerStatus = {
  model: "ready",
  modelName: "default",
  engine: "own",
  largeTier: "none",
  largeName: null,
  message: null,
};
const SUGGESTED: RequestOutcome = {
  uri: "file:///a.py",
  kind: "suggested",
  reason: null,
  message: null,
  tier: "local",
  source: "model",
  ms: 40,
  routing: null,
  large: null,
  suggestionId: "1",
};
const none = (kind: RequestOutcome["kind"], reason: string, message: string | null = null): RequestOutcome => ({
  ...SUGGESTED,
  kind,
  reason,
  message,
  tier: null,
  source: null,
  suggestionId: null,
});

function view(facts: Partial<StatusFacts> = {}) {
  return statusView({
    ownReason: null,
    serverMessage: null,
    minutesLeft: null,
    status: READY,
    outcome: null,
    origin: "the one that came with this extension",
    version: "0.1.0",
    ...facts,
  });
}

describe("the status bar", () => {
  it("says which model answered", () => {
    expect(view({ outcome: SUGGESTED })).toMatchObject({
      text: "$(device-desktop) Nearfirst: local",
      severity: "normal",
    });
    const large = {
      outcome: "answered",
      reason: "the developer typed something else than the local answer",
      sentBytes: 900,
    };
    const shown = view({
      outcome: { ...SUGGESTED, tier: "large", large },
      status: { ...READY, largeTier: "ready", largeName: "gpu" },
    });
    expect(shown.text).toBe("$(server) Nearfirst: large");
    expect(shown.lines[0]).toBe(
      "The last suggestion here came from the large model (the developer typed something else than the local answer).",
    );
    expect(shown.lines).toContain("Large model: gpu");
  });

  it("says that nothing leaves the machine only once it knows that there is no large model", () => {
    expect(view().lines).toContain("Large model: none; no code leaves this machine.");
    expect(view({ status: { ...READY, model: "loading" } }).lines.join()).not.toMatch(/leaves this machine/);
    expect(view({ status: null }).lines.join()).not.toMatch(/leaves this machine/);
  });

  it("says where the program comes from, and whether its model is shared", () => {
    const { lines } = view({ status: { ...READY, engine: "shared" } });
    expect(lines).toContain("Local model: default, shared with your other editors");
    expect(lines).toContain("Running: nearfirst 0.1.0, the one that came with this extension");
  });

  it.each<[string, Partial<StatusFacts>, RegExp, RegExp]>([
    ["the server starts", { ownReason: "server-starting", status: null }, /loading~spin.*starting/, /starting/],
    ["the model loads", { status: { ...READY, model: "loading" } }, /loading~spin.*loading/, /suggestions follow/],
    [
      "there is no server",
      { ownReason: "no-server", serverMessage: "It is not here.", status: null },
      /error.*not found/,
      /^It is not here\.$/,
    ],
    [
      "the server stopped",
      { ownReason: "server-stopped", serverMessage: null, status: null },
      /error.*stopped/,
      /Restart/,
    ],
    [
      "the model cannot be loaded",
      { status: { ...READY, model: "failed", message: "No such model." } },
      /error.*no model/,
      /^No such model\.$/,
    ],
    [
      "suggestions are snoozed",
      { ownReason: "snoozed", minutesLeft: 1 },
      /debug-pause.*snoozed, 1 min/,
      /One minute is left/,
    ],
    ["the language is off", { ownReason: "language-off" }, /off for this language/, /nearfirst\.disabledLanguages/],
    ["they come only when asked for", { ownReason: "only-when-asked" }, /only when asked/, /nearfirst\.automatic/],
    ["it is a notebook's cell", { ownReason: "not-a-file" }, /circle-slash.*not in a file/, /notebook's cell/],
    [
      "VS Code itself shows none",
      { ownReason: "editor-switch-off" },
      /off in VS Code/,
      /editor\.inlineSuggest\.enabled/,
    ],
    [
      "the model does not know the language",
      { outcome: none("skipped", "unsupported-language") },
      /not this language/,
      /not trained on this language/,
    ],
    [
      "the place wants none",
      { outcome: none("skipped", "inside-word") },
      /circle-slash\) Nearfirst$/,
      /A word goes on after the cursor/,
    ],
    [
      "the answer was dropped",
      { outcome: none("dropped", "broken-syntax") },
      /circle-slash\) Nearfirst$/,
      /would not parse/,
    ],
    [
      "the request failed",
      { outcome: none("failed", "engine-crashed", "It broke. Do this.") },
      /warning.*failed/,
      /It broke\. Do this\.$/,
    ],
    [
      "a newer server gives a reason without words here",
      { outcome: none("skipped", "moon-phase") },
      /Nearfirst$/,
      /\(moon-phase\)/,
    ],
  ])("says why there is no suggestion where %s", (_, facts, text, line) => {
    const shown = view(facts);
    expect(shown.text).toMatch(text);
    expect(shown.lines[0]).toMatch(line);
  });

  it("warns while the large model is down, and says what goes on", () => {
    const status: ServerStatus = {
      ...READY,
      largeTier: "down",
      largeName: "gpu:8000",
      message: "It refuses connections.",
    };
    const shown = view({ status, outcome: SUGGESTED });
    expect(shown).toMatchObject({ text: "$(warning) Nearfirst: large model down", severity: "warning" });
    expect(shown.lines).toContain("Large model down: gpu:8000. It refuses connections. The local model goes on alone.");
  });
});
