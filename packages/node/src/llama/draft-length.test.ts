import { describe, expect, it } from "vitest";
import { DraftLength, MAX_DRAFT_TOKENS } from "./draft-length.js";

describe("the length of drafts", () => {
  it("begins whole, so that a good draft takes one pass", () => {
    expect(new DraftLength().tokens).toBe(MAX_DRAFT_TOKENS);
  });

  it("halves with each refusal, down to four", () => {
    const length = new DraftLength();
    const seen = Array.from({ length: 7 }, () => {
      length.learn(20, 0);
      return length.tokens;
    });
    expect(seen).toEqual([63, 31, 15, 7, 4, 4, 4]);
  });

  it("grows again with drafts that are accepted whole", () => {
    const length = new DraftLength();
    for (let refused = 0; refused < 9; refused++) length.learn(20, 1);
    for (let accepted = 0; accepted < 3; accepted++) length.learn(4, 4);
    expect(length.tokens).toBe(32);
  });

  it("stays where half or more is accepted, and where nothing was offered", () => {
    const length = new DraftLength();
    length.learn(10, 5);
    length.learn(0, 0);
    expect(length.tokens).toBe(MAX_DRAFT_TOKENS);
  });
});
