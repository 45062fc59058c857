import { describe, expect, it } from "vitest";
import { OUTSIDE } from "../cursor/lexical-state.js";
import type { Generation } from "../engine.js";
import { engineStopOf, readAnswer, textSoFarOf } from "./read-answer.js";
import type { StopState } from "./stop.js";

const line: StopState = {
  mode: "line",
  languageId: "python",
  lexical: OUTSIDE,
  linePrefix: "",
};

/** What an engine gives for an answer whose tokens are separated by `|` in the picture. */
function generationOf(picture: string, healedTokens = 0): Generation {
  const texts = picture.split("|");
  return {
    text: texts.slice(healedTokens).join(""),
    tokens: texts.map((text, id) => ({ id, text, probability: 0.5, fromDraft: false })),
    healedTokens,
    stopReason: "max-tokens",
    tokensEvaluated: 0,
    tokensReused: 0,
    forwardPasses: 0,
    draftOffered: 0,
    draftAccepted: 0,
    lookupOffered: 0,
    lookupAccepted: 0,
    engineMs: 0,
  };
}

const idsOf = (answer: ReturnType<typeof readAnswer>) => answer.codeTokens.map((token) => token.id);

describe("readAnswer", () => {
  it("counts a fill-in-the-middle answer from the first token after the healed word", () => {
    const answer = readAnswer(generationOf("ret|urn| x", 1), "fim", line);
    expect(answer).toMatchObject({ text: "urn x", stopReason: "max-tokens" });
    expect(idsOf(answer)).toEqual([1, 2]);
  });

  it("counts a chat answer from the first token of the code, and ends it there by the stop rule", () => {
    const answer = readAnswer(generationOf("```|python|\n|return| x|\nprint|()\n|```"), "chat", line);
    expect(answer).toMatchObject({ text: "return x", stopReason: "line" });
    expect(idsOf(answer)).toEqual([3, 4, 5, 6]);
  });

  it("keeps the engine's reason where the code ends by itself", () => {
    expect(readAnswer(generationOf("```|\n|x = 1|\n```"), "chat", line)).toMatchObject({
      text: "x = 1",
      stopReason: "max-tokens",
    });
  });
});

describe("engineStopOf", () => {
  it("lets a chat answer run past the line of its fence", () => {
    expect(engineStopOf(line, "chat").mode).toBe("tokens");
    expect(engineStopOf(line, "fim")).toBe(line);
  });
});

describe("textSoFarOf", () => {
  /** What is reported after each token of a picture with `|` between its tokens. */
  function reported(picture: string, mode: "fim" | "chat", healedText = ""): string[] {
    const texts: string[] = [];
    const add = textSoFarOf({ mode, healedText }, (text) => texts.push(text));
    for (const text of picture.split("|")) add([{ id: 1, text, probability: 1, fromDraft: false }]);
    return texts;
  }

  it("leaves out the healed text, also where it is spread over tokens", () => {
    expect(reported("re|turn| x", "fim", "ret")).toEqual(["", "urn", "urn x"]);
  });

  it("leaves out nothing where the engine put the fragment into the prompt instead", () => {
    expect(reported("urn| x", "fim", "ret")).toEqual(["urn", "urn x"]);
  });

  it("tells a chat answer's code alone, once a fence has opened it", () => {
    expect(reported("Sure:\n|```py\n|return| x", "chat")).toEqual(["", "", "return", "return x"]);
  });
});
