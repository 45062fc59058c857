import { describe, expect, it } from "vitest";
import { FAMILIES } from "./families.js";
import vocabularies from "./fixtures/vocabularies.json" with { type: "json" };
import { recogniseFamily, templateOf } from "./recognise-family.js";

describe("recogniseFamily", () => {
  const keys = Object.keys(vocabularies) as (keyof typeof vocabularies)[];
  const factsOf = (key: keyof typeof vocabularies) => {
    const { architecture, tokens } = vocabularies[key];
    return { architecture, specialTexts: Object.keys(tokens), fimTexts: [] };
  };

  it("has a vocabulary of each family to be tested with", () => {
    expect(keys).toEqual(expect.arrayContaining(FAMILIES.map((family) => family.key)));
  });

  it.each(keys)("knows %s by its vocabulary", (key) => {
    expect(recogniseFamily(factsOf(key))?.key).toBe(key);
  });

  it.each(keys)("would find no other row for %s", (key) => {
    const facts = factsOf(key);
    const others = FAMILIES.filter((family) => family.key !== key).filter((family) => {
      const tokens = (templateOf(family) ?? []).flatMap((part) => ("token" in part ? [part.token] : []));
      return (
        family.architectures.includes(facts.architecture) &&
        [...tokens, ...family.has].every((text) => facts.specialTexts.includes(text)) &&
        !family.lacks.some((text) => facts.specialTexts.includes(text))
      );
    });
    expect(others).toEqual([]);
  });

  it("takes StarCoder's tokens on StarCoder2's architecture for neither", () => {
    expect(recogniseFamily({ ...factsOf("starcoder"), architecture: "starcoder2" })).toBeNull();
  });

  it("does not take CodeQwen1.5, which has StarCoder2's tokens, for StarCoder2", () => {
    expect(recogniseFamily({ ...factsOf("starcoder2"), architecture: "qwen2" })).toBeNull();
  });

  it("does not take Mellum, which has Granite's tokens and chat roles, for Granite", () => {
    const facts = factsOf("granite");
    expect(recogniseFamily({ ...facts, specialTexts: [...facts.specialTexts, "<system>", "<think>"] })).toBeNull();
  });

  it("believes the metadata where it names other tokens", () => {
    expect(recogniseFamily({ ...factsOf("embedded"), fimTexts: ["<fim_prefix>", "<other_suffix>"] })).toBeNull();
    expect(recogniseFamily({ ...factsOf("embedded"), fimTexts: ["<fim_prefix>", "<fim_suffix>"] })?.key).toBe(
      "embedded",
    );
  });

  it("knows nothing of a model without such tokens", () => {
    expect(recogniseFamily({ architecture: "llama", specialTexts: ["<s>", "</s>"], fimTexts: [] })).toBeNull();
  });
});
