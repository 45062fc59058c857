import { NearfirstError } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import vocabularies from "../../../core/src/prompt/families/fixtures/vocabularies.json" with { type: "json" };
import type { GgufInfo } from "./engine-protocol.js";
import { type ModelCard, parseModelCard } from "./model-card.js";
import { profileOf } from "./profile.js";

function infoOf(tokens: Readonly<Record<string, number>>, others: Partial<GgufInfo> = {}): GgufInfo {
  return {
    name: "a model",
    architecture: "llama",
    trainedContextTokens: 4096,
    tokenizer: {},
    specialTokens: Object.entries(tokens).map(([text, id]) => ({ text, id })),
    chatTemplate: null,
    fileBytes: 1,
    metadataHash: "hash",
    ...others,
  };
}

function infoOfFamily(key: keyof typeof vocabularies, tokenizer: GgufInfo["tokenizer"] = {}): GgufInfo {
  const { architecture, bos, eos, tokens } = vocabularies[key];
  const ids = bos === null ? { eos_token_id: eos } : { bos_token_id: bos, eos_token_id: eos };
  return infoOf(tokens, { architecture, tokenizer: { ...ids, ...tokenizer } });
}

const cardOf = (frontMatter: string): ModelCard => parseModelCard(`---\nname: mine\n${frontMatter}\n---\n`, "mine.md");

function refusalOf(info: GgufInfo, card: ModelCard | null = null): Pick<NearfirstError, "code" | "message"> {
  try {
    profileOf(info, card, 2048);
  } catch (thrown) {
    if (thrown instanceof NearfirstError) return { code: thrown.code, message: thrown.message };
    throw thrown;
  }
  throw new Error("the model was not refused");
}

const unknownTokens = { "<|code_prefix|>": 10, "<|code_suffix|>": 11, "<|code_middle|>": 12, "</s>": 2 };

describe("the profile of a model without a card", () => {
  it.each([
    ["embedded", "spm", 1, null],
    ["qwen2.5-coder", "psm", null, 96],
    ["starcoder", "spm", null, null],
    ["starcoder2", "spm", null, null],
    ["deepseek-coder", "psm", 32013, 96],
    ["codellama", "spm", 1, null],
    ["codegemma", "psm", 2, 96],
    ["granite", "spm", null, null],
    ["codestral", "spm", 1, null],
    ["yi-coder", "psm", null, 96],
  ] as const)("%s: order %s, begin of sequence %s, suffix of at most %s tokens", (key, order, bos, maxSuffixTokens) => {
    expect(profileOf(infoOfFamily(key), null, 2048)).toMatchObject({ family: key, order, bos, maxSuffixTokens });
  });

  it("believes the metadata about the begin of the sequence", () => {
    expect(profileOf(infoOfFamily("codellama", { add_bos_token: false }), null, 2048).bos).toBeNull();
    expect(profileOf(infoOfFamily("starcoder2", { add_bos_token: true }), null, 2048).bos).toBe(0);
  });

  it("ends an answer at each token that can follow a middle", () => {
    const tokens = vocabularies["qwen2.5-coder"].tokens;
    const qwen = profileOf(infoOfFamily("qwen2.5-coder"), null, 2048);
    expect(qwen.endTokens).toEqual(expect.arrayContaining(Object.values(tokens)));
    expect(profileOf(infoOfFamily("codellama"), null, 2048).endTokens).toEqual(expect.arrayContaining([2, 32010]));
    expect(profileOf(infoOfFamily("codegemma"), null, 2048).endTokens).toEqual(expect.arrayContaining([1, 67, 70]));
  });

  it("takes white space and HTML tags, which CodeGemma's vocabulary has as special tokens, for code", () => {
    const { specialTexts } = profileOf(infoOfFamily("codegemma"), null, 2048);
    expect(specialTexts).toEqual(expect.arrayContaining(["<|fim_middle|>", "<|file_separator|>", "<eos>"]));
    expect(specialTexts).not.toContain("\n\n");
    expect(specialTexts).not.toContain("<table>");
  });

  it("regenerates the word at the cursor where the family never saw a word cut in two", () => {
    expect(profileOf(infoOfFamily("codellama"), null, 2048).tokenHealing).toBe(true);
    expect(profileOf(infoOfFamily("codellama"), cardOf("token_healing: false"), 2048).tokenHealing).toBe(false);
  });
});

describe("the context", () => {
  const info = infoOfFamily("embedded");
  it("is the least of the setting, the card and the file", () => {
    expect(profileOf(info, cardOf("trained_context: 768"), 2048).contextTokens).toBe(768);
    expect(profileOf(info, cardOf("trained_context: 9000"), 8192).contextTokens).toBe(4096);
    expect(profileOf(info, cardOf("trained_context: 768"), 512).contextTokens).toBe(512);
    expect(profileOf(info, null, 512).contextTokens).toBe(512);
  });
});

describe("a card", () => {
  it("gives the whole prompt of a model that no row knows", () => {
    const card = cardOf('prompt_template: "<|code_suffix|> suffix <|code_prefix|> prefix <|code_middle|>"');
    const profile = profileOf(infoOf(unknownTokens, { tokenizer: { eos_token_id: 2 } }), card, 2048);
    expect(profile).toMatchObject({ family: "card", order: "spm", bos: null, maxSuffixTokens: null });
    expect(profile.layout).toEqual([
      { token: 11 },
      { slot: "suffix" },
      { token: 10 },
      { slot: "prefix" },
      { token: 12 },
    ]);
    expect(profile.endTokens).toEqual([2, 11, 10, 12]);
  });

  it("writes the begin of the sequence once, where its template has it", () => {
    const card = cardOf('prompt_template: "<s> <fim_suffix> suffix <fim_prefix> prefix <fim_middle>"');
    const profile = profileOf(infoOfFamily("embedded", { add_bos_token: true }), card, 2048);
    expect(profile.bos).toBeNull();
    expect(profile.layout[0]).toEqual({ token: 1 });
  });

  it("names a family where the file does not show it", () => {
    const info = { ...infoOfFamily("starcoder2"), architecture: "qwen2" };
    expect(refusalOf(info).code).toBe("model-unknown-family");
    expect(profileOf(info, cardOf("family: starcoder2"), 2048).family).toBe("starcoder2");
  });

  it("chooses the other order of a family that knows both", () => {
    const profile = profileOf(infoOfFamily("starcoder"), cardOf("fim_order: psm"), 2048);
    expect(profile).toMatchObject({ family: "starcoder", order: "psm", maxSuffixTokens: 96 });
  });

  it("gives the order of a model of which only the metadata knows the tokens", () => {
    const tokenizer = { fim_pre_token_id: 10, fim_suf_token_id: 11, fim_mid_token_id: 12, fim_sep_token_id: 13 };
    const profile = profileOf(infoOf(unknownTokens, { tokenizer }), cardOf("fim_order: psm"), 2048);
    expect(profile.layout).toEqual([
      { eachSnippet: [{ token: 13 }, { slot: "snippet" }] },
      { token: 10 },
      { slot: "prefix" },
      { token: 11 },
      { slot: "suffix" },
      { token: 12 },
    ]);
  });

  it.each([
    ["family: gpt", /`family: gpt` is not one of embedded, qwen2.5-coder/],
    ["family: codellama", /lacks a special token of codellama/],
    ["fim_order: psm", /embedded is known in the other order only/],
    ['prompt_template: "<fim_suffix> suffix"', /`prefix` exactly once/],
    ['prompt_template: "<suf> suffix <fim_prefix> prefix"', /check their spelling/],
    ['prompt_template: "<fim_suffix> suffix <fim_prefix> prefix"\nfim_order: psm', /the opposite/],
    ["prompt_mode: chat", /its file has no chat template/],
  ])("that does not fit is refused in words: %s", (frontMatter, message) => {
    const refusal = refusalOf(infoOfFamily("embedded"), cardOf(frontMatter));
    expect(refusal.code).toBe("config-invalid");
    expect(refusal.message).toMatch(message);
  });
});

describe("a model that cannot be asked is refused in words", () => {
  it("names the tokens that were found, and what a card needs", () => {
    const { code, message } = refusalOf(infoOf(unknownTokens));
    expect(code).toBe("model-unknown-family");
    expect(message).toContain("a model (architecture llama)");
    expect(message).toContain("<|code_prefix|> <|code_suffix|> <|code_middle|>");
    expect(message).toContain("`prompt_template`");
  });

  it("says so where there are no such tokens, and offers chat where it can", () => {
    const info = infoOf({ "<s>": 1, "</s>": 2 });
    expect(refusalOf(info)).toMatchObject({ code: "model-without-fim" });
    expect(refusalOf(info).message).not.toContain("chat");
    expect(refusalOf({ ...info, chatTemplate: "{{ messages }}" }).message).toContain("`prompt_mode: chat`");
  });
});
