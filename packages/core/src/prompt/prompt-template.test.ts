import { describe, expect, it } from "vitest";
import { layoutOf, orderOf, parsePromptTemplate, tokenTextsOf } from "./prompt-template.js";

const parsed = (text: string) => {
  const template = parsePromptTemplate(text);
  if ("wrong" in template) throw new Error(template.wrong);
  return template;
};

describe("parsePromptTemplate", () => {
  it("reads the notation of the embedded model's card", () => {
    expect(parsed("<s> [<file_sep> snippet]… <fim_suffix> suffix <fim_prefix> prefix <fim_middle>")).toEqual([
      { token: "<s>" },
      { eachSnippet: [{ token: "<file_sep>" }, { slot: "snippet" }] },
      { token: "<fim_suffix>" },
      { slot: "suffix" },
      { token: "<fim_prefix>" },
      { slot: "prefix" },
      { token: "<fim_middle>" },
    ]);
  });

  it("takes words in capital brackets for special tokens", () => {
    expect(parsed("[SUFFIX] suffix [PREFIX] prefix")).toEqual([
      { token: "[SUFFIX]" },
      { slot: "suffix" },
      { token: "[PREFIX]" },
      { slot: "prefix" },
    ]);
  });

  it("takes a bracket inside a special token for a part of it", () => {
    expect(tokenTextsOf(parsed("<[fim-suffix]> suffix <[fim-prefix]> prefix <[fim-middle]>"))).toEqual([
      "<[fim-suffix]>",
      "<[fim-prefix]>",
      "<[fim-middle]>",
    ]);
  });

  it("reads quoted text with its escapes, and parts that need snippets", () => {
    expect(parsed('(<rep> "a b\\n") [<sep> path "\\n" snippet]… (file "\\"") prefix suffix')).toEqual([
      { ifSnippets: [{ token: "<rep>" }, { text: "a b\n" }] },
      { eachSnippet: [{ token: "<sep>" }, { slot: "path" }, { text: "\n" }, { slot: "snippet" }] },
      { ifSnippets: [{ slot: "file" }, { text: '"' }] },
      { slot: "prefix" },
      { slot: "suffix" },
    ]);
  });

  it.each([
    ["", /`prefix` exactly once/],
    ["<a> prefix <b>", /`suffix` exactly once/],
    ["prefix prefix suffix", /`prefix` exactly once/],
    ["[<sep> snippet] prefix suffix", /ends with `\]…`/],
    ['prefix "\\n suffix', /quotation mark/],
    ["[<sep> snippet ]… [snippet]… prefix suffix", /more than one/],
    ["[<sep>]… prefix suffix", /`snippet` exactly once/],
    ["snippet prefix suffix", /`snippet` stands outside/],
    ["[snippet prefix]… suffix", /`prefix` stands inside/],
    ["( [snippet]… ) prefix suffix", /group inside a group/],
    ["[path <sep> snippet]… prefix suffix", /between the path and the text/],
    ["prefix ) suffix", /closes no group/],
  ])("says what is wrong with %j", (text, wrong) => {
    expect(parsePromptTemplate(text)).toEqual({ wrong: expect.stringMatching(wrong) });
  });
});

describe("layoutOf", () => {
  const ids: Record<string, number> = { "<suf>": 4, "<pre>": 3, "<sep>": 6 };

  it("puts the ids of one vocabulary in", () => {
    const layout = layoutOf(parsed("[<sep> snippet]… <suf> suffix <pre> prefix"), (text) => ids[text]);
    expect(layout).toEqual([
      { eachSnippet: [{ token: 6 }, { slot: "snippet" }] },
      { token: 4 },
      { slot: "suffix" },
      { token: 3 },
      { slot: "prefix" },
    ]);
  });

  it("is null where the vocabulary lacks a token, also inside a group", () => {
    expect(layoutOf(parsed("[<other> snippet]… <suf> suffix <pre> prefix"), (text) => ids[text])).toBeNull();
    expect(layoutOf(parsed("(<other>) <suf> suffix <pre> prefix"), (text) => ids[text])).toBeNull();
  });
});

describe("orderOf", () => {
  it("is told by the places of suffix and prefix", () => {
    expect(orderOf(parsed("<a> suffix <b> prefix"))).toBe("spm");
    expect(orderOf(parsed("<a> prefix <b> suffix"))).toBe("psm");
  });
});
