import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findModel } from "../models/installed-models.js";
import { differenceBeyondTies } from "../testing/difference-beyond-ties.js";
import { type TestEngine, testEngine, tinyEngine, UNSTOPPED } from "../testing/tiny-engine.js";
import { PREFILL_CHUNK } from "./generate.js";

const root = new URL("../../../../", import.meta.url);

describe("typing into a real file, on the shipped model, suffix before prefix", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await testEngine({ modelPath: (await findModel("default")).path, contextTokens: 768 });
  });
  afterAll(() => engine.close());

  it("evaluates two or three tokens of the prompt for each character", async () => {
    const text = await readFile(new URL("examples/inventory/stock.py", root), "utf8");
    const start = text.indexOf("total += item");
    const [suffix] = engine.host.tokenize([text.slice(text.indexOf("\n", start)).slice(0, 600)]);
    const [head] = engine.host.tokenize([text.slice(0, start)]);
    const evaluated: number[] = [];
    for (const typed of ["t", "to", "tot", "tota", "total", "total ", "total +", "total +=", "total += "]) {
      const [line] = engine.host.tokenize([typed]);
      const prompt = Int32Array.from([1, 4, ...(suffix ?? []), 3, ...(head ?? []), ...(line ?? []), 5]);
      const generation = await engine.ask({ prompt, maxTokens: 24, stop: { ...UNSTOPPED, mode: "line" } });
      expect(generation.tokensReused).toBeLessThan(prompt.length);
      // The answer's last token is evaluated only to learn that nothing follows.
      const answered = generation.tokens.length - (generation.stopReason === "end-of-middle" ? 0 : 1);
      expect(generation.tokensEvaluated).toBe(prompt.length - generation.tokensReused + answered);
      evaluated.push(prompt.length - generation.tokensReused);
    }
    expect(evaluated[0]).toBeGreaterThan(300);
    for (const count of evaluated.slice(1)) expect(count).toBeLessThanOrEqual(3);
  });
});

describe("cancellation", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await tinyEngine({ seed: 11 }, { sequences: 2 });
  });
  afterAll(() => engine.close());
  const prompt = Array.from({ length: 900 }, (_, at) => String.fromCharCode(97 + ((at * at) % 26))).join("");

  /** Aborts after so many forward passes. */
  function abortingAfter(passes: number) {
    const controller = new AbortController();
    let count = 0;
    const onProgress = () => {
      if (++count === passes) controller.abort(new Error("typed on"));
    };
    return { signal: controller.signal, onProgress, count: () => count };
  }

  it.each([1, 2, 5])(
    "ends a prefill after the chunk under way, number %i, and keeps what was evaluated",
    async (passes) => {
      await engine.clear();
      const aborting = abortingAfter(passes);
      await expect(engine.ask({ prompt, maxTokens: 8, ...aborting })).rejects.toThrow("typed on");
      expect(aborting.count()).toBe(passes);
      const next = await engine.ask({ prompt, maxTokens: 8 });
      expect(next.tokensReused).toBe(passes * PREFILL_CHUNK);
      expect(differenceBeyondTies(next, await engine.askFresh({ prompt, maxTokens: 8 }))).toBe(null);
    },
  );

  it.each([
    ["while it verifies a draft", "zzzz", 8],
    ["between two tokens", "", 10],
  ])("ends an answer %s, and leaves no refuted token behind", async (_name, draft, passes) => {
    await engine.clear();
    const aborting = abortingAfter(passes);
    await expect(engine.ask({ prompt, draft, maxTokens: 50, ...aborting })).rejects.toThrow("typed on");
    expect(aborting.count()).toBe(passes);
    const other = `${prompt}zz`;
    const next = await engine.ask({ prompt: other, maxTokens: 8 });
    expect(next.tokensReused).toBe(900);
    expect(differenceBeyondTies(next, await engine.askFresh({ prompt: other, maxTokens: 8 }))).toBe(null);
  });

  it("evaluates nothing for a request that is cancelled while another of its file runs", async () => {
    await engine.clear();
    const controller = new AbortController();
    const first = engine.ask({ prompt: "a".repeat(300), maxTokens: 2 });
    const second = engine.ask({ prompt, maxTokens: 2, signal: controller.signal });
    controller.abort(new Error("typed on"));
    await expect(second).rejects.toThrow("typed on");
    await first;
    expect(await engine.ask({ prompt: "a".repeat(300), maxTokens: 2 })).toMatchObject({ tokensReused: 299 });
  });

  it("serves two files at the same time as it does one after the other", async () => {
    const asked = [prompt.slice(0, 500), prompt.slice(300, 700)];
    const alone = [];
    for (const each of asked) alone.push(await engine.askFresh({ prompt: each, maxTokens: 12 }));
    await engine.clear();
    const together = await Promise.all(
      asked.map((each, at) => engine.ask({ prompt: each, slot: `file ${at}`, maxTokens: 12 })),
    );
    for (const [at, generation] of together.entries()) {
      expect(differenceBeyondTies(generation, alone[at] ?? generation)).toBe(null);
      expect(generation.forwardPasses).toBe(alone[at]?.forwardPasses);
    }
  });

  it("keeps the cache of each file while another one is edited", async () => {
    const [one, two] = [prompt.slice(0, 200), prompt.slice(200, 400)];
    await engine.ask({ slot: "one", prompt: one, maxTokens: 1 });
    await engine.ask({ slot: "two", prompt: two, maxTokens: 1 });
    expect(await engine.ask({ slot: "one", prompt: `${one}x`, maxTokens: 1 })).toMatchObject({ tokensReused: 200 });
    expect(await engine.ask({ slot: "two", prompt: `${two}x`, maxTokens: 1 })).toMatchObject({ tokensReused: 200 });
  });
});
