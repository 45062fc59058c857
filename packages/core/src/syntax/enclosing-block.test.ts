import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENOUGH, enclosingBlock, TOO_LARGE } from "./enclosing-block.js";
import { recipeOf } from "./recipes/recipes.js";
import type { SyntaxRecipe } from "./syntax-recipe.js";

/** The block around the completion between two `█`, as a picture. */
function blockOf(picture: string, languageId: string): string | null {
  const [before = "", text = "", after = ""] = picture.split("█");
  const block = enclosingBlock({ before, text, after, languageId }, recipeOf(languageId) as SyntaxRecipe);
  return block === null ? null : `${block.before}█${text}█${block.after}`;
}

const manyPython = "def other():\n    return 1\n\n\n".repeat(400);
const manyBraces = "function other() {\n  return 1;\n}\n\n".repeat(400);

describe("the enclosing block", () => {
  it("is the whole text where that is small", () => {
    const picture = "a = 1\n\n\ndef f():\n    █b█\n\n\nc = 1\n";
    expect(blockOf(picture, "python")).toBe(picture);
  });

  it.each([
    ["a function", "def f(\n    a,\n):\n    █b█\n    c\n\n"],
    ["its decorators", "@d\n@e\ndef f():\n    █b█\n"],
    ["both branches", "if a:\n    b\nelse:\n    █c█\n"],
    ["what follows at the same statement", "try:\n    █a█\nexcept E:\n    b\n\n"],
    ["a string at the left edge", 'def f():\n    """Do.\n\nIt.\n    """\n    █a█\n\n'],
    ["a statement at the left edge", "█x = 1█\n"],
  ])("in Python is %s", (_, block) => {
    const [before = "", rest = ""] = [block.slice(0, block.indexOf("█")), block.slice(block.indexOf("█"))];
    expect(blockOf(`${manyPython}${before}${rest}z = 1\n${manyPython}`, "python")).toBe(block);
  });

  it.each([
    ["a function", "function f(a) {\n  █b();█\n}\n\n"],
    ["an element of a table", "const a = {\n  █b: 1,█\n};\n"],
    ["a call with a block", "describe('a', () => {\n  █b();█\n});\n"],
  ])("with braces is %s", (_, block) => {
    const [before = "", rest = ""] = [block.slice(0, block.indexOf("█")), block.slice(block.indexOf("█"))];
    expect(blockOf(`${manyBraces}${before}${rest}const z = 1;\n${manyBraces}`, "typescript")).toBe(block);
  });

  it("begins with the statement where a comment stands above it", () => {
    const sibling = "    if (a) {\n      b();\n    }\n".repeat(200);
    const picture = `int f(int a)\n{\n  if (c) {\n${sibling}  } else {\n    █/*\n     * Why.\n     */\n    return 1;█\n  }\n}\n`;
    expect(blockOf(picture, "c")).toMatch(/^int f\(int a\)\n\{\n\{\n {4}█\/\*\n/);
    const within = picture.replace("█/*", "/*").replace("Why", "█Why");
    expect(blockOf(within, "c")).toMatch(/^int f\(int a\)\n\{\n\{\n {4}\/\*\n/);
  });

  it("leaves out the other members of a large class", () => {
    const members = "    def other(self):\n        return 1\n\n".repeat(200);
    expect(blockOf(`class A(B):\n${members}    def f(self):\n        █x = 1█\n\n${members}`, "python")).toBe(
      "class X:\n    def f(self):\n        █x = 1█\n\n",
    );
    const methods = "  public int other() {\n    return 1;\n  }\n\n".repeat(200);
    expect(blockOf(`class A extends B {\n${methods}  int f() {\n    █return 1;█\n  }\n\n${methods}}\n`, "java")).toBe(
      "class A extends B {\n  int f() {\n    █return 1;█\n  }\n\n\n}\n",
    );
  });

  it("has the header to a brace on a line of its own", () => {
    const methods = "  void Other()\n  {\n    G();\n  }\n\n".repeat(200);
    expect(blockOf(`class A : B\n{\n${methods}  int F()\n  {\n    █return 1;█\n  }\n\n${methods}}\n`, "csharp")).toBe(
      "class A : B\n{\n  int F()\n  {\n    █return 1;█\n  }\n\n\n}\n",
    );
  });

  it("closes by words what words close", () => {
    const methods = "  def other\n    g if @a\n  end\n\n".repeat(200);
    expect(
      blockOf(
        `module A\n class B < C\n${methods}  def f(x)\n    @b = x\n    █return 1█\n  end\n\n${methods} end\nend\n`,
        "ruby",
      ),
    ).toBe("module X\nclass X\n  def f(x)\n    @b = x\n    █return 1█\n  end\n\n\nend\nend\n");
  });

  it("gives up on a block that cannot be narrowed down", () => {
    expect(blockOf(`x = [\n${"    1,\n".repeat(TOO_LARGE / 4)}    █2█\n]\n`, "python")).toBeNull();
  });

  it("takes no longer below a line of megabytes, which may open a block", () => {
    const siblings = "  other();\n".repeat(3_000);
    const before = `const rows = read(${"f(a), ".repeat(3_000_000)}() => {\n${siblings}  `;
    const request = { before, text: "x = 1;", after: `\n${siblings}`, languageId: "typescript" };
    const startedAt = performance.now();
    expect(enclosingBlock(request, recipeOf("typescript") as SyntaxRecipe)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("is small, or null, for any text, and never throws", () => {
    const unit = fc.constantFrom(
      "a",
      " ",
      "    ",
      "\n",
      "def f():\n",
      "}\n",
      "{\n",
      "(",
      ")",
      '"""',
      "else:\n",
      "@d\n",
      "#",
      "'",
      "`",
    );
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 300 }),
        fc.string({ unit, maxLength: 20 }),
        fc.string({ unit, maxLength: 300 }),
        fc.constantFrom("python", "typescript", "java", "go", "cpp", "rust", "csharp", "ruby", "php"),
        (before, text, after, languageId) => {
          const recipe = recipeOf(languageId) as SyntaxRecipe;
          const around = { before: before.repeat(30), after: after.repeat(30) };
          const block = enclosingBlock({ ...around, text, languageId }, recipe);
          if (block === null) return;
          expect(block.before.length + block.after.length).toBeLessThanOrEqual(Math.max(ENOUGH, TOO_LARGE));
          const lineStart = around.before.slice(around.before.lastIndexOf("\n") + 1);
          expect(block.before.endsWith(lineStart)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
