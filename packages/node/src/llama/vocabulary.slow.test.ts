import { expect, it } from "vitest";
import { tinyEngine } from "../testing/tiny-engine.js";

it("heals with a vocabulary of 150,000 tokens in well under a second, and answers cancellations meanwhile", async () => {
  const engine = await tinyEngine({ vocabularySize: 151_936, embedding: 8, layers: 1, words: ["self", "return"] });
  let longestBlockMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longestBlockMs = Math.max(longestBlockMs, now - last);
    last = now;
  }, 1);
  const startedAt = performance.now();
  const generation = await engine.ask({ prompt: "x", healedText: "sel", maxTokens: 1 });
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  expect(["s", "se", "sel", "self"]).toContain(generation.tokens[0]?.text);
  expect(ms).toBeLessThan(1000);
  expect(longestBlockMs).toBeLessThan(250);
  await engine.close();
});
