import { describe, expect, it } from "vitest";
import { cursorContextOf } from "../cursor/cursor-context.js";
import { retrievalQueryOf } from "./query.js";

function queryOf(picture: string): string {
  const offset = picture.indexOf("█");
  const document = { uri: "file:///a.py", languageId: "python", text: picture.replace("█", "") };
  return retrievalQueryOf(cursorContextOf(document, offset));
}

describe("the retrieval query", () => {
  it("is the ten lines up to the cursor, with what is typed, and the five from it on", () => {
    const before = Array.from({ length: 12 }, (_, at) => `before${at}`);
    const after = Array.from({ length: 8 }, (_, at) => `after${at}`);
    const query = queryOf(`${before.join("\n")}\ntyped█rest\n${after.join("\n")}`);
    expect(query.split("\n")).toEqual([...before.slice(3), "typed", "rest", ...after.slice(0, 4)]);
  });

  it("is what there is in a short file", () => {
    expect(queryOf("█").trim()).toBe("");
    expect(queryOf("x = █").trim()).toBe("x =");
  });

  it("does not grow with the file or its lines", () => {
    expect(queryOf(`${"x".repeat(100_000)}█${"y".repeat(100_000)}`).length).toBeLessThan(4_100);
  });
});
