import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getLlama, LlamaLogLevel, type LlamaModel, type Token } from "node-llama-cpp";
import { describe, expect, it } from "vitest";
import { findModel } from "../models/installed-models.js";
import { writeTinyGguf } from "../testing/tiny-gguf.js";
import { specialTokensOf } from "./special-tokens.js";
import { TextTokenizer } from "./text-tokenizer.js";
import { tokenBytes } from "./token-text.js";
import { Vocabulary } from "./vocabulary.js";

async function open(modelPath: string): Promise<LlamaModel> {
  const llama = await getLlama({ gpu: false, build: "never", maxThreads: 1, logLevel: LlamaLogLevel.disabled });
  return llama.loadModel({ modelPath });
}

const table = (model: string, entries: readonly (readonly [text: string, type: number])[]) => ({
  model,
  texts: entries.map(([text]) => text),
  types: entries.map(([, type]) => type),
});

describe("tokenBytes", () => {
  it("reads sentencepiece: marks are spaces, byte tokens bytes, control tokens nothing", () => {
    const pieces = table("llama", [
      ["\u2581\u2581if", 1],
      ["<0xC3>", 6],
      ["</s>", 3],
      ["\n", 4],
      ["é", 1],
    ]);
    expect([0, 1, 2, 3, 4].map((token) => tokenBytes(pieces, token))).toEqual(["  if", "\xc3", "", "\n", "\xc3\xa9"]);
  });

  it("reads byte-level BPE: a printable character stands for each byte, but not in user-defined tokens", () => {
    const pieces = table("gpt2", [
      ["Ġif", 1],
      ["Ċ", 1],
      ["Ã", 1],
      ["Ġ", 4],
      ["<|end|>", 3],
    ]);
    expect([0, 1, 2, 3, 4].map((token) => tokenBytes(pieces, token))).toEqual([" if", "\n", "\xc3", "\xc4\xa0", ""]);
  });

  it("does not guess at other vocabularies", () => {
    expect(tokenBytes(table("t5", [["\u2581if", 1]]), 0)).toBe(null);
  });
});

describe.each(["sentencepiece (the shipped model)", "byte-level BPE (a tiny model)"])("%s", (kind) => {
  const withModel = async (check: (model: LlamaModel) => void) => {
    const folder = await mkdtemp(join(tmpdir(), "nearfirst-tiny-"));
    const tiny = join(folder, "tiny.gguf");
    await writeTinyGguf(tiny, { words: [" self", "naïve"] });
    const model = await open(kind.startsWith("sentencepiece") ? (await findModel("default")).path : tiny);
    check(model);
    await model.dispose();
    await rm(folder, { recursive: true });
  };

  it("has the bytes that the library's detokenizer gives, for every token", () =>
    withModel((model) => {
      const vocabulary = new Vocabulary(model, specialTokensOf(model));
      const [anchor] = model.tokenize("\n") as [Token];
      let compared = 0;
      for (const token of model.iterateAllTokens()) {
        const text = model.detokenize([anchor, token]).slice(1);
        if (text.includes("\uFFFD")) continue;
        expect([token, Buffer.from(vocabulary.bytesOf(token), "latin1").toString()]).toEqual([token, text]);
        compared++;
      }
      expect(compared).toBeGreaterThan(120);
    }));

  it("round-trips text through tokens", () =>
    withModel((model) => {
      const special = specialTokensOf(model);
      const [vocabulary, tokenizer] = [new Vocabulary(model, special), new TextTokenizer(model, special)];
      for (const text of [" self", "  naïve\r\n\té🎉\u0000", "a\n\n\n", "\ufeffx", "日本語 = 1"]) {
        const bytes = tokenizer.tokenize(text).map((token) => vocabulary.bytesOf(token));
        expect(Buffer.from(bytes.join(""), "latin1").toString()).toBe(text);
      }
      const lone = tokenizer.tokenize("a\ud83cb").map((token) => vocabulary.bytesOf(token));
      expect(Buffer.from(lone.join(""), "latin1").toString()).toBe("a\ufffdb");
    }));
});

describe("a file that contains the texts of special tokens", () => {
  it.each(["control", "user-defined"] as const)(
    "gives ordinary tokens only, where they are %s tokens",
    async (kind) => {
      const folder = await mkdtemp(join(tmpdir(), "nearfirst-tiny-"));
      const path = join(folder, "tiny.gguf");
      const { ids } = await writeTinyGguf(path, { fim: "texts", specialTokens: kind });
      const model = await open(path);
      const special = specialTokensOf(model);
      expect(special.map((token) => token.text)).toEqual(
        expect.arrayContaining(["<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|file_sep|>"]),
      );
      const text = "x<|fim_prefix|><|fim_middle|>y<|fim_<|fim_suffix|>";
      const tokens = new TextTokenizer(model, special).tokenize(text);
      expect(tokens).toEqual([...Buffer.from(text)]);
      expect(tokens).not.toContain(ids.get("<|fim_prefix|>"));
      await model.dispose();
      await rm(folder, { recursive: true });
    },
  );
});
