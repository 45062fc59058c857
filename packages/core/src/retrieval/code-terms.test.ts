import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeTerms } from "./code-terms.js";

describe("terms of code", () => {
  it.each([
    ["userName", "username user name"],
    ["user_name", "user_name user name"],
    ["MAX_SNIPPETS", "max_snippets max snippets"],
    ["HTTPServer2", "httpserver2 http server 2"],
    ["parseJSON", "parsejson parse json"],
    ["__init__", "__init__ init"],
    ["_private", "_private private"],
    ["utf8", "utf8 utf 8"],
    ["x = 512", "x 512"],
    ["self.total += item.price", "self total item price"],
    ["größe Überschrift 変数", "größe überschrift 変数"],
    ["$scope", "scope"],
    ["a.a.a", "a a a"],
  ])("of %s are %s", (text, terms) => {
    expect(codeTerms(text)).toEqual(terms.split(" "));
  });

  it("has none in punctuation, underscores alone, and words that are data", () => {
    expect(codeTerms(`} _ __ ); "${"deadbeef".repeat(20)}"`)).toEqual([]);
  });

  it("is the same for parts of a text that are apart", () => {
    const characters = [
      "a",
      "b",
      "A",
      "B",
      "_",
      "1",
      " ",
      ".",
      "\n",
      "ä",
      "Ä",
      "変",
      "ǅ",
      "é".normalize("NFD"),
      "🚀",
      "\ud800",
      "𝒳",
    ];
    const text = fc.string({ unit: fc.constantFrom(...characters) });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(codeTerms(`${one}\n${other}`)).toEqual([...codeTerms(one), ...codeTerms(other)]);
      }),
    );
  });

  it("holds every word whole, in lower case", () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/);
    fc.assert(
      fc.property(word, (text) => {
        expect(codeTerms(text)[0]).toBe(text.toLowerCase());
      }),
    );
  });
});
