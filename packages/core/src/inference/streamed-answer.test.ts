import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTSIDE } from "../cursor/lexical-state.js";
import type { StopState } from "./stop.js";
import { StreamedAnswer, type StreamedAnswerOptions } from "./streamed-answer.js";

const statement: StopState = { mode: "statement", languageId: "python", lexical: OUTSIDE, linePrefix: "" };

function streamed(pieces: readonly string[], options: Partial<StreamedAnswerOptions> = {}) {
  const answer = new StreamedAnswer({ mode: "fim", stop: statement, endTexts: [], ...options });
  for (const piece of pieces) {
    answer.push(piece);
    const ended = answer.ended();
    if (ended !== null) return ended;
  }
  return answer.finish("max-tokens");
}

describe("an answer that is streamed", () => {
  it("ends with the statement, over several lines where a bracket is open", () => {
    expect(streamed(["total(", "\n    a,", "\n)\nprint", "(1)"])).toEqual({
      text: "total(\n    a,\n)",
      stopReason: "statement",
    });
  });

  it("ends the same way in whatever pieces it comes", () => {
    const text = fc.array(fc.constantFrom("x = 1", "\n", "    ", "f(", ")", '"', "#", "a"), { maxLength: 12 });
    const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 5 });
    fc.assert(
      fc.property(text, cuts, (words, places) => {
        const whole = words.join("");
        const bounds = [0, ...places.filter((at) => at < whole.length).sort((a, b) => a - b), whole.length];
        const pieces = bounds.slice(1).map((end, at) => whole.slice(bounds[at], end));
        expect(streamed(pieces)).toEqual(streamed([whole]));
      }),
    );
  });

  it("ends before a special token that the server lets through", () => {
    const endTexts = ["<|file_sep|>", "</s>"];
    expect(streamed(["a", "b</s", "> c"], { endTexts })).toEqual({ text: "ab", stopReason: "end-of-middle" });
    expect(streamed(["a\nb</s>"], { endTexts })).toEqual({ text: "a", stopReason: "statement" });
  });

  it("ends for the server's reason where no rule of ours ends it", () => {
    expect(streamed(["a + ", "b"])).toEqual({ text: "a + b", stopReason: "max-tokens" });
    expect(streamed([])).toEqual({ text: "", stopReason: "max-tokens" });
  });
});

describe("a chat model's answer", () => {
  it("ends with the statement in its fence, whatever was said before", () => {
    expect(streamed(["Sure:\n```py", "thon\na + b", "\nc = 3", "\n```"], { mode: "chat" })).toEqual({
      text: "a + b",
      stopReason: "statement",
    });
  });

  it("is all code where it has no fence, once it is whole", () => {
    expect(streamed(["a + ", "b\n", "c"], { mode: "chat" })).toEqual({ text: "a + b", stopReason: "statement" });
    const answer = new StreamedAnswer({ mode: "chat", stop: statement, endTexts: [] });
    answer.push("a + b\n");
    expect(answer.ended()).toBeNull();
  });
});
