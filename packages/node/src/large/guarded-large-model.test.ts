import { type ErrorCode, type LargeGeneration, type LargeRequest, NearfirstError } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { GuardedLargeModel } from "./guarded-large-model.js";

const request = {} as LargeRequest;
const answer: LargeGeneration = {
  text: "a",
  tokens: null,
  stopReason: "line",
  draftOffered: 0,
  draftAccepted: 0,
  forwardPasses: null,
};

/** A model that does, one after the other, what the script says; it throws where nothing is left. */
function guarded(...script: (ErrorCode | "answer" | "abort")[]) {
  const clock = { ms: 0, now: () => clock.ms };
  const abort = new AbortController();
  const model = new GuardedLargeModel(
    {
      name: "scripted",
      capabilities: { prompt: "template", snippets: "own-place", probabilities: "untold", drafts: "none" },
      contextTokens: async () => 2_048,
      async generate() {
        const next = script.shift();
        if (next === undefined) throw new Error("asked too often");
        if (next === "answer") return answer;
        if (next === "abort") {
          abort.abort();
          throw abort.signal.reason;
        }
        throw new NearfirstError({ code: next, message: `It is ${next}.` });
      },
      close: async () => undefined,
    },
    clock,
  );
  const ask = (signal = new AbortController().signal) =>
    model.generate(request, signal).then(
      (generation) => generation.text,
      (thrown) => (thrown instanceof NearfirstError ? thrown.code : "aborted"),
    );
  return { model, clock, ask, abort };
}

describe("a large model behind the circuit breaker", () => {
  it("is not asked after three faults, says why, and is tried again after the pause", async () => {
    const { model, clock, ask } = guarded("large-failed", "large-timeout", "large-failed", "answer", "answer");
    expect([await ask(), await ask(), await ask()]).toEqual(["large-failed", "large-timeout", "large-failed"]);
    expect(model.status()).toMatchObject({
      state: "paused",
      retryAfterMs: 5_000,
      requests: 3,
      faults: { "large-failed": 2, "large-timeout": 1 },
      lastFault: "It is large-failed.",
    });
    await expect(model.generate(request, new AbortController().signal)).rejects.toMatchObject({
      code: "large-paused",
      message: "The large model is not asked for 5 s, because it failed: It is large-failed.",
    });
    clock.ms = 5_000;
    expect(model.status().state).toBe("ready");
    expect([await ask(), await ask()]).toEqual(["a", "a"]);
    expect(model.status().requests).toBe(5);
  });

  it("is not asked again at once after a refused key", async () => {
    const { ask } = guarded("large-refused");
    expect([await ask(), await ask()]).toEqual(["large-refused", "large-paused"]);
  });

  it("counts a cancelled request as no fault", async () => {
    const { model, ask, abort } = guarded("large-failed", "large-failed", "abort", "answer");
    expect([await ask(), await ask(), await ask(abort.signal), await ask()]).toEqual([
      "large-failed",
      "large-failed",
      "aborted",
      "a",
    ]);
    expect(model.status().faults).toEqual({ "large-failed": 2 });
  });

  it("turns an unexpected error into a typed one, which counts", async () => {
    const { model, ask } = guarded();
    expect(await ask()).toBe("internal");
    expect(model.status().faults).toEqual({ internal: 1 });
  });
});
