/** What holds for every request, whatever the capabilities do. The numbers are those of ARCHITECTURE.md. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complete } from "./complete.js";
import type { Capabilities, Generation, GenerationRequest, LocalModel } from "./engine.js";
import { NearfirstError } from "./errors.js";
import { Session } from "./session.js";
import { capabilitiesOf, requestAt, ScriptedModel } from "./testing.js";
import type { Outcome, Stage, StopMode } from "./types.js";

const picture = "a = █\n";
const never = () => new AbortController().signal;

/** Capabilities of which one function is replaced; `model` works otherwise. */
function capabilitiesWith(fault: Partial<LocalModel>, others: Partial<Capabilities> = {}): Capabilities {
  const model = new ScriptedModel([{ after: "a = ", answer: "1" }]);
  return capabilitiesOf(Object.assign(model, fault), others);
}

type Fault = (thrown: unknown) => Capabilities;

const FAULTS: readonly [string, Stage, Fault][] = [
  ["a retriever without a revision", "reuse", (thrown) => capabilitiesWith({}, { retriever: revisionThrows(thrown) })],
  [
    "a retriever that throws",
    "retrieve",
    (thrown) => capabilitiesWith({}, { retriever: searchThat(() => raise(thrown)) }),
  ],
  [
    "a retriever that rejects",
    "retrieve",
    (thrown) => capabilitiesWith({}, { retriever: searchThat(() => reject(thrown)) }),
  ],
  ["a tokenizer that throws", "prompt", (thrown) => capabilitiesWith({ tokenize: () => raise(thrown) })],
  ["a tokenizer that rejects", "prompt", (thrown) => capabilitiesWith({ tokenize: () => reject(thrown) })],
  ["a model that throws", "generate", (thrown) => capabilitiesWith({ generate: () => raise(thrown) })],
  ["a model that rejects", "generate", (thrown) => capabilitiesWith({ generate: () => reject(thrown) })],
  [
    "a policy that throws",
    "route",
    (thrown) =>
      capabilitiesWith({}, { policy: { name: "broken", usesSyntax: false, afterLocal: () => raise(thrown) } }),
  ],
];

function raise(thrown: unknown): never {
  throw thrown;
}

function reject(thrown: unknown): Promise<never> {
  return Promise.reject(thrown);
}

function searchThat(search: () => Promise<never>): Capabilities["retriever"] {
  return { revision: 0, search };
}

function revisionThrows(thrown: unknown): Capabilities["retriever"] {
  return {
    get revision(): number {
      return raise(thrown);
    },
    search: async () => [],
  };
}

describe("1: every request ends in one outcome with a trace", () => {
  const broken = new NearfirstError({ code: "engine-crashed", message: "It ended." });
  const thrown = [broken, new Error("broken"), "broken", null, undefined, Object.create(null), { name: "AbortError" }];

  describe.each(FAULTS)("%s", (_what, stage, fault) => {
    it.each(thrown.map((each) => [each]))("is a failure of its stage, whatever is thrown (%#)", async (each) => {
      const outcome = await complete(requestAt(picture), fault(each), new Session(), never());
      expect(outcome).toMatchObject({ kind: "failed", stage });
      expect(outcome.kind === "failed" && outcome.error).toBeInstanceOf(NearfirstError);
      expect(outcome.trace.stages.at(-1)?.stage).toBe(stage);
    });

    it("leaves a session that serves the next request", async () => {
      const session = new Session();
      await complete(requestAt(picture), fault(broken), session, never());
      const outcome = await complete(requestAt(picture), capabilitiesWith({}), session, never());
      expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "1" } });
    });
  });

  it("also where the clock is broken: the answer comes without timings", async () => {
    const clock = { now: () => raise(new Error("no time")), sleep: () => raise(new Error("no time")) };
    const outcome = await complete(requestAt(picture), capabilitiesWith({}, { clock }), new Session(), never());
    expect(outcome).toMatchObject({ kind: "suggested", trace: { totalMs: 0 } });
  });

  it("also where the model gives back nonsense", async () => {
    const generate = async () => ({}) as Generation;
    const outcome = await complete(requestAt(picture), capabilitiesWith({ generate }), new Session(), never());
    expect(outcome).toMatchObject({ kind: "failed", stage: "generate" });
  });

  const hanging = () => new Promise<never>(() => undefined);
  it.each<[string, Stage, Capabilities]>([
    ["retriever", "retrieve", capabilitiesWith({}, { retriever: searchThat(hanging) })],
    ["tokenizer", "prompt", capabilitiesWith({ tokenize: hanging })],
    ["model", "generate", capabilitiesWith({ generate: hanging })],
  ])("also where the %s hangs and does not listen to its signal", async (_what, stage, capabilities) => {
    const leaving = new AbortController();
    const asked = complete(requestAt(picture), capabilities, new Session(), leaving.signal);
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort(new Error("any reason"));
    expect(await asked).toMatchObject({ kind: "cancelled", stage });
  });

  it("also where a newer request ends one that hangs, without a word to its own signal", async () => {
    let calls = 0;
    const model = new ScriptedModel([{ after: "b = ", answer: "2" }]);
    const answer = model.generate.bind(model);
    model.generate = (...given) => (calls++ === 0 ? hanging() : answer(...given));
    const [capabilities, session] = [capabilitiesOf(model), new Session()];
    const older = complete(requestAt(picture), capabilities, session, never());
    await new Promise((resolve) => setImmediate(resolve));
    const newer = complete(requestAt("b = █\n"), capabilities, session, never());
    expect(await older).toMatchObject({ kind: "cancelled" });
    expect(await newer).toMatchObject({ kind: "suggested", suggestion: { text: "2" } });
  });

  it("does nothing for a request that is cancelled before it begins", async () => {
    const model = new ScriptedModel([{ after: "a = ", answer: "1" }]);
    const outcome = await complete(requestAt(picture), capabilitiesOf(model), new Session(), AbortSignal.abort());
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcome).toMatchObject({ kind: "cancelled" });
    expect(model.requests).toHaveLength(0);
  });
});

/** All objects in a value, but for typed arrays and errors. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe("6: cached values", () => {
  it("are frozen, with all that a trace shows of them", async () => {
    const retriever = { revision: 0, search: async () => [{ path: "b.py", startLine: 0, text: "b = 2", score: 1 }] };
    const [capabilities, session] = [capabilitiesWith({}, { retriever }), new Session()];
    const asked = () => complete(requestAt(picture, { stopMode: "tokens" }), capabilities, session, never());
    for (const source of ["model", "typed-through"]) {
      const { trace } = await asked();
      expect(trace.source).toBe(source);
      expect(objectsIn(trace).filter((each) => !Object.isFrozen(each))).toEqual([]);
    }
  });

  /** A model whose answer depends on each token of its prompt, and on the limit: what a wrong key confuses shows. */
  class DigestModel extends ScriptedModel {
    constructor(fingerprint: string) {
      super([], { profile: { fingerprint } });
    }

    override async generate(request: GenerationRequest): Promise<Generation> {
      this.requests.push(request);
      let digest = request.maxTokens + request.stop.languageId.length;
      for (const token of request.prompt) digest = (digest * 31 + token) % 1_000_003;
      const text = `v${this.profile.fingerprint}${digest}`;
      const tokens = [...text].map((character, id) => ({ id, text: character, probability: 0.5, fromDraft: false }));
      const counts = { healedTokens: 0, tokensEvaluated: 0, tokensReused: 0, forwardPasses: 1, engineMs: 0 };
      const drafts = { draftOffered: 0, draftAccepted: 0, lookupOffered: 0, lookupAccepted: 0 };
      return { text, tokens, stopReason: "end-of-middle", ...counts, ...drafts };
    }
  }

  const textOf = (outcome: Outcome) => (outcome.kind === "suggested" ? outcome.suggestion.text : outcome.kind);

  it("are given only where a session that remembers nothing would answer the same", async () => {
    const base = {
      ...{ above: "x = 1\n", before: "a = ", after: "", below: "\ny" },
      ...{ uri: "file:///a.py", languageId: "python", maxTokens: 16, stopMode: "line" as StopMode },
      ...{ trigger: "explicit" as const, fingerprint: "1", revision: 0 },
    };
    // All but one part are as in the base: that one must be in the key, or change nothing.
    const change = fc.oneof(
      fc.constant({}),
      fc.record({ above: fc.constantFrom("", "x = 2\n", "x = 1\n\n", "x = 1\r\n") }),
      fc.record({ before: fc.constantFrom("", "a", "a =", "b = ", "\ta = ") }),
      fc.record({ after: fc.constantFrom(" ", "b", ")", "\r") }),
      fc.record({ below: fc.constantFrom("", "\n", "\nz", "\ny\ny", "\r\ny") }),
      fc.record({ uri: fc.constant("file:///b.py") }),
      fc.record({ languageId: fc.constant("go") }),
      fc.record({ maxTokens: fc.constant(32) }),
      fc.record({ stopMode: fc.constantFrom<StopMode>("tokens", "block") }),
      fc.record({ fingerprint: fc.constant("2") }),
      fc.record({ revision: fc.constant(1) }),
    );
    let cached = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 12 }), async (sequence) => {
        const session = new Session();
        // Twice: at the second time many of the places are known.
        for (const changed of [...sequence, ...sequence]) {
          const { above, before, after, below, fingerprint, revision, ...settings } = { ...base, ...changed };
          const request = requestAt(`${above}${before}█${after}${below}`, settings);
          const retriever = { revision, search: async () => [] };
          const capabilities = capabilitiesOf(new DigestModel(fingerprint), { retriever });
          const outcome = await complete(request, capabilities, session, never());
          const fresh = await complete(request, capabilities, new Session(), never());
          if (outcome.trace.source === "cache") cached++;
          if (outcome.trace.source !== "typed-through") expect(textOf(outcome)).toBe(textOf(fresh));
        }
      }),
      { numRuns: 150, seed: 6 },
    );
    expect(cached).toBeGreaterThan(100);
  });

  it("hold no decision of a policy: each request is routed by its own facts", async () => {
    const model = new ScriptedModel([
      { after: "a = ", answer: "1" },
      { after: "b = ", answer: "2" },
    ]);
    const policy = {
      name: "byTrigger",
      usesSyntax: false,
      afterLocal: ({ trigger }: { trigger: string }) => ({ tier: "local" as const, reason: trigger, score: null }),
    };
    const [capabilities, session] = [capabilitiesOf(model, { policy }), new Session()];
    await complete(requestAt("a = █\n"), capabilities, session, never());
    await complete(requestAt("a = \nb = █\n"), capabilities, session, never());
    const again = await complete(requestAt("a = █\n", { trigger: "explicit" }), capabilities, session, never());
    expect(again.trace).toMatchObject({ source: "cache", routing: { reason: "explicit" } });
  });
});
