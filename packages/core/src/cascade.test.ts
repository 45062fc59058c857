/** Editing sessions with two scripted models: who answers, when, and what is never shown. */
import { describe, expect, it } from "vitest";
import { after } from "../test/editor.js";
import { complete } from "./complete.js";
import { NearfirstError } from "./errors.js";
import { estimatedTokens } from "./prompt/estimated-tokens.js";
import { alwaysLocal } from "./routing/always-local.js";
import { byLanguage } from "./routing/by-language.js";
import { mcCom } from "./routing/mc-com.js";
import { nearfirst } from "./routing/nearfirst.js";
import type { RoutingPolicy } from "./routing/policy.js";
import { synConfRoute } from "./routing/syn-conf-route.js";
import { Session } from "./session.js";
import type { SyntaxGate } from "./syntax/check-in-time.js";
import {
  capabilitiesOf,
  requestAt,
  ScriptedLarge,
  type ScriptedLargeOptions,
  ScriptedModel,
  type ScriptLine,
  StandingClock,
} from "./testing.js";
import type { Snippet, StopMode } from "./types.js";

interface Setting extends ScriptedLargeOptions {
  readonly local: readonly ScriptLine[];
  readonly large: readonly ScriptLine[];
  readonly policy?: RoutingPolicy;
  readonly beforeToken?: () => Promise<void>;
  readonly syntax?: SyntaxGate;
  readonly snippets?: readonly Snippet[];
}

/** An editor with both models. Each request comes a second after the one before, unless it says otherwise. */
function editorOf(setting: Setting) {
  const { local, large: script, policy = nearfirst(), beforeToken, syntax, snippets = [], ...options } = setting;
  const clock = new StandingClock();
  const model = new ScriptedModel(local, beforeToken === undefined ? {} : { beforeToken });
  const large = new ScriptedLarge(script, options);
  const session = new Session();
  const retriever = { revision: 0, search: async () => snippets };
  const capabilities = capabilitiesOf(model, { clock, policy, large, syntax: syntax ?? null, retriever });
  const ask = async (
    picture: string,
    { afterMs = 1_000, trigger = "automatic" as const, stopMode = "statement" as StopMode, signal = never() } = {},
  ) => {
    clock.advance(afterMs);
    const outcome = await complete(requestAt(picture, { trigger, stopMode }), capabilities, session, signal);
    return {
      outcome,
      trace: outcome.trace,
      tier: "tier" in outcome ? outcome.tier : null,
      shown: after(outcome, picture),
    };
  };
  return { ask, clock, model, large, session };
}

const PICTURE = "def f(a, b):\n    return █\n";
const SURE = { after: "return ", answer: "a + b" };
const UNSURE = { ...SURE, probability: 0.5 };
const BETTER = { after: "return ", answer: "a * b" };

/** Two exclamation marks parse nowhere. */
const TWO_MARKS: SyntaxGate = {
  limitMs: 20,
  parser: {
    parse: async (text) => [...text.matchAll(/!!/g)].map(({ index }) => ({ start: index, isUnfinished: false })),
  },
};

describe("a local answer", () => {
  it("that is sure is shown, and nothing leaves", async () => {
    const { ask, large } = editorOf({ local: [SURE], large: [BETTER] });
    expect(await ask(PICTURE)).toMatchObject({ tier: "local", shown: PICTURE.replace("█", "a + b") });
    expect(large.prompts).toEqual([]);
  });

  it("that is not gives way to the large model's, asked without it while it still was in the making", async () => {
    const { ask, large, model } = editorOf({ local: [UNSURE], large: [BETTER] });
    const { shown, tier, trace } = await ask(PICTURE);
    expect({ shown, tier }).toEqual({ tier: "large", shown: PICTURE.replace("█", "a * b") });
    expect(trace.routing).toMatchObject({ decision: "large", point: "during-local", policy: "nearfirst" });
    expect(trace.large).toMatchObject({ outcome: "answered" });
    expect(large.prompts).toMatchObject([{ prefix: "def f(a, b):\n    return ", suffix: "\n", draft: "" }]);
    expect(model.requests).toHaveLength(1);
  });

  it("asks the large model no more than its server's context holds", async () => {
    const above = Array.from({ length: 400 }, (_, at) => `value_${at} = ${at}\n`).join("");
    const { ask, large } = editorOf({ local: [UNSURE], large: [BETTER], contextTokens: 512 });
    expect(await ask(above + PICTURE)).toMatchObject({ tier: "large" });
    const [prompt] = large.prompts;
    expect(estimatedTokens(`${prompt?.prefix}${prompt?.suffix}`)).toBeLessThan(512 - 64);
    expect(prompt?.prefix).toMatch(/^value_\d+ = [\s\S]{400,} {4}return $/);
  });

  it.each([[synConfRoute()], [byLanguage({ languages: new Map(), otherwise: synConfRoute() })]])(
    "is complete before the large model is asked by SynConfRoute, which tells that nothing of it",
    async (policy) => {
      const { ask, large } = editorOf({ local: [UNSURE], large: [BETTER], policy });
      expect(await ask(PICTURE)).toMatchObject({ tier: "large", trace: { routing: { point: "after-local" } } });
      expect(large.prompts).toMatchObject([{ draft: "" }]);
    },
  );

  it("that is not gives way with the draft that the file itself suggests", async () => {
    const above = "def g(a, b):\n    a = int(a)\n    return a * b\n\n\n";
    const picture = `${above}def h(a, b):\n    a = int(a)\n    return █\n`;
    const { ask, large } = editorOf({ local: [UNSURE], large: [BETTER] });
    expect(await ask(picture)).toMatchObject({ tier: "large", trace: { routing: { point: "during-local" } } });
    expect(large.prompts).toMatchObject([{ draft: "a * b" }]);
  });

  it("is shown where the large model says nothing", async () => {
    const { ask } = editorOf({ local: [UNSURE], large: [{ ...BETTER, answer: "" }] });
    expect(await ask(PICTURE)).toMatchObject({ tier: "local", shown: PICTURE.replace("█", "a + b") });
  });

  it.each(["large-unreachable", "large-malformed", "large-busy"] as const)(
    "is shown where the large model fails with %s, and the trace says so",
    async (code) => {
      const fault = new NearfirstError({ code, message: "for the test" });
      const { ask } = editorOf({ local: [UNSURE], large: [BETTER], fault });
      const { tier, trace } = await ask(PICTURE);
      expect({ tier, large: trace.large }).toMatchObject({ tier: "local", large: { outcome: "failed", code } });
    },
  );

  it("is shown where the rules keep the file on this machine, and nothing leaves", async () => {
    const { ask, large } = editorOf({ local: [UNSURE], large: [BETTER] });
    large.rules.policy.reasonToKeep = async () => "ignored-file";
    const { tier, trace } = await ask(PICTURE);
    expect({ tier, large: trace.large }).toMatchObject({
      tier: "local",
      large: { outcome: "withheld", code: "ignored-file" },
    });
    expect(large.prompts).toEqual([]);
  });

  it("is no draft where its author saw a file that stays, even if another line was begun since it was asked", async () => {
    const gate = gateOf();
    const { ask, large, model } = editorOf({
      local: [{ after: "return ", answer: "(\n        a !! b\n    )" }],
      large: [{ after: "(\n        ", answer: "a * b" }],
      syntax: TWO_MARKS,
      snippets: [{ path: "kept.py", text: "a !! b", startLine: 0, score: 1 }],
      beforeToken: gate.wait,
    });
    large.rules.policy.reasonToKeep = async ({ path }) => (path === "kept.py" ? "ignored-file" : null);
    const first = ask(PICTURE);
    await until(() => model.requests.length === 1);
    const second = ask(PICTURE.replace("█", "(\n        █"));
    gate.open();
    await first;
    expect(await second).toMatchObject({ trace: { source: "in-flight", large: { outcome: "answered" } } });
    expect(large.prompts.map(({ draft }) => draft)).toEqual([""]);
  });

  it("is shown where the large model's would write a redacted secret's stand-in into the file", async () => {
    const { ask } = editorOf({ local: [UNSURE], large: [{ ...BETTER, answer: "NEARFIRST_REDACTED_SECRET" }] });
    expect(await ask(PICTURE)).toMatchObject({ tier: "local", trace: { large: { outcome: "holds-placeholder" } } });
  });
});

describe("an answer that breaks the syntax", () => {
  const syntax = TWO_MARKS;
  const broken = { after: "return ", answer: "a !! b" };

  it("gives way to the large model's, with itself as the draft", async () => {
    const { ask, large } = editorOf({ local: [broken], large: [BETTER], syntax });
    const { shown, trace } = await ask(PICTURE);
    expect(shown).toBe(PICTURE.replace("█", "a * b"));
    expect(trace).toMatchObject({ syntax: { kind: "invalid" }, routing: { point: "after-local", decision: "large" } });
    expect(large.prompts).toMatchObject([{ draft: "a !! b" }]);
  });

  it("is not shown where the large model fails", async () => {
    const fault = new NearfirstError({ code: "large-unreachable", message: "for the test" });
    const { ask } = editorOf({ local: [broken], large: [BETTER], fault, syntax });
    expect((await ask(PICTURE)).outcome).toMatchObject({ kind: "dropped", reason: "broken-syntax" });
  });

  it("only in its last statement is shown without that where the large model fails", async () => {
    const fault = new NearfirstError({ code: "large-unreachable", message: "for the test" });
    const halfBroken = { after: "def f(a, b):\n    ", answer: "x = a + b\n    return x !! b\n" };
    const { ask, large } = editorOf({ local: [halfBroken], large: [], fault, syntax });
    const picture = "def f(a, b):\n    █\n";
    const { shown, tier, trace } = await ask(picture, { stopMode: "block" });
    expect({ shown, tier }).toEqual({ tier: "local", shown: picture.replace("█", "x = a + b") });
    expect(trace).toMatchObject({
      syntax: { kind: "invalid" },
      routing: { decision: "large" },
      rules: expect.arrayContaining(["broken-end"]),
    });
    expect(large.prompts).toHaveLength(1);
  });

  it("is not shown to whoever types on either, where its request was cancelled before the parser had looked", async () => {
    let calls = 0;
    const parse: SyntaxGate["parser"]["parse"] = (text, languageId, signal) =>
      calls++ === 0 ? abortOf(signal) : TWO_MARKS.parser.parse(text, languageId, signal);
    const local = [broken, { after: "return a", answer: " + b" }];
    const { ask } = editorOf({ local, large: [], policy: alwaysLocal, syntax: { limitMs: 20, parser: { parse } } });
    const leaving = new AbortController();
    const cancelled = ask(PICTURE, { signal: leaving.signal });
    await settled();
    leaving.abort();
    expect((await cancelled).outcome).toMatchObject({ kind: "cancelled", stage: "syntax" });
    const typed = PICTURE.replace("█", "a█");
    expect(await ask(typed)).toMatchObject({ shown: PICTURE.replace("█", "a + b"), trace: { source: "model" } });
  });

  it("is shown where the parser takes too long", async () => {
    const parser = { parse: (_text: string, _languageId: string, signal: AbortSignal) => abortOf(signal) };
    const { ask, clock } = editorOf({ local: [SURE], large: [BETTER], syntax: { limitMs: 20, parser } });
    const asked = ask(PICTURE);
    await settled();
    clock.advance(20);
    expect(await asked).toMatchObject({ tier: "local", trace: { syntax: { kind: "unknown", reason: "too-late" } } });
  });
});

describe("past the deadline", () => {
  it("the local answer is shown, and stays while the developer types through it", async () => {
    const gate = gateOf();
    const { ask, clock, large } = editorOf({ local: [UNSURE], large: [BETTER], beforeAnswer: gate.wait });
    const asked = ask(PICTURE);
    await until(() => large.prompts.length === 1);
    clock.advance(500);
    expect(await asked).toMatchObject({ tier: "local", trace: { large: { outcome: "late" } } });
    gate.open();
    await settled();
    const typed = PICTURE.replace("█", "a█");
    expect(await ask(typed)).toMatchObject({ tier: "local", shown: PICTURE.replace("█", "a + b") });
    expect(large.prompts).toHaveLength(1);
  });

  it("a local answer with which the code would not parse is not shown", async () => {
    const gate = gateOf();
    const local = [{ ...UNSURE, answer: "a !! b" }];
    const { ask, clock, large } = editorOf({ local, large: [BETTER], syntax: TWO_MARKS, beforeAnswer: gate.wait });
    const asked = ask(PICTURE);
    await until(() => large.prompts.length === 1);
    clock.advance(500);
    expect(await asked).toMatchObject({
      outcome: { kind: "dropped", reason: "broken-syntax" },
      trace: { large: { outcome: "late" } },
    });
    gate.open();
  });

  it("an answer that came late is shown once the developer types what it begins with", async () => {
    const gate = gateOf();
    const local = [UNSURE, { after: "return a *", answer: " 2", probability: 0.5 }];
    const { ask, clock, large } = editorOf({ local, large: [BETTER], beforeAnswer: gate.wait });
    const asked = ask(PICTURE);
    await until(() => large.prompts.length === 1);
    clock.advance(500);
    await asked;
    gate.open();
    await settled();
    const typed = PICTURE.replace("█", "a *█");
    expect(await ask(typed)).toMatchObject({ tier: "large", shown: PICTURE.replace("█", "a * b") });
    expect(large.prompts).toHaveLength(1);
  });
});

describe("while the large model is asked", () => {
  it("further keystrokes keep the question as long as its answer can still match", async () => {
    const gate = gateOf();
    const local = [UNSURE, { after: "return a", answer: " - b", probability: 0.5 }];
    const { ask, large } = editorOf({ local, large: [BETTER], beforeAnswer: gate.wait });
    const first = new AbortController();
    const older = ask(PICTURE, { signal: first.signal });
    await until(() => large.prompts.length === 1);
    const newer = ask(PICTURE.replace("█", "a█"), { afterMs: 100 });
    first.abort();
    expect(await older).toMatchObject({ outcome: { kind: "cancelled" } });
    gate.open();
    expect(await newer).toMatchObject({ tier: "large", shown: PICTURE.replace("█", "a * b") });
    expect(large.prompts).toHaveLength(1);
  });

  it("a key that goes elsewhere ends the question, and says so", async () => {
    const gate = gateOf();
    const elsewhere = "def f(a, b):\n    return\n\nx = █\n";
    const local = [UNSURE, { after: "x = ", answer: "f(1, 2)" }];
    const { ask, large } = editorOf({ local, large: [BETTER], beforeAnswer: gate.wait });
    const first = new AbortController();
    const older = ask(PICTURE, { signal: first.signal });
    await until(() => large.prompts.length === 1);
    const newer = ask(elsewhere, { afterMs: 100 });
    first.abort();
    await older;
    expect(await newer).toMatchObject({ tier: "local", trace: { large: { outcome: "outdated" } } });
    expect(large.aborted).toBe(1);
  });
});

describe("after a rejection", () => {
  const local = [SURE, { after: "return b", answer: " + a" }, { after: "return b ", answer: "+ a" }];
  const large = [
    { after: "return b", answer: " - a" },
    { after: "return b ", answer: "- a" },
  ];

  it("the large model answers at the new cursor, with the local answer there as its draft", async () => {
    const { ask, large: tier } = editorOf({ local, large, policy: mcCom() });
    await ask(PICTURE);
    const { shown, trace } = await ask(PICTURE.replace("█", "b█"));
    expect(shown).toBe(PICTURE.replace("█", "b - a"));
    expect(trace).toMatchObject({ userAction: "typed-against", routing: { point: "before-local", decision: "large" } });
    expect(tier.prompts).toMatchObject([{ prefix: "def f(a, b):\n    return b", draft: " + a" }]);
  });

  it("the rejected text is the second query, weighed by how sure the local model was", async () => {
    const { ask, session, clock } = editorOf({ local, large, policy: mcCom() });
    const queries: unknown[] = [];
    const capabilities = capabilitiesOf(new ScriptedModel(local), {
      clock,
      policy: mcCom(),
      large: new ScriptedLarge(large),
      retriever: {
        revision: 0,
        search: async (query) => {
          queries.push(query.second);
          return [];
        },
      },
    });
    await complete(requestAt(PICTURE), capabilities, session, never());
    clock.advance(1_000);
    await complete(requestAt(PICTURE.replace("█", "b█")), capabilities, session, never());
    expect(queries.filter((each) => each !== undefined)).toEqual([{ text: "a + b", weight: expect.closeTo(0.9, 9) }]);
    expect(ask).toBeDefined();
  });

  it("there is one question for it, however much is typed on", async () => {
    const { ask, large: tier } = editorOf({ local, large, policy: mcCom() });
    await ask(PICTURE);
    await ask(PICTURE.replace("█", "b█"));
    expect(await ask(PICTURE.replace("█", "b █"))).toMatchObject({ tier: "large" });
    expect(tier.prompts).toHaveLength(1);
  });

  it("its own answer is final: whoever types against it gets the local one", async () => {
    const more = [...local, { after: "return bc", answer: "d" }];
    const { ask, large: tier } = editorOf({ local: more, large, policy: mcCom() });
    await ask(PICTURE);
    await ask(PICTURE.replace("█", "b█"));
    expect(await ask(PICTURE.replace("█", "bc█"))).toMatchObject({ tier: "local", shown: PICTURE.replace("█", "bcd") });
    expect(tier.prompts).toHaveLength(1);
  });

  it("too soon to be one, the local model goes on", async () => {
    const { ask, large: tier } = editorOf({ local, large, policy: mcCom() });
    await ask(PICTURE);
    expect(await ask(PICTURE.replace("█", "b█"), { afterMs: 399 })).toMatchObject({ tier: "local" });
    expect(tier.prompts).toEqual([]);
  });

  it("the same text is never shown again at its place", async () => {
    const { ask } = editorOf({ local, large: [...large, { after: "return ", answer: "a + b" }], policy: mcCom() });
    await ask(PICTURE);
    await ask(PICTURE.replace("█", "b█"));
    expect((await ask(PICTURE)).outcome).toMatchObject({ kind: "dropped", reason: "refused" });
  });

  it("of the only answer there is, it is shown again rather than nothing", async () => {
    const fault = new NearfirstError({ code: "large-unreachable", message: "for the test" });
    const { ask } = editorOf({ local, large, policy: mcCom(), fault });
    await ask(PICTURE);
    const again = await ask(PICTURE, { trigger: "explicit" as never });
    expect(again).toMatchObject({ tier: "local", trace: { userAction: "asked-for-another" } });
  });
});

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}

function gateOf() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait: () => opened, open };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
