import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOfAnswer, fencedCode } from "./chat-answer.js";

/** An answer as a picture: `|` between its tokens. */
const codeOf = (picture: string) => codeOfAnswer(picture.split("|").map((text) => ({ text })));

describe("codeOfAnswer", () => {
  it("is the whole answer where there is no fence", () => {
    expect(codeOf("return| a| + b")).toEqual({ text: "return a + b", firstToken: 0, endToken: 3 });
  });

  it("begins after an opening fence with its language, and ends before the closing one", () => {
    expect(codeOf("```|python|\n|return| a|\n|```")).toEqual({ text: "return a", firstToken: 3, endToken: 5 });
  });

  it("begins inside the token that holds the end of the fence's line", () => {
    expect(codeOf("```|py\n    ret|urn a\n```")).toEqual({ text: "    return a", firstToken: 1, endToken: 3 });
  });

  it("needs no closing fence: the answer may have been cut", () => {
    expect(codeOf("```\n|x = |1")).toEqual({ text: "x = 1", firstToken: 1, endToken: 3 });
  });

  it("leaves out words before the fence and after it", () => {
    expect(codeOf("Here| it is:\n\n|```js\n|f()|;\n|```|\nThat| calls f.")).toEqual({
      text: "f();",
      firstToken: 3,
      endToken: 5,
    });
  });

  it("keeps the indentation of the first line", () => {
    expect(codeOf("```python\n|        return| x\n|```").text).toBe("        return x");
  });

  it("takes a single fence after the code for its end", () => {
    expect(codeOf("return x|\n```")).toEqual({ text: "return x", firstToken: 0, endToken: 1 });
  });

  it("has no token where there is no code yet", () => {
    expect(codeOf("```|python|\n")).toEqual({ text: "", firstToken: 3, endToken: 3 });
    expect(codeOf("```|py")).toEqual({ text: "", firstToken: 2, endToken: 2 });
    expect(codeOfAnswer([])).toEqual({ text: "", firstToken: 0, endToken: 0 });
  });

  it("does not take backticks inside a line for a fence", () => {
    expect(codeOf("s = |'```'").text).toBe("s = '```'");
  });

  it("handles tildes and Windows line breaks", () => {
    expect(codeOf("~~~c\r\n|int x;\r\n|~~~").text).toBe("int x;");
  });

  it.each([
    ["```python\n    return x\n```", "    return x"],
    ["Here is the missing code:\n\n```python\nreturn x\n```\n\nIt returns x.", "return x"],
    ["```\nreturn x", "return x"],
    ["````md\n```py\nx\n```\n````", "```py\nx\n```"],
    ["```python title=x.py\nx\n```", "x"],
    ["Sure! Here is the code:\nreturn x", "return x"],
    ["Here is the code:\n\n    return x", "    return x"],
    ["Here is the code:\nreturn x\n```", "return x"],
    ["`return x`", "return x"],
    ["Sure:\n`return x`", "return x"],
    ["return x", "return x"],
    ["    return `x`", "    return `x`"],
  ])("takes the code out of %j", (answer, expected) => {
    expect(codeOf(answer).text).toBe(expected);
  });

  it("counts tokens from the code on where a line announces it", () => {
    expect(codeOf("Sure|!\n|return| x")).toEqual({ text: "return x", firstToken: 2, endToken: 4 });
  });

  it("knows nothing of the code while no fence has opened it", () => {
    expect(["Sure", "Sure:\n", "Sure:\n```"].map(fencedCode)).toEqual([null, null, null]);
    expect(["```", "```py", "```py\nret", "Sure:\n```py\nret"].map(fencedCode)).toEqual(["", "", "ret", "ret"]);
  });

  it("costs little for a long line of anything", () => {
    const startedAt = performance.now();
    for (const hostile of ["`", "~", " ", "```", "sure ", "``` "]) codeOf(hostile.repeat(20_000));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it("finds code in its tokens, however the answer is cut into tokens", () => {
    const lines = fc.array(fc.stringMatching(/^[A-Z =()]*$/), { minLength: 1, maxLength: 4 });
    const opening = fc.constantFrom("", "```\n", "```python\n", "Sure:\n```python\n");
    fc.assert(
      fc.property(lines, opening, fc.array(fc.nat(60), { maxLength: 8 }), (code, fence, cuts) => {
        const text = code.join("\n");
        fc.pre(text !== "" && text.trim() !== "");
        const answer = fence + text + (fence === "" ? "" : "\n```");
        const at = [...new Set([0, ...cuts.filter((cut) => cut < answer.length), answer.length])].sort((a, b) => a - b);
        const tokens = at.slice(1).map((end, index) => ({ text: answer.slice(at[index], end) }));
        const found = codeOfAnswer(tokens);
        expect(found.text).toBe(text);
        const covered = tokens.slice(found.firstToken, found.endToken).map((token) => token.text);
        expect(covered.join("")).toContain(text);
        // The first and the last of them hold code themselves.
        expect(covered.slice(1).join("").length).toBeLessThan(covered.join("").length);
        expect(covered.slice(1).join("")).not.toContain(text);
        expect(covered.slice(0, -1).join("")).not.toContain(text);
      }),
    );
  });
});
