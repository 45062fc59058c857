import { expect, it } from "vitest";
import { LruCache } from "./lru-cache.js";

it("forgets what was used longest ago, and nothing else", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

it("holds one value a key, the latest", () => {
  const cache = new LruCache<string, number>(2);
  for (const value of [1, 2, 3]) cache.set("a", value);
  cache.set("b", 4);
  expect(["a", "b"].map((key) => cache.get(key))).toEqual([3, 4]);
});
