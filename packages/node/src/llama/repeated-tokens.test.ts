import fc from "fast-check";
import type { Token } from "node-llama-cpp";
import { describe, expect, it } from "vitest";
import { repeatedTokens } from "./repeated-tokens.js";

const tokens = (...ids: number[]) => ids as Token[];

describe("what followed the same tokens before", () => {
  it("is taken from the nearest place", () => {
    const history = tokens(1, 2, 7, 8, 9, 1, 2, 3, 4, 5, 1, 2);
    expect(repeatedTokens(history, { matchTokens: 2, draftTokens: 3 }, 9)).toEqual([3, 4, 5]);
  });

  it("is nothing where fewer tokens agree than asked for", () => {
    expect(repeatedTokens(tokens(5, 2, 3, 1, 2), { matchTokens: 2, draftTokens: 3 }, 9)).toEqual([]);
  });

  it("may reach into the end itself, as in a cycle", () => {
    expect(repeatedTokens(tokens(1, 2, 1, 2), { matchTokens: 2, draftTokens: 3 }, 9)).toEqual([1, 2]);
  });

  it("is eagerly taken from where the longest match stood, of equal ones the nearest", () => {
    const history = tokens(8, 1, 2, 7, 9, 2, 6, 3, 1, 2, 5, 4, 1, 2);
    const eager = { matchTokens: 1, draftTokens: 1, manner: "eager" } as const;
    expect(repeatedTokens(history, eager, 9)).toEqual([5]);
    expect(repeatedTokens(tokens(8, 1, 2, 7, 9, 2, 6, 1, 2), eager, 9)).toEqual([7]);
    expect(repeatedTokens(tokens(1, 2, 1, 2), eager, 9)).toEqual([1]);
    expect(repeatedTokens(tokens(3, 1, 2), eager, 9)).toEqual([]);
  });

  it("keeps to the limit", () => {
    const history = tokens(1, 2, 3, 4, 5, 1, 2);
    expect(repeatedTokens(history, { matchTokens: 2, draftTokens: 3 }, 1)).toEqual([3]);
    expect(repeatedTokens(history, { matchTokens: 2, draftTokens: 3 }, 0)).toEqual([]);
  });

  it("always stands behind an occurrence of the last tokens", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (ids, matchTokens) => {
        const found = repeatedTokens(tokens(...ids), { matchTokens, draftTokens: 3 }, 9);
        const text = `,${ids.slice(0, -1).join(",")},`;
        const wanted = `,${ids.slice(-matchTokens).join(",")},`;
        if (ids.length <= matchTokens || !text.includes(wanted)) expect(found).toEqual([]);
        else expect(`,${ids.join(",")},`).toContain(`,${[...ids.slice(-matchTokens), ...found].join(",")},`);
      }),
    );
  });
});
