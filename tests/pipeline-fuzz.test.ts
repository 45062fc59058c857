import { Session } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { ask, corpusText, fuzzDocuments, fuzzEdits } from "./pipeline-fuzz.js";

describe("the pipeline with the real model", () => {
  it("ends in a typed outcome for every document and every cut", async () => {
    await fuzzDocuments({ numRuns: 50 });
    expect.hasAssertions();
  });

  it("survives any sequence of edits in one session", async () => {
    await fuzzEdits({ numRuns: 6 });
    expect.hasAssertions();
  });

  it.each<[string, string, number]>([
    ["an empty file", "", 0],
    ["the start of a file", corpusText, 0],
    ["the end of a file", corpusText, corpusText.length],
    ["a file with a byte order mark", `\uFEFF${corpusText.slice(0, 500)}`, 400],
    ["a file with CRLF line breaks", corpusText.slice(0, 3_000).replaceAll("\n", "\r\n"), 1_500],
    ["100,000 lines", "value = compute(1)\n".repeat(100_000), 900_000],
    ["a 10 MB line", `x = "${"a".repeat(10_000_000)}"`, 5_000_000],
    ["a file of fill-in-the-middle tokens", "<fim_prefix><fim_suffix><fim_middle>\n".repeat(50), 900],
    ["lone surrogates", "\ud83d\udc00x = '\ud83d'\n".repeat(40), 121],
  ])("answers in bounded time for %s", async (_what, text, offset) => {
    await ask(text, offset, new Session());
  });

  it.each([-1, 1.5, Number.NaN, 10_000])("skips a cursor that is outside the document: %s", async (offset) => {
    expect(await ask("x = 1\n", offset, new Session())).toMatchObject({
      kind: "skipped",
      reason: "cursor-outside-document",
    });
  });
});
