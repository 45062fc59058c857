import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { holesIn } from "./holes.js";

/** Always the same numbers. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const PYTHON = `"""Says hello
to someone."""
import sys  # the system

# A comment
def greet(name):
    text = """hello
    world"""
    return text + name


)
`;

/** What stands in each hole, with the code before it on its line. */
function pictures(text: string, languageId: string, most = 100, seed = 1): string[] {
  return holesIn(text, { languageId, most, chance: chanceOf(seed) }).map(({ start, end }) => {
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    return `${text.slice(lineStart, start).trimStart()}█${text.slice(start, end)}`;
  });
}

it("holes are in lines of code alone: no strings over lines, comments, or brackets", () => {
  const lines = pictures(PYTHON, "python").map((picture) => picture.replace("█", ""));
  expect(lines).toEqual(["def greet(name):", "return text + name"]);
});

it("block comments of other languages are none either", () => {
  const java = "/* one\n * two\n */\nclass A {\n    // three\n    int four = 4;\n}\n";
  expect(pictures(java, "java").map((picture) => picture.replace("█", ""))).toEqual(["class A {", "int four = 4;"]);
});

it("a hole begins at its line's code or inside it, and never holds nothing", () => {
  const text = readFileSync(new URL("../../../../bench/src/scores/scores.ts", import.meta.url), "utf8");
  const found = pictures(text, "typescript");
  const atStart = found.filter((picture) => picture.startsWith("█")).length;
  expect(found.length).toBeGreaterThan(60);
  expect(atStart / found.length).toBeGreaterThan(0.3);
  expect(atStart / found.length).toBeLessThan(0.7);
  for (const picture of found) expect(picture.split("█")[1]?.length).toBeGreaterThan(0);
});

it("the same seed gives the same holes, another others, and never more than asked for", () => {
  const text = readFileSync(new URL("../../../../bench/src/scores/scores.ts", import.meta.url), "utf8");
  expect(pictures(text, "typescript", 5)).toEqual(pictures(text, "typescript", 5));
  expect(pictures(text, "typescript", 5)).not.toEqual(pictures(text, "typescript", 5, 2));
  expect(pictures(text, "typescript", 5)).toHaveLength(5);
});

it("a language whose surface is not known has no holes", () => {
  expect(pictures("some text here\n", "cobol")).toEqual([]);
});
