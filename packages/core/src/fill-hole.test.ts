import { describe, expect, it } from "vitest";
import { fillHole, type Hole } from "./fill-hole.js";
import { ScriptedModel } from "./testing.js";

const hole = (picture: string, more: Partial<Hole> = {}): Hole => {
  const [prefix = "", suffix = ""] = picture.split("█");
  const code = { prefix, suffix, snippets: [], path: "stock.py", languageId: "python" };
  return { ...code, draft: "", stopMode: "statement", maxTokens: 32, ...more };
};
const unaborted = () => new AbortController().signal;

/** The prompt's ordinary characters; special tokens are spaces of a picture. */
const pictureOf = (prompt: Int32Array) =>
  [...prompt].map((id) => (id < 16 ? `⟨${id}⟩` : String.fromCodePoint(id - 16))).join("");

describe("filling a hole", () => {
  it("ends with the statement, as the editor's request would", async () => {
    const model = new ScriptedModel([{ after: "return ", answer: "total(\n    a)\nprint(1)" }]);
    const filled = await fillHole(model, hole("def f(a):\n    return █\n"), unaborted());
    expect(filled).toMatchObject({ text: "total(\n    a)", stopReason: "statement" });
  });

  it("verifies the draft in one pass, and answers the same without it", async () => {
    const model = () => new ScriptedModel([{ after: "x = ", answer: "alpha + beta" }]);
    const plain = await fillHole(model(), hole("x = █"), unaborted());
    const drafted = await fillHole(model(), hole("x = █", { draft: "alpha + gamma" }), unaborted());
    expect(drafted.text).toBe(plain.text);
    expect(drafted).toMatchObject({ draftOffered: 13, draftAccepted: 8 });
    expect(drafted.forwardPasses).toBeLessThan(plain.forwardPasses);
  });

  it("gives a model beside which a copy counts its own, whatever the caller drafts", async () => {
    const model = new ScriptedModel([{ after: "x = ", answer: "alpha" }], { profile: { draftWeight: 0.4 } });
    const snippets = [{ path: "a.py", text: "x = beta\n" }];
    await fillHole(model, hole("x = █", { snippets, draft: "gamma" }), unaborted());
    expect(model.requests[0]).toMatchObject({ draft: "beta", draftWeight: 0.4 });
    await fillHole(model, hole("x = █", { draft: "gamma" }), unaborted());
    expect(model.requests[1]).toMatchObject({ draft: "gamma", draftWeight: 0 });
  });

  it("heals the word at the hole where the model wants it", async () => {
    const model = new ScriptedModel([{ after: "value", answer: "s = 1" }], { profile: { tokenHealing: true } });
    expect(await fillHole(model, hole("value█"), unaborted())).toMatchObject({ text: "s = 1" });
    expect(model.requests[0]?.healedText).toBe("value");
  });

  it("lays out snippets, suffix and prefix, and leaves out what does not fit", async () => {
    const model = new ScriptedModel([{ after: "here", answer: "" }], { profile: { contextTokens: 512 } });
    const snippets = [
      { path: "a.py", text: "best" },
      { path: "b.py", text: "x".repeat(200) },
      { path: "c.py", text: "third" },
    ];
    const picture = `${"a".repeat(900)}here█${"b".repeat(900)}`;
    const filled = await fillHole(model, hole(picture, { snippets, maxTokens: 16 }), unaborted());
    const prompt = pictureOf(model.requests[0]?.prompt ?? new Int32Array());
    expect(prompt).toMatch(/^⟨4⟩third⟨4⟩best⟨2⟩b{80,}⟨1⟩a{200,}here⟨3⟩$/);
    expect(filled.promptTokens).toBeLessThanOrEqual(512 - 16);
  });

  it("takes the caller's brackets and strings over what the prefix alone shows", async () => {
    const model = new ScriptedModel([{ after: "x", answer: "\ny)\nz" }]);
    const inside = { brackets: "(", quote: null, comment: "none" } as const;
    const lexical = { lexical: inside, lineLexical: inside };
    expect(await fillHole(model, hole("x█", { lexical }), unaborted())).toMatchObject({ text: "\ny)" });
  });

  it("refuses a context without room, in words", async () => {
    const model = new ScriptedModel([], { profile: { contextTokens: 64 } });
    await expect(fillHole(model, hole("x█"), unaborted())).rejects.toMatchObject({ code: "context-too-small" });
  });
});
