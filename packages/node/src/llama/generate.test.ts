import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { differenceBeyondTies } from "../testing/difference-beyond-ties.js";
import { type Asked, type TestEngine, tinyEngine, UNSTOPPED } from "../testing/tiny-engine.js";

/** After each letter the next one, after `z` the end: every answer can be worked out by hand. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

describe("with a model that recites the alphabet", () => {
  let engine: TestEngine;
  const ask = (asked: Asked) => engine.ask(asked);
  const askFresh = (asked: Asked) => engine.askFresh(asked);
  beforeAll(async () => {
    engine = await tinyEngine({ behaviour: { kind: "chain", text: ALPHABET } });
  });
  afterAll(() => engine.close());

  it("goes on from the last token of the prompt, one pass a token, until the model ends", async () => {
    const generation = await askFresh({ prompt: "xxvw", maxTokens: 16 });
    expect(generation).toMatchObject({
      text: "xyz",
      stopReason: "end-of-middle",
      tokensReused: 0,
      // The prompt's 4 tokens in one pass, then x, y and z, each of which gives the next.
      tokensEvaluated: 7,
      forwardPasses: 4,
      draftOffered: 0,
      draftAccepted: 0,
    });
    expect(generation.tokens.map((token) => token.text)).toEqual(["x", "y", "z"]);
  });

  it("tells the likeliest first tokens where it is asked for them, and answers as without", async () => {
    const generation = await askFresh({ prompt: "xxvw", maxTokens: 16, alternatives: 3 });
    expect(generation).toMatchObject({ text: "xyz", forwardPasses: 4 });
    expect(generation.alternatives).toHaveLength(3);
    const [first, second] = generation.alternatives ?? [];
    expect(first).toEqual({
      id: engine.ids.get("x"),
      bytes: "x",
      probability: generation.tokens[0]?.probability,
      isEnd: false,
    });
    expect(second?.probability).toBeLessThan(first?.probability ?? 0);
    const atTheEnd = await askFresh({ prompt: "yz", maxTokens: 1, alternatives: 1 });
    expect(atTheEnd).toMatchObject({ text: "", stopReason: "end-of-middle", alternatives: [{ isEnd: true }] });
    expect((await askFresh({ prompt: "xxvw", maxTokens: 16 })).alternatives).toBeUndefined();
  });

  it("verifies a right draft of 15 tokens in one pass, and adds one token of its own", async () => {
    const generation = await askFresh({ prompt: "a", draft: "bcdefghijklmnop", maxTokens: 16 });
    expect(generation).toMatchObject({
      text: "bcdefghijklmnopq",
      stopReason: "max-tokens",
      forwardPasses: 1,
      tokensEvaluated: 16,
      draftOffered: 15,
      draftAccepted: 15,
    });
    expect(generation.tokens.map((token) => token.fromDraft)).toEqual([...Array(15).fill(true), false]);
  });

  it("drafts on from what stood before, where four tokens agree", async () => {
    const promptLookup = { matchTokens: 4, draftTokens: 3 };
    const generation = await askFresh({ prompt: "bcdefghijkl.a", maxTokens: 12, promptLookup });
    // b, c, d and e one by one; then bcde stood before fgh, and fghi before jkl: two passes, each with a token more.
    expect(generation).toMatchObject({
      text: "bcdefghijklm",
      forwardPasses: 6,
      draftOffered: 0,
      lookupOffered: 6,
      lookupAccepted: 6,
    });
  });

  it("drafts from the first token on, eagerly, where one token agrees", async () => {
    const promptLookup = { matchTokens: 1, draftTokens: 3, manner: "eager" } as const;
    const generation = await askFresh({ prompt: "abcd.a", maxTokens: 6, promptLookup });
    // bcd stood after a: one pass over the prompt and them. After e nothing stood.
    expect(generation).toMatchObject({ text: "bcdefg", forwardPasses: 3, draftOffered: 0, lookupOffered: 3 });
    expect(generation.lookupAccepted).toBe(3);
  });

  it("ends with the draft where that is asked for: whatever of it is refused, one token comes from the model", async () => {
    const ask = (draft: string) => askFresh({ prompt: "a", draft, maxTokens: 9, ends: "with-draft" });
    const [right, wrong, none] = [await ask("bcd"), await ask("bxy"), await ask("")];
    expect(right).toMatchObject({ text: "bcde", stopReason: "max-tokens", forwardPasses: 1, draftAccepted: 3 });
    expect(wrong).toMatchObject({ text: "bc", stopReason: "max-tokens", forwardPasses: 1, draftAccepted: 1 });
    expect(none).toMatchObject({ text: "b", stopReason: "max-tokens", forwardPasses: 1, draftOffered: 0 });
    const end = await askFresh({ prompt: "w", draft: "xyzz", maxTokens: 9, ends: "with-draft" });
    expect(end).toMatchObject({ text: "xyz", stopReason: "end-of-middle" });
  });

  it("verifies a long draft piece by piece after drafts that were refused", async () => {
    const untaught = await tinyEngine({ behaviour: { kind: "chain", text: ALPHABET } });
    const refused = { prompt: "a", draft: "x".repeat(20), maxTokens: 22 };
    for (let times = 0; times < 5; times++) await untaught.ask(refused);
    await untaught.clear();
    const generation = await untaught.ask({ prompt: "a", draft: "bcdefghijklmnopq", maxTokens: 17 });
    // Pieces of 4 and 8 tokens, each followed by one of the model's own, f and o; then the draft's last two.
    expect(generation).toMatchObject({
      text: "bcdefghijklmnopqr",
      forwardPasses: 3,
      draftOffered: 14,
      draftAccepted: 14,
    });
    await untaught.close();
  });

  it("goes on after a right draft without evaluating any token twice", async () => {
    const generation = await askFresh({ prompt: "a", draft: "bcde", maxTokens: 7 });
    // a and the draft: 5 tokens give b to f. Then f gives g, and g gives h.
    expect(generation).toMatchObject({ text: "bcdefgh", forwardPasses: 3, tokensEvaluated: 7, draftAccepted: 4 });
  });

  it.each([
    ["wrong from the start", "xyz", 0, 6],
    ["right, then wrong", "bcx", 2, 4],
    ["right but for its last token", "bcdefx", 5, 1],
  ])("takes back a draft that is %s", async (_name, draft, accepted, passes) => {
    await engine.clear();
    const generation = await ask({ prompt: "a", draft, maxTokens: 6 });
    expect(generation).toMatchObject({ text: "bcdefg", draftAccepted: accepted, forwardPasses: passes });
    // The draft's refuted tokens are evaluated once and count; the answer's last token is never evaluated.
    expect(generation.tokensEvaluated).toBe(1 + generation.draftOffered + (passes - 1));
    // What is left in the cache is the true text: the same answer for a prompt that contains it.
    const next = await ask({ prompt: "abcdefg", maxTokens: 3 });
    expect(next).toMatchObject({ text: "hij", tokensReused: 6 });
  });

  describe("a draft that counts beside the model", () => {
    // The model is all but sure of its own letters, so a copy wins by more than half of the weight.
    it("is written where it outweighs the model, and the answer ends where the draft does", async () => {
      const generation = await askFresh({ prompt: "a", draft: "bxy", draftWeight: 0.6, maxTokens: 16 });
      expect(generation).toMatchObject({ text: "bxy", stopReason: "end-of-middle", draftOffered: 3, draftAccepted: 3 });
      const [b, x, y] = generation.tokens;
      // What is told is the mixture: 0.6 for the copy, and 0.4 times what the model says.
      expect(b?.probability).toBeGreaterThan(0.95);
      expect(x?.probability).toBeCloseTo(0.6, 1);
      expect(y?.fromDraft).toBe(true);
    });

    it("is refuted where the model outweighs it, and the answer goes on as without one", async () => {
      const generation = await askFresh({ prompt: "a", draft: "bxy", draftWeight: 0.4, maxTokens: 4 });
      expect(generation).toMatchObject({ text: "bcde", draftAccepted: 1 });
      const [b, c, d] = generation.tokens;
      expect(b?.probability).toBeGreaterThan(0.95);
      expect(c?.probability).toBeCloseTo(0.6, 1);
      expect(d?.probability).toBeGreaterThan(0.95);
    });

    it("does not end the answer where it did not fit whole", async () => {
      const generation = await askFresh({ prompt: "a", draft: "bcdefg", draftWeight: 0.6, maxTokens: 4 });
      expect(generation).toMatchObject({ text: "bcde", stopReason: "max-tokens" });
    });

    it("counts in each piece of a long draft", async () => {
      const untaught = await tinyEngine({ behaviour: { kind: "chain", text: ALPHABET } });
      const refused = { prompt: "a", draft: "x".repeat(20), maxTokens: 22 };
      for (let times = 0; times < 5; times++) await untaught.ask(refused);
      const draft = "zzzzyyyyxxxxwwww";
      const generation = await untaught.ask({ prompt: "a", draft, draftWeight: 0.6, maxTokens: 30 });
      expect(generation).toMatchObject({ text: draft, stopReason: "end-of-middle" });
      expect(generation.forwardPasses).toBeGreaterThan(1);
      await untaught.close();
    });
  });

  it("does not offer more of a draft than the answer may hold", async () => {
    const generation = await askFresh({ prompt: "a", draft: "bcdefghij", maxTokens: 4 });
    expect(generation).toMatchObject({ text: "bcde", draftOffered: 3, draftAccepted: 3, forwardPasses: 1 });
  });

  it("stops where the draft goes on and the model ends", async () => {
    await engine.clear();
    const generation = await ask({ prompt: "x", draft: "yzzz", maxTokens: 9 });
    expect(generation).toMatchObject({ text: "yz", stopReason: "end-of-middle", draftAccepted: 2, forwardPasses: 1 });
    expect(await ask({ prompt: "xyza", maxTokens: 2 })).toMatchObject({ text: "bc", tokensReused: 3 });
  });

  it("evaluates one token where the whole prompt is in the cache", async () => {
    await ask({ prompt: "abc", maxTokens: 4 });
    expect(await ask({ prompt: "abc", maxTokens: 1 })).toMatchObject({
      tokensReused: 2,
      tokensEvaluated: 1,
      text: "d",
    });
  });

  it("reuses the tokens it generated itself where the developer typed them", async () => {
    await ask({ prompt: "qab", maxTokens: 5 }); // answers cdefg; g is not evaluated
    expect(await ask({ prompt: "qabcde", maxTokens: 1 })).toMatchObject({ tokensReused: 5, tokensEvaluated: 1 });
  });

  it("leaves no token of the longer text after a backspace", async () => {
    await ask({ prompt: "zzabcd", maxTokens: 1 });
    const after = await ask({ prompt: "zzabd", maxTokens: 2 });
    expect(after).toMatchObject({ tokensReused: 4, tokensEvaluated: 2, text: "ef" });
  });

  it("refuses what does not fit into the context, in words", async () => {
    const prompt = new Int32Array(1020).fill(97);
    await expect(ask({ prompt, maxTokens: 16 })).rejects.toMatchObject({
      code: "context-too-small",
      message: expect.stringMatching(/1020 tokens.*16.*1024.*larger context/),
    });
    expect(await ask({ prompt: prompt.slice(0, 1008), maxTokens: 16 })).toMatchObject({ tokensEvaluated: 1008 + 15 });
  });

  it.each([
    { prompt: new Int32Array(), maxTokens: 3 },
    { prompt: Int32Array.of(65), maxTokens: 0 },
    { prompt: Int32Array.of(70_000), maxTokens: 3 },
  ])("refuses a request that makes no sense, and serves the next one", async (asked) => {
    await expect(ask(asked)).rejects.toThrow();
    expect(await ask({ prompt: "kl", maxTokens: 2 })).toMatchObject({ text: "mn" });
  });
});

describe("stop rules", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await tinyEngine({ behaviour: { kind: "chain", text: "abc\ndef" } });
  });
  afterAll(() => engine.close());
  const line = { ...UNSTOPPED, mode: "line" } as const;

  it("ends at the line break, which is not part of the text", async () => {
    expect(await engine.askFresh({ prompt: "a", stop: line })).toMatchObject({ text: "bc", stopReason: "line" });
  });

  it("ends inside a draft at the line break, and erases what the draft held beyond", async () => {
    await engine.clear();
    const generation = await engine.ask({ prompt: "a", draft: "bc\nde", stop: line });
    expect(generation).toMatchObject({ text: "bc", stopReason: "line", draftAccepted: 3, forwardPasses: 1 });
    expect(await engine.ask({ prompt: "abc\nf", maxTokens: 1, stop: line })).toMatchObject({ tokensReused: 4 });
  });
});

describe("with random weights", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await tinyEngine({ words: ["self", "return", " r"], seed: 7 });
  });
  afterAll(() => engine.close());
  const text = (maxLength: number) => fc.string({ unit: "grapheme", minLength: 1, maxLength });

  it("answers with any draft as without one", async () => {
    await fc.assert(
      fc.asyncProperty(text(60), text(40), fc.nat(20), async (prompt, junk, right) => {
        const plain = await engine.askFresh({ prompt, maxTokens: 20 });
        const draft =
          plain.tokens
            .map((token) => token.text)
            .join("")
            .slice(0, right) + junk;
        const drafted = await engine.askFresh({ prompt, draft, maxTokens: 20 });
        expect(differenceBeyondTies(drafted, plain)).toBe(null);
        expect(drafted.tokensEvaluated).toBeGreaterThanOrEqual(plain.tokensEvaluated - plain.tokens.length);
        expect(drafted.draftAccepted).toBeLessThanOrEqual(drafted.draftOffered);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("answers on a used KV cache as on a fresh one, whatever was asked before", async () => {
    const prompts = fc.array(fc.tuple(text(12), text(12), fc.nat(9)), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(text(40), prompts, async (common, asked) => {
        for (const [head, tail, cut] of asked) {
          const prompt = common.slice(0, cut * 4) + head + tail;
          const used = await engine.ask({ prompt, draft: tail, maxTokens: 8 });
          expect(differenceBeyondTies(used, await engine.askFresh({ prompt, maxTokens: 8 }))).toBe(null);
        }
      }),
      { numRuns: 20, seed: 2 },
    );
  });

  it("takes a draft and a prompt's tail that are longer than one batch together", async () => {
    const prompt = "x".repeat(700);
    const draft = "y".repeat(300);
    const untaught = await tinyEngine({ words: ["self", "return", " r"], seed: 7 });
    const drafted = await untaught.askFresh({ prompt, draft, maxTokens: 200 });
    expect(drafted.draftOffered).toBe(127);
    expect(differenceBeyondTies(drafted, await untaught.askFresh({ prompt, maxTokens: 200 }))).toBe(null);
    await untaught.close();
  });
});
