/** What our wrapper avoids in node-llama-cpp 3.22.1; when one of these begins to fail there, the detour can go. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getLlama, type LlamaContext, LlamaLogLevel, type LlamaModel, type Token } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestEngine, tinyEngine } from "../testing/tiny-engine.js";
import { writeTinyGguf } from "../testing/tiny-gguf.js";

const LOGITS = { a: 2, b: 1.5, c: 1, d: -1 } as const;

describe("the library", () => {
  let model: LlamaModel;
  let context: LlamaContext;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "nearfirst-tiny-"));
    const path = join(folder, "tiny.gguf");
    await writeTinyGguf(path, { behaviour: { kind: "constant", logits: LOGITS } });
    const llama = await getLlama({ gpu: false, build: "never", maxThreads: 1, logLevel: LlamaLogLevel.disabled });
    model = await llama.loadModel({ modelPath: path });
    context = await model.createContext({ contextSize: 256, sequences: 1 });
  });
  afterAll(async () => {
    await model.dispose();
    await rm(folder, { recursive: true });
  });

  it("keeps stale tokens after a backspace unless shifting is switched off", async () => {
    const sequence = context.getSequence();
    const tokens = model.tokenize("xyz");
    await sequence.evaluateWithoutGeneratingNewTokens(tokens);
    await sequence.adaptStateToTokens(tokens.slice(0, 2));
    expect(sequence.contextTokens).toEqual(tokens);
    await sequence.adaptStateToTokens(tokens.slice(0, 2), false);
    expect(sequence.contextTokens).toEqual(tokens.slice(0, 2));
    await sequence.dispose();
  });

  it("gives p(greedy) as 1 / totalLogitWeight, and the other tokens' from their logits", async () => {
    const sequence = context.getSequence();
    const [a, d] = [97, 100] as Token[];
    const wanted = { token: true, totalLogitWeight: true } as const;
    const filter = { tokens: [d as Token], includeSelected: true };
    const [selected] = await sequence.controlledEvaluate([
      [a as Token, { generateNext: { ...wanted, logits: { filter } } }],
    ]);
    const [all] = await sequence.controlledEvaluate([[a as Token, { generateNext: { logits: true } }]]);
    const { token, totalLogitWeight = 0, logits } = selected?.next ?? {};
    expect(token).toBe(a);
    const sum = [...(all?.next.logits?.values() ?? [])].reduce((total, logit) => total + Math.exp(logit), 0);
    const softmax = (of: number) => Math.exp(all?.next.logits?.get(of as Token) ?? Number.NaN) / sum;
    expect(1 / totalLogitWeight).toBeCloseTo(softmax(97), 6);
    const difference = (logits?.get(d as Token) ?? Number.NaN) - (logits?.get(a as Token) ?? Number.NaN);
    expect(Math.exp(difference) / totalLogitWeight).toBeCloseTo(softmax(100), 6);
    await sequence.dispose();
  });
});

describe("the wrapper", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await tinyEngine({ behaviour: { kind: "constant", logits: LOGITS } }, { sequences: 2 });
  });
  afterAll(() => engine.close());

  it("gives the probabilities of the softmax over the whole vocabulary", async () => {
    const generation = await engine.ask({ prompt: "x", maxTokens: 3 });
    const others = engine.ids.size - Object.keys(LOGITS).length;
    const sum = Object.values(LOGITS).reduce((total, logit) => total + Math.exp(logit), others);
    expect(generation.text).toBe("aaa");
    for (const token of generation.tokens) expect(token.probability).toBeCloseTo(Math.exp(2) / sum, 5);
    const healed = await engine.ask({ prompt: "x", healedText: "d", maxTokens: 3 });
    expect(healed).toMatchObject({ text: "aa", healedTokens: 1 });
    expect(healed.tokens[0]?.probability).toBe(1);
  });

  it("does not let a short request wait for the end of another file's long prompt", async () => {
    const order: string[] = [];
    let chunks = 0;
    const onProgress = () => {
      chunks++;
    };
    const long = engine
      .ask({ slot: "long", prompt: "x".repeat(1000), maxTokens: 1, onProgress })
      .then(() => order.push("long"));
    const short = engine.ask({ slot: "short", prompt: "y", maxTokens: 2 }).then(() => {
      order.push("short");
      return chunks;
    });
    // Two passes of its own, which share batches with the first chunks of the long prompt.
    expect(await short).toBeLessThanOrEqual(4);
    await long;
    expect(order).toEqual(["short", "long"]);
    expect(chunks).toBe(8);
  });
});
