import { describe, expect, it } from "vitest";
import { colorsOf } from "../terminal.js";
import { renderSuggestion } from "./render-suggestion.js";

const render = (picture: string, text: string, env: NodeJS.ProcessEnv = {}) => {
  const start = picture.indexOf("█");
  const document = picture.replace("█", "");
  const colors = colorsOf({ isTTY: env["TERM"] === "xterm" }, env);
  return renderSuggestion({ text: document, suggestion: { text, start, end: start }, colors }).join("\n");
};

describe("a suggestion in its place", () => {
  it("stands between brackets among the numbered lines around it", () => {
    expect(render("def f(a):\n    return █\n\nprint(f(1))\n", "a + 1")).toBe(
      ["1 │ def f(a):", "2 │     return ⟦a + 1⟧", "3 │", "4 │ print(f(1))"].join("\n"),
    );
  });

  it("shows five lines before and two after, with their own numbers", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line${at + 1}`);
    lines[9] += "█";
    expect(render(lines.join("\n"), "!")).toBe(
      [
        " 5 │ line5",
        " 6 │ line6",
        " 7 │ line7",
        " 8 │ line8",
        " 9 │ line9",
        "10 │ line10⟦!⟧",
        "11 │ line11",
        "12 │ line12",
      ].join("\n"),
    );
  });

  it("has a plus in place of a number on new lines, and the rest of the line after the last one", () => {
    expect(render("call(█)", "\n    a,\n    b,\n")).toBe(
      ["1 │ call(", "+ │     ⟦a,⟧", "+ │     ⟦b,⟧", "+ │ )"].join("\n"),
    );
  });

  it("is shown for files with line breaks of two characters, at either end, and in an empty file", () => {
    expect(render("a = 1\r\nb = █\r\nc = 3\r\n", "2")).toBe(["1 │ a = 1", "2 │ b = ⟦2⟧", "3 │ c = 3"].join("\n"));
    expect(render("█", "x")).toBe("1 │ ⟦x⟧");
    expect(render("█\n", "x")).toBe("1 │ ⟦x⟧");
    expect(render("a\n█", "x")).toBe(["1 │ a", "2 │ ⟦x⟧"].join("\n"));
  });

  it("cuts long lines and shows control characters as pictures", () => {
    const shown = render(`\u001b[31m${"x".repeat(5_000)}█${"y".repeat(5_000)}`, "!");
    expect(shown.length).toBeLessThan(450);
    expect(shown).toContain("x⟦!⟧y");
    expect(render("# \u001b[2Jhidden\nx = █", "1\u0007")).toBe(["1 │ # ␛[2Jhidden", "2 │ x = ⟦1␇⟧"].join("\n"));
  });

  it("is coloured instead where there are colours", () => {
    expect(render("x = █", "1", { TERM: "xterm" })).toContain("x = \u001b[32m1\u001b[39m");
    expect(render("x = █", "1", { TERM: "xterm", NO_COLOR: "1" })).toBe("1 │ x = ⟦1⟧");
  });
});
