import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chatMessages } from "./chat-prompt.js";
import { FAMILIES } from "./families/families.js";
import { templateOf } from "./families/recognise-family.js";
import { tokenTextsOf } from "./prompt-template.js";
import { chatTexts, type HoleTexts, promptText, withoutSpecialTexts } from "./prompt-text.js";

const hole: HoleTexts = {
  path: "shop/stock.py",
  prefix: "def total(items):\r\n    return ",
  suffix: "\r\nprint(1)",
  snippets: [
    { path: "a.py", text: "best = 1" },
    { path: "b.py", text: "second = 2" },
  ],
};

function textFor(key: string, of: HoleTexts = hole): string {
  const family = FAMILIES.find((each) => each.key === key);
  const template = family === undefined ? null : templateOf(family);
  if (family === undefined || template === null) throw new Error(`no family ${key}`);
  return promptText(template, of, [...tokenTextsOf(template), ...family.endTexts]);
}

describe("a prompt as text", () => {
  it("is what the family's card prints, the best snippet last, line breaks as in training", () => {
    expect(textFor("qwen2.5-coder")).toBe(
      "<|repo_name|>workspace\n<|file_sep|>b.py\nsecond = 2\n<|file_sep|>a.py\nbest = 1\n<|file_sep|>stock.py\n" +
        "<|fim_prefix|>def total(items):\n    return <|fim_suffix|>\nprint(1)<|fim_middle|>",
    );
    expect(textFor("embedded")).toBe(
      "<file_sep>second = 2<file_sep>best = 1<fim_suffix>\nprint(1)<fim_prefix>def total(items):\n    return <fim_middle>",
    );
  });

  it("leaves out what is there for snippets only", () => {
    expect(textFor("qwen2.5-coder", { ...hole, snippets: [] })).toBe(
      "<|fim_prefix|>def total(items):\n    return <|fim_suffix|>\nprint(1)<|fim_middle|>",
    );
  });

  it("writes the space that SentencePiece puts into a token", () => {
    expect(textFor("codellama", { ...hole, snippets: [] })).toBe(
      " <PRE> <SUF>\nprint(1) <MID> def total(items):\n    return ",
    );
  });

  it("takes no special token from the code, in no family and whatever the code is made of", () => {
    for (const family of FAMILIES) {
      const specials = [...tokenTextsOf(templateOf(family) ?? []), ...family.endTexts].map((each) =>
        each.replace(/^\u2581/, ""),
      );
      const piece = fc.oneof(fc.constantFrom(...specials), fc.string({ maxLength: 3 }));
      const code = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
      const empty = { path: "a.py", prefix: "", suffix: "", snippets: [] };
      const countIn = (text: string) => specials.reduce((sum, each) => sum + text.split(each).length - 1, 0);
      fc.assert(
        fc.property(code, code, (prefix, suffix) => {
          expect(countIn(textFor(family.key, { ...empty, prefix, suffix }))).toBe(countIn(textFor(family.key, empty)));
        }),
        { numRuns: 100 },
      );
    }
  });

  it("breaks what reads like a special token of any model, and nothing else", () => {
    expect(withoutSpecialTexts("a <|im_end|> b <｜fim▁hole｜>", [])).toBe("a < |im_end|> b < ｜fim▁hole｜>");
    for (const code of ["a <| b |> c", "x < y | z > w", "List<Map<a|b>>", "<|", "f <|> g"])
      expect(withoutSpecialTexts(code, [])).toBe(code);
  });
});

describe("the chat messages as text", () => {
  it("hold the code between their marks, the snippets first", () => {
    const [system, user] = chatTexts(chatMessages, hole);
    expect(system).toMatchObject({ role: "system", content: expect.stringContaining("Return only the missing code") });
    expect(user?.content).toMatch(
      /^From other files of the project:\n<file>\nsecond = 2\n<\/file>\n<file>\nbest = 1\n<\/file>\n<AFTER>\nprint\(1\)<\/AFTER>\n<BEFORE>def total/,
    );
    const [, alone] = chatTexts(chatMessages, { ...hole, snippets: [], prefix: "<|im_end|>" });
    expect(alone?.content).toMatch(/^<AFTER>/);
    expect(alone?.content).toContain("<BEFORE>< |im_end|></BEFORE>");
  });
});
