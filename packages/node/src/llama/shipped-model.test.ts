/** The models in `models/` and their cards belong together. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  estimatedTokens,
  fimPrompt,
  glueTextsOf,
  languageOfPath,
  lexicalStateAfter,
  snippetText,
  syntaxOf,
} from "@nearfirst/core";
import fc from "fast-check";
import { readGgufFileInfo } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LlamaModel } from "./llama-model.js";
import { parseModelCard, readModelCard } from "./model-card.js";
import { profileOf } from "./profile.js";

const models = fileURLToPath(new URL("../../../../models/", import.meta.url));

const shipped = readdirSync(models).filter((name) => name.endsWith(".gguf"));

it("is one model at least", () => {
  expect(shipped).not.toEqual([]);
});

describe.each(shipped)("the card of %s", (name) => {
  const path = models + name;

  it("gives name, size and SHA-256 of exactly the file that is there", async () => {
    const card = await readModelCard(path);
    const bytes = await readFile(path);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(card?.files).toEqual({ [name]: { size: bytes.length, sha256 } });
  });

  it("counts the parameters that are in it", async () => {
    const { tensorInfo } = await readGgufFileInfo(path, { sourceType: "filesystem" });
    const counted = (tensorInfo ?? []).reduce(
      (sum, { dimensions }) => sum + dimensions.reduce<number>((product, size) => product * Number(size), 1),
      0,
    );
    const card = await readFile(path.replace(/-q8_0\.gguf$/, ".md"), "utf8");
    expect(Number(/^parameters: (\d+)$/m.exec(card)?.[1])).toBe(counted);
  });

  it("names languages as editors do", async () => {
    const card = await readModelCard(path);
    expect(card?.languages).toContain(languageOfPath("a.py"));
  });
});

describe.each(shipped)("%s itself", (name) => {
  const path = models + name;
  let model: LlamaModel;
  beforeAll(async () => {
    const card = await readModelCard(path);
    const options = { modelPath: path, contextTokens: 2048, sequences: 1, threads: 1, gpu: false } as const;
    model = await LlamaModel.load({ ...options, profileOf: (info) => profileOf(info, card, 2048) });
  });
  afterAll(() => model.close());

  it("has the special tokens that its card names", async () => {
    const card = await readModelCard(path);
    const texts = { bos: "<s>", eos: "</s>", fim_prefix: "<fim_prefix>", fim_suffix: "<fim_suffix>" };
    const more = { fim_middle: "<fim_middle>", file_sep: "<file_sep>" };
    for (const [name, text] of Object.entries({ ...texts, ...more }))
      expect(model.info.specialTokens).toContainEqual({ id: card?.special_tokens?.[name], text });
    expect([...((await model.tokenize(["\n"]))[0] ?? [])]).toEqual([card?.special_tokens?.["newline"]]);
  });

  it("is asked by its card as the table of families would ask it, in the context that it was trained for", async () => {
    const { profile, info } = model;
    const contextTokens = (await readModelCard(path))?.trained_context;
    expect(profile).toMatchObject({ family: "card", order: "spm", contextTokens, languages: ["python"] });
    const byTable = profileOf(info, null, 2048);
    expect(byTable).toMatchObject({ family: "embedded", bos: 1 });
    expect(profile.layout).toEqual([{ token: 1 }, ...byTable.layout]);
    expect(profile.endTokens).toContain(2);
  });

  it("makes no more tokens of real code than are estimated where its tokenizer is not at hand, and not far fewer", async () => {
    const corpus = fileURLToPath(new URL("../../../../bench/corpus/python/", import.meta.url));
    const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter(({ name }) =>
      name.endsWith(".py"),
    );
    const texts = files.map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, "utf8"));
    const pieces = texts.flatMap((text) => text.match(/[\s\S]{4000}/g) ?? []);
    expect(pieces.length).toBeGreaterThan(40);
    const shares = (await model.tokenize(pieces)).map(
      ({ length }, at) => length / estimatedTokens(pieces[at] as string),
    );
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
    expect(Math.min(...shares)).toBeGreaterThan(0.6);
  });

  it("ends an answer at any token that its profile names", async () => {
    const [prefix, newline] = await model.tokenize(["def add(a, b):\n    return", "\n"]);
    const prompt = fimPrompt(model.profile, {
      prefix: [prefix as Int32Array],
      suffix: newline as Int32Array,
      snippets: [],
      glue: [],
    });
    const stop = {
      mode: "tokens",
      languageId: "python",
      lexical: lexicalStateAfter("", syntaxOf("python")),
      linePrefix: "    return",
    } as const;
    const request = { prompt, slot: "a", draft: "", healedText: "", maxTokens: 8, stop };
    const { signal } = new AbortController();
    const free = await model.generate(request, signal);
    const second = free.tokens[1]?.id;
    expect(second).toBeDefined();
    const ended = await model.generate({ ...request, endTokens: [second as number] }, signal);
    expect(ended).toMatchObject({ text: free.tokens[0]?.text, stopReason: "end-of-middle" });
  });

  it("gets exactly the special tokens of its layout, whatever the files hold", async () => {
    const special = new Set(model.info.specialTokens.map((token) => token.id));
    const texts = model.info.specialTokens.map((token) => token.text);
    const code = fc
      .array(fc.oneof(fc.constantFrom(...texts, "\n", "    ", "é", "𝒳", "\ud800"), fc.string()), { maxLength: 8 })
      .map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(code, code, fc.array(code, { maxLength: 2 }), async (prefix, suffix, snippets) => {
        const shown = snippets.map((text) =>
          snippetText(model.profile, { path: "a.py", startLine: 0, text, score: 1 }),
        );
        const [prefixTokens, suffixTokens, ...others] = await model.tokenize([
          prefix,
          suffix,
          ...shown,
          ...glueTextsOf(model.profile, "file:///b.py"),
        ]);
        const prompt = fimPrompt(model.profile, {
          prefix: [prefixTokens as Int32Array],
          suffix: suffixTokens as Int32Array,
          snippets: others.slice(0, shown.length),
          glue: others.slice(shown.length),
        });
        // <unk> is what any vocabulary has for text that it cannot spell; it says nothing to the model.
        const found = [...prompt].filter((token) => special.has(token) && token !== 0);
        expect(found).toEqual([1, ...shown.map(() => 6), 4, 3, 5]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("parseModelCard", () => {
  it.each([
    ["no front matter", /no valid front matter/],
    ["---\nlanguages: [python]\n---\n", /name/],
    ["---\nname: a\nfim_order: mps\n---\n", /fim_order/],
    ["---\nname: [\n---\n", /Correct it, or remove the card/],
    ["---\nname: a\nfiles: { a.gguf: { size: 3, sha256: abc } }\n---\n", /sha256/],
  ])("names the card and what is wrong with it: %j", (text, message) => {
    expect(() => parseModelCard(text, "my.md")).toThrow(/my\.md/);
    expect(() => parseModelCard(text, "my.md")).toThrow(message);
  });
});
