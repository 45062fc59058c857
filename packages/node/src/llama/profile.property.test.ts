import { FAMILIES, fimPrompt, glueTextsOf, snippetText } from "@nearfirst/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vocabularies from "../../../core/src/prompt/families/fixtures/vocabularies.json" with { type: "json" };
import { profileOf } from "./profile.js";

type Key = keyof typeof vocabularies;

function profileFor(key: Key) {
  const { architecture, bos, eos, tokens } = vocabularies[key];
  const specialTokens = Object.entries(tokens).map(([text, id]) => ({ text, id }));
  const file = { name: null, trainedContextTokens: 4096, chatTemplate: null, fileBytes: 1, metadataHash: key };
  const tokenizer = { eos_token_id: eos, ...(bos === null ? {} : { bos_token_id: bos }) };
  return profileOf({ ...file, architecture, tokenizer, specialTokens }, null, 2048);
}

/** One token a UTF-16 unit, far above all special tokens: like the engine, it makes no special token of any text. */
const FIRST_TEXT_TOKEN = 1_000_000;
const tokenise = (text: string) => Int32Array.from(text.split(""), (unit) => FIRST_TEXT_TOKEN + unit.charCodeAt(0));

/** What each prompt must be, whatever the texts hold: ids of special tokens, and texts. */
type Picture = (texts: { prefix: string; suffix: string; snippets: readonly string[] }) => readonly (number | string)[];

const pictures: Readonly<Record<Key, Picture>> = {
  embedded: ({ prefix, suffix, snippets }) => [1, ...snippets.flatMap((s) => [6, s]), 4, suffix, 3, prefix, 5],
  "qwen2.5-coder": ({ prefix, suffix, snippets }) => [
    ...(snippets.length > 0 ? [151663, "workspace\n"] : []),
    ...snippets.flatMap((s) => [151664, `a/b.py\n${s}\n`]),
    ...(snippets.length > 0 ? [151664, "c.py\n"] : []),
    151659,
    prefix,
    151661,
    suffix,
    151660,
  ],
  starcoder: ({ prefix, suffix, snippets }) => [1, 3, suffix, 2, ...snippets.map((s) => `${s}\n\n`), prefix],
  starcoder2: ({ prefix, suffix, snippets }) => [...snippets.flatMap((s) => [6, s]), 6, 1, 3, suffix, 2, prefix],
  "deepseek-coder": ({ prefix, suffix, snippets }) => [
    32013,
    32016,
    ...snippets.map((s) => `${s}\n\n`),
    prefix,
    32015,
    suffix,
    32017,
  ],
  codellama: ({ prefix, suffix, snippets }) => [
    1,
    32007,
    32008,
    suffix,
    32009,
    " ",
    ...snippets.map((s) => `${s}\n\n`),
    prefix,
  ],
  codegemma: ({ prefix, suffix, snippets }) => [
    2,
    ...snippets.flatMap((s) => [`a/b.py\n${s}\n`, 70]),
    "c.py\n",
    67,
    prefix,
    69,
    suffix,
    68,
  ],
  granite: ({ prefix, suffix, snippets }) => [1, 3, suffix, 2, ...snippets.map((s) => `${s}\n\n`), prefix],
  codestral: ({ prefix, suffix, snippets }) => [1, 13, suffix, 11, " ", ...snippets.map((s) => `${s}\n\n`), prefix],
  "yi-coder": ({ prefix, suffix, snippets }) => [101, ...snippets.map((s) => `${s}\n\n`), prefix, 103, suffix, 102],
};

describe("whatever the files hold, a prompt has exactly its family's special tokens, each at its place", () => {
  it("is tested for each family", () => {
    expect(Object.keys(pictures).sort()).toEqual(FAMILIES.map((family) => family.key).sort());
  });

  it.each(Object.keys(pictures) as Key[])("%s", (key) => {
    const picture = pictures[key];
    const profile = profileFor(key);
    const texts = Object.keys(vocabularies[key].tokens);
    const code = fc
      .array(fc.oneof(fc.constantFrom(...texts), fc.string(), fc.constantFrom("\n", "    ", "prefix", "snippet", "]…")))
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(code, code, fc.array(code, { maxLength: 3 }), (prefix, suffix, snippets) => {
        const prompt = fimPrompt(profile, {
          prefix: [tokenise(prefix)],
          suffix: tokenise(suffix),
          snippets: snippets.map((text) =>
            tokenise(snippetText(profile, { path: "a/b.py", startLine: 0, text, score: 1 })),
          ),
          glue: glueTextsOf(profile, "file:///c.py").map(tokenise),
        });
        const expected = picture({ prefix, suffix, snippets }).flatMap((part) =>
          typeof part === "number" ? [part] : [...tokenise(part)],
        );
        expect([...prompt]).toEqual(expected);
      }),
    );
  });
});
