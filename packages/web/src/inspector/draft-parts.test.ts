import type { GeneratedToken } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { draftParts } from "./draft-parts.js";

const token = (text: string, fromDraft = true): GeneratedToken => ({ id: 1, text, probability: 0.9, fromDraft });
const draft = (text: string) => ({ source: "file" as const, text, offeredTokens: 3, acceptedTokens: 2 });

describe("what was taken over of a draft", () => {
  it("ends where the answer leaves it", () => {
    const tokens = [token("total "), token("+ "), token("price", false)];
    expect(draftParts({ draft: draft("total + item.price"), tokens })).toEqual({
      accepted: "total + ",
      rest: "item.price",
    });
  });

  it("is nothing where the model went its own way from the first token on", () => {
    expect(draftParts({ draft: draft("a.b"), tokens: [token("x", false)] })).toEqual({ accepted: "", rest: "a.b" });
  });

  it("is found behind what the first token repeats of the line", () => {
    const tokens = [token("self.it"), token("ems")];
    expect(draftParts({ draft: draft("items.pop()"), tokens })).toEqual({ accepted: "items", rest: ".pop()" });
  });

  it("is not asked for where there was no draft", () => {
    expect(draftParts({ draft: null, tokens: [] })).toBeNull();
  });
});
