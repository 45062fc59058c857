import { describe, expect, it } from "vitest";
import { remembering } from "./remembering.js";

describe("a parser that remembers", () => {
  it("reads a text once, each language by itself, and forgets what was asked longest ago", () => {
    const read: string[] = [];
    const parser = remembering((text, languageId) => {
      read.push(`${languageId} ${text}`);
      return [];
    });
    for (const [text, languageId] of [
      ["a", "c"],
      ["a", "c"],
      ["a", "cpp"],
    ] as const)
      parser(text, languageId);
    expect(read).toEqual(["c a", "cpp a"]);
    for (let index = 0; index < 30; index++) parser(`b${index}`, "c");
    parser("a", "c");
    expect(read.filter((each) => each === "c a")).toHaveLength(2);
  });
});
