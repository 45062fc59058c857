import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findModel } from "../models/installed-models.js";
import { differenceBeyondTies } from "../testing/difference-beyond-ties.js";
import { type TestEngine, testEngine, tinyEngine, UNSTOPPED } from "../testing/tiny-engine.js";

describe("a model that always prefers the same tokens, in this order: the end, self, se, s, r", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    const logits = { "<|endoftext|>": 9, self: 8, se: 7, s: 6, return: 5, r: 4, "(": 3 };
    engine = await tinyEngine({ words: ["self", "return"], behaviour: { kind: "constant", logits } });
  });
  afterAll(() => engine.close());

  it.each([
    // typed, tokens of the answer, text after what was typed, tokens within what was typed
    ["s", ["self"], "elf", 0],
    ["sel", ["self"], "f", 0],
    ["self", ["self"], "", 1],
    ["selfs", ["self", "self"], "elf", 1],
    ["selr", ["se", "l", "return"], "eturn", 2],
    ["xr", ["x", "return"], "eturn", 1],
  ])("continues the typed %j with %j", async (healedText, texts, text, healedTokens) => {
    const generation = await engine.ask({ prompt: "x", healedText });
    expect(generation.tokens.map((token) => token.text)).toEqual(texts);
    expect(generation).toMatchObject({ text, healedTokens, stopReason: "end-of-middle" });
  });

  it("reports a token's probability among those that continue what was typed", async () => {
    const { tokens } = await engine.ask({ prompt: "x", healedText: "ret" });
    const others = [...engine.ids.keys()].filter((text) => "ret".startsWith(text) || text.startsWith("ret"));
    expect(others).toContain("r");
    const rest = others.length - ["return", "r"].length;
    expect(tokens[0]?.probability).toBeCloseTo(Math.exp(5) / (Math.exp(5) + Math.exp(4) + rest), 5);
  });

  it("streams the tokens that it returns", async () => {
    const pieces: string[] = [];
    await engine.ask({
      prompt: "x",
      healedText: "sel",
      onTokens: (tokens) => pieces.push(...tokens.map((token) => token.text)),
    });
    expect(pieces).toEqual(["self"]);
  });

  it("never ends with the typed text missing, unless the answer is used up", async () => {
    const generation = await engine.ask({ prompt: "x", healedText: "qqqq", maxTokens: 2 });
    expect(generation).toMatchObject({ text: "", healedTokens: 2, stopReason: "max-tokens" });
  });

  it("spells characters of several bytes, byte by byte", async () => {
    const generation = await engine.ask({ prompt: "x", healedText: "é🎉" });
    expect(generation).toMatchObject({ text: "", healedTokens: 6 });
    expect(generation.tokens.map((token) => token.text).join("")).toBe("é🎉");
  });

  it("treats a lone surrogate as the replacement character", async () => {
    expect(await engine.ask({ prompt: "x", healedText: "\ud800" })).toMatchObject({ text: "", healedTokens: 3 });
  });

  it("verifies a draft together with the typed text", async () => {
    const generation = await engine.ask({ prompt: "x", healedText: "sel", draft: "f" });
    expect(generation).toMatchObject({ text: "f", healedTokens: 0, draftOffered: 1, draftAccepted: 1 });
    expect(generation.forwardPasses).toBe(1);
  });

  it("writes a draft that outweighs the model behind the typed text", async () => {
    const generation = await engine.ask({ prompt: "x", healedText: "sel", draft: "f!", draftWeight: 0.6 });
    expect(generation).toMatchObject({ text: "f!", stopReason: "end-of-middle" });
  });

  it("refutes a draft that splits the typed text in other tokens, without losing any of it", async () => {
    const generation = await engine.ask({ prompt: "x", healedText: "re", draft: "(" });
    expect(generation).toMatchObject({ text: "turn", draftAccepted: 0 });
  });
});

describe("a model whose vocabulary cannot spell everything", () => {
  it("takes the typed text as part of the prompt instead", async () => {
    const engine = await tinyEngine({
      withoutBytes: "q",
      behaviour: { kind: "constant", logits: { a: 2, "<|endoftext|>": 1 } },
    });
    const generation = await engine.ask({ prompt: "x", healedText: "aq", maxTokens: 3 });
    expect(generation).toMatchObject({ text: "aaa", healedTokens: 0 });
    await engine.close();
  });

  it("finds its way through a long run of one character, which can be spelled in a great many ways", async () => {
    const engine = await tinyEngine({
      withoutBytes: "q",
      words: ["aaaaaaaa"],
      behaviour: { kind: "constant", logits: { aaa: 2, "<|endoftext|>": 1 } },
    });
    const generation = await engine.ask({ prompt: "x", healedText: "a".repeat(32), maxTokens: 11 });
    expect(generation).toMatchObject({ text: "a", healedTokens: 10 });
    await engine.close();
  });
});

describe("a large set of candidates", () => {
  const words = Array.from({ length: 300 }, (_, at) => `w${(1000 + at).toString(36)}`);
  // Each its own score, in no order; beyond 128 candidates only the most likely tokens are looked at.
  const logits = Object.fromEntries(words.map((word, at) => [word, 1 + ((at * 7919) % 300) / 100]));
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await tinyEngine({ words, behaviour: { kind: "constant", logits: { ...logits, "(": 9 } } });
  });
  afterAll(() => engine.close());

  it("picks the best of them all", async () => {
    const best = words.reduce((one, other) => ((logits[one] ?? 0) > (logits[other] ?? 0) ? one : other));
    const healed = await engine.ask({ prompt: "a", healedText: "w", maxTokens: 1 });
    expect(healed.tokens[0]?.text).toBe(best);
  });
});

function textOf(tokens: readonly { readonly text: string }[]): string {
  return tokens.map((token) => token.text).join("");
}

describe("the shipped model", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await testEngine({ modelPath: (await findModel("default")).path, contextTokens: 768 });
  });
  afterAll(() => engine.close());

  it("begins its answer as typed, for any text, and then answers like the unhealed model on those tokens", async () => {
    const identifier = fc.stringMatching(/^[a-zA-Z_]{1,12}$/);
    const typed = fc.oneof(identifier, fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(typed, async (healedText) => {
        const prompt = "def area(width, height):\n    ";
        await engine.clear();
        const healed = await engine.ask({ prompt, healedText, maxTokens: 48, stop: { ...UNSTOPPED, mode: "line" } });
        const full = textOf(healed.tokens);
        expect(full.startsWith(healedText) || full.length < healedText.length).toBe(true);
        const reached = healed.tokens.findIndex(
          (_, at) => textOf(healed.tokens.slice(0, at + 1)).length >= healedText.length,
        );
        const coveredCount = reached < 0 ? healed.tokens.length : reached + 1;
        const covered = healed.tokens.slice(0, coveredCount).map((token) => token.id);
        const [start] = engine.host.tokenize([prompt]);
        // Token by token, as the healed answer was made: in 8 bits a pass of another shape has other noise.
        const unhealedAfter = (count: number, maxTokens: number) =>
          engine.ask({ prompt: Int32Array.from([...(start ?? []), ...covered.slice(0, count)]), maxTokens });
        await engine.clear();
        for (const count of covered.keys()) await unhealedAfter(count, 1);
        const unhealed = await unhealedAfter(covered.length, Math.max(1, 48 - covered.length));
        const rest = healed.tokens.slice(coveredCount);
        expect(
          differenceBeyondTies(
            { ...unhealed, tokens: unhealed.tokens.slice(0, rest.length) },
            { ...unhealed, tokens: rest },
          ),
        ).toBe(null);
      }),
      { numRuns: 15, seed: 4 },
    );
  });
});
