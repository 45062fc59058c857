import { beforeAll, describe, expect, it } from "vitest";
import { textParserOf } from "./text-parsers.js";

/** `parses`, `unfinished`, `broken`, or `unclear`. */
async function stateOf(languageId: string, text: string): Promise<string> {
  const parser = await textParserOf(languageId);
  if (parser === null) return "unknown";
  const problems = parser(text, languageId);
  if (problems.length === 0) return "parses";
  if (problems.some((each) => each.isUnfinished === false)) return "broken";
  return problems.every((each) => each.isUnfinished) ? "unfinished" : "unclear";
}

/** Loading and warming up some of them takes seconds on a busy machine. */
const LOADING_MS = 180_000;
beforeAll(async () => {
  for (const languageId of ["python", "typescript", "go", "java", "cpp", "rust", "csharp", "ruby", "php"])
    await stateOf(languageId, "");
}, LOADING_MS);

const go = (body: string) => `package p\nfunc f() {\n${body}`;
const java = (body: string) => `class A {\n  void f() {\n${body}`;
const cpp = (body: string) => `#if X\nvoid f() {\n${body}`;

describe("what the parsers say", () => {
  it.each([
    ["python", "x = [1,\n     2]\n", "parses"],
    ["python", "match x:\n    case {'a': 1}:\n        pass\n", "parses"],
    ["python", "type X[T] = list[T]\n", "parses"],
    ["python", "f = f'{a!r:>{width}} {b['c']}'\n", "parses"],
    ["python", "if a:\n    x\n  y\n", "broken"],
    ["python", "def f():\nreturn 1\n", "broken"],
    ["python", "print 1\n", "broken"],
    ["python", "x = 'abc\n", "broken"],
    ["python", "x = foo.\n", "broken"],
    ["python", "x = foo.", "unfinished"],
    ["python", "x = 'abc", "unfinished"],
    ["python", "x = '''abc\n", "unfinished"],
    ["python", "f(a,\n", "unfinished"],
    ["python", "def f():\n    # later\n", "unfinished"],
    ["python", "try:\n    x\n", "unfinished"],
    ["python", "@decorated\n", "unfinished"],
    ["python", "def f(\n    a,\n    *,\n", "unfinished"],
    ["python", "f(\n    a=1,\n    b\n", "unfinished"],
    ["python", "f(a=1, b, c=2\n", "broken"],
    ["python", "x = a % \\\n", "unfinished"],
    ["typescript", "const x: Map<string, number[]> = new Map();\n", "parses"],
    ["typescript", "const x: = 1;\nconst y = 2;\n", "broken"],
    ["typescript", "const x = 'abc\n", "broken"],
    ["typescript", "foo(a));\nbar();\n", "broken"],
    ["typescript", "const x", "unfinished"],
    ["typescript", "const f = (a, b) =>", "unfinished"],
    ["typescript", "a.b?.", "unfinished"],
    ["typescript", "const x = `a ${b", "unfinished"],
    ["typescript", "if (a) {\n  b();\n", "unfinished"],
    ["typescript", "try { a(); }\n", "unfinished"],
    ["typescriptreact", "const a = <div b={c}>text</div>;\n", "parses"],
    ["typescriptreact", "const a = <div>\n  <p>don't", "unfinished"],
    ["typescriptreact", "const a = <div></p>;\n", "broken"],
    ["javascript", "module.exports = { a, ...b };\nreturn;\n", "parses"],
    ["javascript", "export default await x;\n", "parses"],
    ["javascript", "const = 1;\nx();\n", "broken"],
    ["go", go("\tx := []int{1}\n}\n"), "parses"],
    ["go", go("\ty y\n}\n"), "broken"],
    ["go", go('\tx := "é" y\n}\n'), "broken"],
    ["go", go(`${"\ty y\n".repeat(20)}}\n`), "broken"],
    ["go", go("\tx := f(a\n"), "broken"],
    ["go", go("\tx := f(a,\n"), "unfinished"],
    ["go", go("\tx := `abc\n"), "unfinished"],
    ["go", go("\tif x {\n"), "unfinished"],
    ["go", go("\tdefer func() {\n\t\tif x {\n\t\t}\n\t\t// y\n"), "unfinished"],
    ["java", java("    x();\n  }\n}\n"), "parses"],
    ["java", "record P(int x) { }\n", "parses"],
    ["java", java("    x x x;\n  }\n}\n"), "broken"],
    ["java", java("    foo(a;\n"), "broken"],
    ["java", java("    for (int i = 0;"), "unfinished"],
    ["java", java("    try {\n      x();\n"), "unfinished"],
    ["java", java("    int[][] x = { {1},\n      {2}"), "unfinished"],
    ["java", java("    int x ="), "unfinished"],
    ["java", java("    int x = = "), "broken"],
    ["java", "class A { int x; } int y = 1 +;\n", "broken"],
    ["java", "class A { A() { check(); super(); } }\n", "parses"],
    ["java", java("    run(() -> {\n      x();\n"), "unfinished"],
    ["cpp", cpp("  x();\n}\n#endif\n"), "parses"],
    ["cpp", cpp("  x();\n"), "unfinished"],
    ["cpp", cpp("  x x x x;\n"), "broken"],
    ["cpp", cpp("  x = f(a,\n    b"), "unfinished"],
    ["cpp", cpp("  x = f(a;\n"), "broken"],
    ["cpp", "/* a comment\n", "unfinished"],
    ["cpp", '#include "a.h\n', "broken"],
    ["c", "struct point { int x; };\nint f(void) { return g(); }\n", "parses"],
    ["c", "int f(void) { return g(; }\n", "broken"],
    ["rust", "fn f() -> u8 { match x { Some(_) => 1, None => 0 } }\n", "parses"],
    ["rust", "fn f() { let = 1; }\n", "broken"],
    ["rust", "fn f() { let x = Some(\n", "unfinished"],
    ["rust", 'fn f() { let x = br"a b\n', "unfinished"],
    ["csharp", "namespace A\n{\n  class B : C\n  {\n    int X { get; set; }\n  }\n}\n", "parses"],
    ["csharp", "class A {\n  void F() {\n    var x = from a in b select", "unfinished"],
    ["csharp", "class A {\n  void F() {\n    x = G(1;\n", "broken"],
    ["csharp", "class A {\n  A(B b) : base(b)\n", "unfinished"],
    ["ruby", "def f(a, *b, c: 1)\n  a.each { |x| puts x } if b\nend\n", "parses"],
    ["ruby", "class A < B\n  def f\n    x = g(1,\n", "unfinished"],
    ["ruby", "class A < B\n  def f\n    x\n", "unfinished"],
    ["ruby", "def f\n  x = g(1\nend\n", "broken"],
    ["ruby", "def f\n  x = ]\nend\n", "broken"],
    ["php", "<p>don't</p>\n<?php if ($a): ?>\n<b>\n<?php endif; ?>\n", "parses"],
    ["php", "<?php\nclass A {\n    public function f(?int $a): void {\n        $x = [1, ", "unfinished"],
    ["php", "<?php\nclass A {\n    public function f() {\n        $x = g(1;\n", "broken"],
    ["cobol", "MOVE A TO B.", "unknown"],
  ])("%s: %j %s", async (languageId, text, expected) => {
    expect(await stateOf(languageId, text)).toBe(expected);
  });

  it("name the place of a problem in UTF-16 units", async () => {
    const python = await textParserOf("python");
    expect(python?.("a = '😀'; b c\n", "python")).toMatchObject([{ start: 12, isUnfinished: false }]);
    const golang = await textParserOf("go");
    expect(golang?.('package p\nvar x = "é😀" y\n', "go")).toMatchObject([{ start: 24, isUnfinished: false }]);
    const cpp = await textParserOf("cpp");
    expect(cpp?.('// 😀\nchar x = "é😀" y;\n', "cpp")).toMatchObject([{ start: 21, isUnfinished: false }]);
  });
});
