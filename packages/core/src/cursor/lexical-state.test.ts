import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, PLAIN_TEXT, syntaxOf } from "./language-syntax.js";
import { lexicalStateAfter, scan } from "./lexical-state.js";

/** Brackets, quote and comment in one word, for example `([ """ none`. */
function stateOf(text: string, languageId: string): string {
  const { brackets, quote, comment } = lexicalStateAfter(text, syntaxOf(languageId));
  return `${brackets || "-"} ${quote ?? "-"} ${comment}`;
}

describe("the lexical state after a text", () => {
  it.each([
    ["python", "f(a, [b, {", "([{ - none"],
    ["python", "f(a, [b])", "- - none"],
    ["python", "f(')' # (", "( - line"],
    ["python", "f(')' # (\n", "( - none"],
    ["python", 'x = """a (\n', '- """ none'],
    ["python", 'x = """a" (""" + (', "( - none"],
    ["python", "x = 'it\\'s ('", "- - none"],
    // A raw string ends where another one does: its backslash protects the quote too.
    ["python", "x = r'it\\'s ('", "- - none"],
    ["python", "x = 'unfinished (\ny = (", "( - none"],
    ["python", "x = 'goes on \\\n (", "- ' none"],
    ["python", "x = 'goes on \\\r\n (", "- ' none"],
    ["python", "f(a]", "( - none"],
    ["python", "f(a[0)", "- - none"],
    ["python", "a)", "- - none"],
    ["typescript", "f(`a ${b + g(", "($( - none"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    ["typescript", "f(`a ${b} (", "( ` none"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    ["typescript", "f(`a ${ {b: 1} } (`", "( - none"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code
    ["typescript", "`${`${x}(`}(`", "- - none"],
    ["typescript", 'a = /[(/"]/ + (', "( - none"],
    ["typescript", "a = b / c(d) / (", "( - none"],
    ["typescript", "return /'/.test(", "( - none"],
    ["typescript", "s.replace(/\\(/g, ", "( - none"],
    ["typescript", "/* ( */ [ // {", "[ - line"],
    ["typescript", "/* (", "- - block"],
    ["typescriptreact", "<div>{a}</div>;(", "( - none"],
    ["rust", "fn f<'a>(x: &'a str) { '\"'; '{'; '\\''; (", "{( - none"],
    ["rust", 'let s = r#"a "quoted" \\"#; (', "( - none"],
    ["rust", 'let s = r"\\"; (', "( - none"],
    ["c", "char c = '\"'; f('\\'', (", "(( - none"],
    ["cpp", "int n = 1'000; f(", "( - none"],
    ["cpp", 'auto s = R"(a" ( )"; (', "( - none"],
    ["go", "s := `\\` + f(", "( - none"],
    ["csharp", 's = @"C:\\"; f(', "( - none"],
    ["java", 'String s = """\n  "(" {\n', '- """ none'],
    ["shellscript", "if [ $# -gt 0 ]; then f $(", "( - none"],
    ["shellscript", "echo '\\' # (", "- - line"],
    ["ruby", 'x = "#{a} (', '- " none'],
    ["plaintext", "don't (", "( - none"],
  ])("%s: %j is %j", (languageId, text, expected) => {
    expect(stateOf(text, languageId)).toBe(expected);
  });

  it("tells where code ends before a comment, and how far brackets were closed", () => {
    const python = syntaxOf("python");
    expect(scan("  f(x)  # note", python).codeEnd).toBe("  f(x)".length);
    expect(scan("  # note", python).codeEnd).toBe(0);
    expect(scan('"# no comment"', python).codeEnd).toBe('"# no comment"'.length);
    const inside = { brackets: "([", quote: null, comment: "none" } as const;
    expect(scan("a], (b)", python, inside).lowestDepth).toBe(1);
    expect(scan("a, (b)", python, inside).lowestDepth).toBe(2);
  });

  it.each([
    ["a], (b))", false],
    ["a)", true],
    ["(a], b", true],
    ["a])}", false],
  ])("tells whether %j, inside of ([, closes brackets that are not its own", (text, expected) => {
    const inside = { brackets: "([", quote: null, comment: "none" } as const;
    expect(scan(text, syntaxOf("python"), inside).isCrossed).toBe(expected);
  });

  const languageIds = [...Object.keys(LANGUAGES), "plaintext"];
  const pieces = fc.constantFrom(
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "`",
    "${",
    "\n",
    "\r\n",
    "x",
    " ",
    "1",
    "=",
    ",",
  );
  const more = fc.constantFrom('"""', "'''", "//", "/*", "*/", "#", "\\", "/", "r#", "@", "$", "\ud800", "😀", "\0");

  it("takes any text in any language, and never forgets that it must be plain data", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languageIds),
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(fc.oneof(pieces, more)).map((each) => each.join("")),
        ),
        (languageId, text) => {
          const result = scan(text, syntaxOf(languageId));
          expect(structuredClone(result)).toEqual(result);
          expect(result.codeEnd).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });

  it("is the same whether the text is scanned at once or line by line", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...languageIds),
        fc.array(fc.array(fc.oneof(pieces, more), { maxLength: 8 }).map((each) => `${each.join("")}x\n`)),
        (languageId, lines) => {
          const syntax = syntaxOf(languageId);
          const stepped = lines.reduce((state, line) => lexicalStateAfter(line, syntax, state), scan("", syntax).state);
          expect(stepped).toEqual(lexicalStateAfter(lines.join(""), syntax));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("knows only brackets of an unknown language, whatever its name", () => {
    expect(syntaxOf("constructor")).toBe(PLAIN_TEXT);
    expect(syntaxOf("__proto__")).toBe(PLAIN_TEXT);
  });
});
