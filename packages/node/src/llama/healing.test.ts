import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { differenceBeyondTies } from "../testing/difference-beyond-ties.js";
import { type TestEngine, testEngine, tinyEngine, UNSTOPPED } from "../testing/tiny-engine.js";

const placeholder = fileURLToPath(new URL("../../../../models/nearfirst-placeholder-8.5m-q8_0.gguf", import.meta.url));

describe("a model that always prefers the same tokens, in this order: the end, self, se, s, r", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    const logits = { "<|endoftext|>": 9, self: 8, se: 7, s: 6, return: 5, r: 4, "(": 3 };
    engine = await tinyEngine({ words: ["self", "return"], behaviour: { kind: "constant", logits } });
  });
  afterAll(() => engine.close());

  it.each([
    // typed, tokens of the answer, text after what was typed
    ["s", ["self"], "elf"],
    ["sel", ["self"], "f"],
    ["self", ["self"], ""],
    ["selfs", ["self", "self"], "elf"],
    ["selr", ["se", "l", "return"], "eturn"],
    ["xr", ["x", "return"], "eturn"],
  ])("continues the typed %j with %j", async (healedText, texts, text) => {
    const generation = await engine.ask({ prompt: "x", healedText });
    expect(generation.tokens.map((token) => token.text)).toEqual(texts);
    expect(generation).toMatchObject({ text, healedTokens: texts.length, stopReason: "end-of-middle" });
  });

  it("reports each token's probability among all tokens, not only among those allowed", async () => {
    const { tokens } = await engine.ask({ prompt: "x", healedText: "ret" });
    const sum = [9, 8, 7, 6, 5, 4, 3].reduce((total, logit) => total + Math.exp(logit), engine.ids.size - 7);
    expect(tokens[0]?.probability).toBeCloseTo(Math.exp(5) / sum, 6);
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
    expect(generation).toMatchObject({ text: "f", healedTokens: 1, draftOffered: 1, draftAccepted: 1 });
    expect(generation.forwardPasses).toBe(1);
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
    expect(generation).toMatchObject({ text: "a", healedTokens: 11 });
    await engine.close();
  });
});

describe("a large set of candidates", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    const words = Array.from({ length: 300 }, (_, at) => `w${(1000 + at).toString(36)}`);
    engine = await tinyEngine({ words, seed: 3 });
  });
  afterAll(() => engine.close());

  it("picks the best of them all, as an exhaustive search does", async () => {
    for (const prompt of ["a", "bc", "def"]) {
      const healed = await engine.ask({ prompt, healedText: "w", maxTokens: 1 });
      // Each token that begins with w, forced one by one through the same position.
      let best = { id: -1, probability: 0 };
      for (const [text, id] of engine.ids) {
        if (!/^w[0-9a-z]*$/.test(text)) continue;
        const [token] = (await engine.ask({ prompt, healedText: text, maxTokens: 1 })).tokens;
        if (token?.id === id && token.probability > best.probability) best = token;
      }
      expect(healed.tokens[0]).toMatchObject({ id: best.id });
    }
  });
});

describe("the placeholder model", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await testEngine({ modelPath: placeholder, contextTokens: 768 });
  });
  afterAll(() => engine.close());

  it("begins its answer as typed, for any text, and then answers like the unhealed model on those tokens", async () => {
    const identifier = fc.stringMatching(/^[a-zA-Z_]{1,12}$/);
    const typed = fc.oneof(identifier, fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(typed, async (healedText) => {
        const prompt = "def area(width, height):\n    ";
        const healed = await engine.ask({ prompt, healedText, maxTokens: 48, stop: { ...UNSTOPPED, mode: "line" } });
        const full = healed.tokens.map((token) => token.text).join("");
        expect(full.startsWith(healedText) || full.length < healedText.length).toBe(true);
        const covered = healed.tokens.slice(0, healed.healedTokens).map((token) => token.id);
        const [start] = engine.host.tokenize([prompt]);
        const unhealed = await engine.askFresh({
          prompt: Int32Array.from([...(start ?? []), ...covered]),
          maxTokens: Math.max(1, 48 - covered.length),
        });
        const rest = healed.tokens.slice(healed.healedTokens);
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
