import { describe, expect, it } from "vitest";
import type { SyntaxParser } from "../engine.js";
import { checkInsertion } from "./differential-gate.js";
import type { Insertion } from "./insertion.js";
import { checkStrictly } from "./strict-gate.js";

const insertion: Insertion = { languageId: "python", before: "x = ", text: "1", after: "\n", extent: "statement" };
const never = new AbortController().signal;

/** Answers with `problems`, after `before` has run. */
function parserOf(
  problems: Awaited<ReturnType<SyntaxParser["parse"]>>,
  before: () => void = () => undefined,
): SyntaxParser {
  return {
    async parse(_text, _languageId, signal) {
      before();
      signal.throwIfAborted();
      return problems;
    },
  };
}

describe("both gates", () => {
  it.each([
    ["the differential one", (parser: SyntaxParser, signal: AbortSignal) => checkInsertion(parser, insertion, signal)],
    [
      "the strict one",
      (parser: SyntaxParser, signal: AbortSignal) => checkStrictly(parser, "x = 1\n", "python", signal),
    ],
  ])("answer unknown where they cannot tell: %s", async (_, check) => {
    expect(await check(parserOf(null), never)).toEqual({ kind: "unknown", reason: "no-parser" });
    expect(await check(parserOf([]), AbortSignal.abort())).toEqual({ kind: "unknown", reason: "too-late" });
    const controller = new AbortController();
    const late = parserOf([], () => controller.abort());
    expect(await check(late, controller.signal)).toEqual({ kind: "unknown", reason: "too-late" });
  });

  it("let a parser's own fault through", async () => {
    const faulty = parserOf([], () => {
      throw new Error("no memory");
    });
    await expect(checkInsertion(faulty, insertion, never)).rejects.toThrow("no memory");
    await expect(checkStrictly(faulty, "x = 1\n", "python", never)).rejects.toThrow("no memory");
  });

  it("ask no parser about a language without a recipe", async () => {
    const unasked = parserOf([], () => {
      throw new Error("asked");
    });
    expect(await checkInsertion(unasked, { ...insertion, languageId: "cobol" }, never)).toEqual({
      kind: "unknown",
      reason: "no-parser",
    });
  });
});
