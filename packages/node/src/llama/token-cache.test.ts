import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { TokenCache } from "./token-cache.js";

const tokens = Int32Array.of(1, 2);

describe("TokenCache", () => {
  it("forgets the text used least recently once it holds too many characters", () => {
    const cache = new TokenCache(10);
    cache.set("aaaa", tokens);
    cache.set("bbbb", tokens);
    expect(cache.get("aaaa")).toBe(tokens);
    cache.set("cccc", tokens);
    expect(cache.get("bbbb")).toBe(undefined);
    expect(cache.get("aaaa")).toBe(tokens);
    expect(cache.get("cccc")).toBe(tokens);
  });

  it("does not empty itself for a text that is too long", () => {
    const cache = new TokenCache(10);
    cache.set("aaaa", tokens);
    cache.set("b".repeat(11), tokens);
    expect(cache.get("aaaa")).toBe(tokens);
    expect(cache.get("b".repeat(11))).toBe(undefined);
  });

  it("counts a text that is set again once", () => {
    const cache = new TokenCache(10);
    for (let time = 0; time < 5; time++) cache.set("aaaa", tokens);
    cache.set("bbbb", tokens);
    expect(cache.get("aaaa")).toBe(tokens);
  });

  it("does not keep alive the documents that its texts are pieces of", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const half = "value = compute(1)\n".repeat(25_000);
    const cache = new TokenCache(1_000_000);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let turn = 0; turn < 60; turn++) {
      const document = `${half}${turn}${half}`;
      cache.set(document.slice(half.length - 40, half.length + 40), tokens);
    }
    collect();
    // 60 documents of 1 MB each, or none of them.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });
});
