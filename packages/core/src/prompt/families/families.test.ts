import { describe, expect, it } from "vitest";
import { fimPrompt, glueTextsOf } from "../fim-prompt.js";
import type { FimOrder, ModelProfile } from "../model-profile.js";
import { layoutOf, orderOf } from "../prompt-template.js";
import { snippetText } from "../snippet-text.js";
import { FAMILIES } from "./families.js";
import vocabularies from "./fixtures/vocabularies.json" with { type: "json" };
import type { ModelFamily } from "./model-family.js";
import { templateOf } from "./recognise-family.js";

function familyOf(key: string): ModelFamily {
  const family = FAMILIES.find((each) => each.key === key);
  if (family === undefined) throw new Error(`no family ${key}`);
  return family;
}

type Key = keyof typeof vocabularies;

function profileFor(key: Key, order?: FimOrder): ModelProfile {
  const ids: Readonly<Record<string, number>> = vocabularies[key].tokens;
  const layout = layoutOf(templateOf(familyOf(key), order) ?? [], (text) => ids[text]);
  if (layout === null) throw new Error(`the vocabulary of ${key} lacks a token`);
  return {
    fingerprint: key,
    name: key,
    contextTokens: 2048,
    languages: [],
    mode: "fim",
    family: key,
    order: orderOf(layout),
    layout,
    bos: familyOf(key).addsBos ? vocabularies[key].bos : null,
    maxSuffixTokens: null,
    endTokens: [],
    specialTexts: [],
    tokenHealing: false,
    draftWeight: 0,
  };
}

/** Tokens of the texts that layouts add: made up, but never the same for two texts. */
const GLUE: Readonly<Record<string, readonly number[]>> = {
  " ": [600],
  "\n": [610],
  "workspace\n": [620, 621],
  "stock.py": [630, 631],
};

/** Prefix 901 902 | 903, suffix 801 802, snippets 711 712 and 721 (the better one). */
function golden(key: Key, { order, snippets }: { order?: FimOrder; snippets: boolean }): number[] {
  const profile = profileFor(key, order);
  const glue = glueTextsOf(profile, "file:///home/ada/shop/stock.py").map((text) => {
    const tokens = GLUE[text];
    if (tokens === undefined) throw new Error(`unexpected text ${JSON.stringify(text)}`);
    return Int32Array.from(tokens);
  });
  return [
    ...fimPrompt(profile, {
      snippets: snippets ? [Int32Array.of(711, 712), Int32Array.of(721)] : [],
      suffix: Int32Array.of(801, 802),
      prefix: [Int32Array.of(901, 902), Int32Array.of(903)],
      glue,
    }),
  ];
}

describe("the prompt of a family is what its model card and paper say, token by token", () => {
  it("embedded: <s> [<file_sep> snippet]… <fim_suffix> suffix <fim_prefix> prefix <fim_middle>", () => {
    expect(golden("embedded", { snippets: false })).toEqual([1, 4, 801, 802, 3, 901, 902, 903, 5]);
    expect(golden("embedded", { snippets: true })).toEqual([1, 6, 711, 712, 6, 721, 4, 801, 802, 3, 901, 902, 903, 5]);
  });

  it("Qwen2.5-Coder: file level, and repository level where there are snippets", () => {
    expect(golden("qwen2.5-coder", { snippets: false })).toEqual([151659, 901, 902, 903, 151661, 801, 802, 151660]);
    expect(golden("qwen2.5-coder", { snippets: true })).toEqual([
      151663, 620, 621, 151664, 711, 712, 151664, 721, 151664, 630, 631, 610, 151659, 901, 902, 903, 151661, 801, 802,
      151660,
    ]);
  });

  it("StarCoder: SPM variant 2, and the card's suffix-last form", () => {
    expect(golden("starcoder", { snippets: false })).toEqual([1, 3, 801, 802, 2, 901, 902, 903]);
    expect(golden("starcoder", { snippets: true })).toEqual([1, 3, 801, 802, 2, 711, 712, 721, 901, 902, 903]);
    expect(golden("starcoder", { order: "psm", snippets: false })).toEqual([1, 901, 902, 903, 3, 801, 802, 2]);
  });

  it("StarCoder2: files after <file_sep>, the last one in SPM variant 2", () => {
    expect(golden("starcoder2", { snippets: false })).toEqual([6, 1, 3, 801, 802, 2, 901, 902, 903]);
    expect(golden("starcoder2", { snippets: true })).toEqual([
      6, 711, 712, 6, 721, 6, 1, 3, 801, 802, 2, 901, 902, 903,
    ]);
    expect(golden("starcoder2", { order: "psm", snippets: true })).toEqual([
      6, 711, 712, 6, 721, 6, 1, 901, 902, 903, 3, 801, 802, 2,
    ]);
  });

  it("DeepSeek-Coder: begin prefix hole suffix end, snippets as code above", () => {
    expect(golden("deepseek-coder", { snippets: false })).toEqual([
      32013, 32016, 901, 902, 903, 32015, 801, 802, 32017,
    ]);
    expect(golden("deepseek-coder", { snippets: true })).toEqual([
      32013, 32016, 711, 712, 721, 901, 902, 903, 32015, 801, 802, 32017,
    ]);
  });

  it("CodeLlama: <PRE> <SUF>suffix <MID> prefix, and <PRE> prefix <SUF>suffix <MID>", () => {
    expect(golden("codellama", { snippets: false })).toEqual([1, 32007, 32008, 801, 802, 32009, 600, 901, 902, 903]);
    expect(golden("codellama", { snippets: true })).toEqual([
      1, 32007, 32008, 801, 802, 32009, 600, 711, 712, 721, 901, 902, 903,
    ]);
    expect(golden("codellama", { order: "psm", snippets: false })).toEqual([
      1, 32007, 600, 901, 902, 903, 32008, 801, 802, 32009,
    ]);
  });

  it("CodeGemma: each file begins with its path, files are separated", () => {
    expect(golden("codegemma", { snippets: false })).toEqual([2, 630, 631, 610, 67, 901, 902, 903, 69, 801, 802, 68]);
    expect(golden("codegemma", { snippets: true })).toEqual([
      2, 711, 712, 70, 721, 70, 630, 631, 610, 67, 901, 902, 903, 69, 801, 802, 68,
    ]);
  });

  it("Granite: the same as StarCoder", () => {
    expect(golden("granite", { snippets: false })).toEqual([1, 3, 801, 802, 2, 901, 902, 903]);
    expect(golden("granite", { order: "psm", snippets: false })).toEqual([1, 901, 902, 903, 3, 801, 802, 2]);
  });

  it("Codestral: <s>[SUFFIX]suffix[PREFIX] prefix", () => {
    expect(golden("codestral", { snippets: false })).toEqual([1, 13, 801, 802, 11, 600, 901, 902, 903]);
    expect(golden("codestral", { snippets: true })).toEqual([1, 13, 801, 802, 11, 600, 711, 712, 721, 901, 902, 903]);
  });

  it("Yi-Coder: prefix, suffix, middle", () => {
    expect(golden("yi-coder", { snippets: false })).toEqual([101, 901, 902, 903, 103, 801, 802, 102]);
  });
});

describe("a snippet is shown as the family was trained to see other files", () => {
  const snippet = { path: "shop/item.py", startLine: 4, text: "class Item: ...", score: 1 };
  it.each<[Key, string]>([
    ["embedded", "class Item: ..."],
    ["qwen2.5-coder", "shop/item.py\nclass Item: ...\n"],
    ["starcoder", "class Item: ...\n\n"],
    ["starcoder2", "class Item: ..."],
    ["deepseek-coder", "class Item: ...\n\n"],
    ["codegemma", "shop/item.py\nclass Item: ...\n"],
    ["codestral", "class Item: ...\n\n"],
  ])("%s", (key, text) => {
    expect(snippetText(profileFor(key), snippet)).toBe(text);
  });
});
