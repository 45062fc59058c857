import { parseArgs } from "node:util";
import { describe, expect, it } from "vitest";
import { CONFIG, readArguments } from "./arguments.js";

function read(line: string) {
  const { values, positionals } = parseArgs({ args: line.split(" "), allowPositionals: true, options: CONFIG });
  return readArguments({ values, positionals });
}

describe("the command line", () => {
  it("asks the embedded model everything by default", () => {
    expect(read("--tasks t --corpus c")).toEqual({
      tasks: "t",
      corpus: "c",
      models: ["default"],
      prompts: ["product"],
      withDraftsAlone: false,
      limit: null,
      kinds: ["statement", "suffix", "line"],
      conditions: [
        { context: "left-and-right", retrieval: "with" },
        { context: "left-and-right", retrieval: "without" },
        { context: "left", retrieval: "with" },
        { context: "left", retrieval: "without" },
      ],
      rows: null,
      maxTokens: 128,
      threads: "auto",
      draftWeight: null,
    });
  });

  it("chooses models, prompts, kinds and conditions", () => {
    const line = "--tasks t --corpus c --model a.gguf --model b.gguf --prompt plain --prompt product --kind line";
    expect(read(`${line} --context left --retrieval without --limit 5 --threads 2`)).toMatchObject({
      models: ["a.gguf", "b.gguf"],
      prompts: ["product", "plain"],
      kinds: ["line"],
      conditions: [{ context: "left", retrieval: "without" }],
      limit: 5,
      threads: 2,
    });
  });

  it("needs no model for drafts alone", () => {
    expect(read("--tasks t --corpus c --drafts-alone")).toMatchObject({ models: [], withDraftsAlone: true });
    expect(read("--tasks t --corpus c --drafts-alone --model m")).toMatchObject({
      models: ["m"],
      withDraftsAlone: true,
    });
  });

  it("compares two files", () => {
    expect(read("--compare a b#m")).toEqual({ compare: ["a", "b#m"] });
  });

  it.each([
    ["--corpus c", "--tasks and --corpus are needed"],
    ["--tasks t --corpus c x", 'What is "x"?'],
    ["--tasks t --corpus c --limit 0", "--limit must be a whole number"],
    ["--tasks t --corpus c --limit many", "--limit must be a whole number"],
    ["--tasks t --corpus c --kind block", '--kind cannot be "block": it is one of statement, suffix, line'],
    ["--tasks t --corpus c --prompt chat", "--prompt cannot be"],
    ["--compare a", "--compare needs two files"],
    ["--compare a b c", "--compare needs two files"],
  ])("%s is refused", (line, message) => {
    expect(() => read(line)).toThrow(message);
  });
});
