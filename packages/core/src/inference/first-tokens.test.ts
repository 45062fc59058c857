import { describe, expect, it } from "vitest";
import type { GeneratedToken } from "../types.js";
import { firstTokensOf } from "./first-tokens.js";

/** What is told of a picture with `|` between tokens and ` / ` between the calls in which they come. */
function told(picture: string, healedText = "", mode: "fim" | "chat" = "fim"): string[][] {
  const calls: string[][] = [];
  const add = firstTokensOf({ mode, healedText }, (tokens) => calls.push(tokens.map(({ text }) => text)));
  for (const call of picture.split(" / "))
    add(call.split("|").map((text): GeneratedToken => ({ id: 1, text, probability: 1, fromDraft: false })));
  return calls;
}

describe("the first tokens of an answer", () => {
  it.each([
    ["once there are three", "a|b / c|d / e", "", [["a", "b", "c"]]],
    ["at once where they come together", "a|b|c|d", "", [["a", "b", "c"]]],
    ["after the healed text", "re|t / urn|a|b|c", "ret", [["urn", "a", "b"]]],
    ["with the token that goes beyond the healed text", "re|turn / a|b", "ret", [["turn", "a", "b"]]],
    ["from the start where the model could not heal", "urn|a|b", "ret", [["urn", "a", "b"]]],
    ["never where there are fewer", "a|b", "", []],
  ])("are told %s", (_, picture, healedText, expected) => {
    expect(told(picture, healedText)).toEqual(expected);
  });

  it("are not told of a chat answer, which may begin with a fence", () => {
    expect(told("```|py|a|b|c", "", "chat")).toEqual([]);
  });
});
