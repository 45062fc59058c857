import { checkInsertion, checkStrictly, type Insertion } from "@nearfirst/core";
import { beforeAll, describe, expect, it } from "vitest";
import { localSyntaxParser } from "./local-syntax-parser.js";

const never = new AbortController().signal;

/** Loading and warming up some of them takes seconds on a busy machine. */
const LOADING_MS = 180_000;
beforeAll(async () => {
  for (const languageId of ["python", "typescript", "go", "java", "cpp", "rust", "csharp", "ruby", "php"])
    await localSyntaxParser.parse("", languageId, never);
}, LOADING_MS);

/** From a picture with the completion between two `█`. */
function insertionOf(picture: string, languageId: string, extent: Insertion["extent"]): Insertion {
  const [before, text, after, ...more] = picture.split("█");
  if (before === undefined || text === undefined || after === undefined || more.length > 0)
    throw new Error("a picture has two █, around the completion");
  return { languageId, before, text, after, extent };
}

async function verdictOf(picture: string, languageId: string, extent: Insertion["extent"] = "statement") {
  return (await checkInsertion(localSyntaxParser, insertionOf(picture, languageId, extent), never)).kind;
}

describe("the differential gate on Python", () => {
  it.each([
    ["a statement in its place", "def f():\n    █x = 1█\n    return x\n"],
    ["one with only the left context", "def f():\n    █x = 1█"],
    ["a header whose block is not written", "def f():\n    █if a:█\n\n\ndef g():\n    pass\n"],
    ["one in a try whose handler stands", "try:\n    █if a:█\nexcept E:\n    pass\n"],
    ["arguments that the text after closes", "f(█a, b█)\n"],
    ["a docstring that the text after closes", 'def f():\n    """█Do it.█\n    """\n'],
    ["a file with CRLF", "def f():\r\n    █if a:█\r\n\r\n\r\ndef g():\r\n    pass\r\n"],
    ["a line in a broken file", "def g(:\n    pass\n\n\ndef f():\n    █x = 1█\n    return x\n\n\nclass (\n"],
    [
      "a nonlocal name, in a large block",
      `def f():\n    a = 1\n${"    b = 2\n".repeat(600)}    def g():\n        █nonlocal a█\n`,
    ],
  ])("lets through %s", async (_, picture) => {
    expect(await verdictOf(picture, "python")).toBe("valid");
  });

  it.each([
    ["an operator without a value", "def f():\n    █x = 1 +█\n    return x\n"],
    ["wrong indentation", "def f():\n    a = 1\n█      x = 1█\n    return x\n"],
    ["a missing colon", "def f():\n    █if a█\n        b\n"],
    ["a bracket too many", "def f():\n    █x = g(1))█\n    return x\n"],
    ["in a file with CRLF", "def f():\r\n    █x = 1 +█\r\n    return x\r\n"],
    ["a string without its end", "def f():\n    █x = 'abc█\n    return x\n"],
    ["a bracket too many before one that stands", "x = f(█a)█)\ny = 1\n"],
    ["with nothing after it", "def f():\n    █x = = 1█"],
    ["a bracket that nothing closes", "def f():\n    █x = g(1█\n    return x\n"],
    [
      "a bracket that nothing closes, at the end of a block",
      `${"def g():\n    return 1\n\n\n".repeat(400)}def f():\n    █return g(1█\n\n\ndef h():\n    pass\n`,
    ],
    ["two arguments without a comma", "f(\n    a,\n    █b c,█\n    d,\n)\n"],
    ["an argument by keyword that has no value", "f(\n    a,\n    █b=,█\n    d=1,\n)\n"],
    ["in a broken file", "def g(:\n    pass\n\n\ndef f():\n    █x = = 1█\n    return x\n\n\nclass (\n"],
    [
      "in a large file",
      `${"def g():\n    return 1\n\n\n".repeat(900)}def f():\n    █x = g(1))█\n    return x\n\n\n${"a = 1\n".repeat(4_000)}`,
    ],
  ])("catches %s", async (_, picture) => {
    expect(await verdictOf(picture, "python")).toBe("invalid");
  });

  it.each([
    ["a bracket that a later line may close", "def f():\n    █x = g(1,█\n    return x\n"],
    ["a string that a later line may close", 'def f():\n    █x = """abc█\n    return x\n'],
  ])("takes an open end as unfinished: %s", async (_, picture) => {
    expect(await verdictOf(picture, "python", "open")).toBe("valid");
  });

  it.each([
    ["a decorator", "class A:\n    █@property█\n    x = 1\n"],
    ["an argument after which the closing bracket may be missing", "f(\n    a,\n    █b█\n    c,\n)\n"],
    ["a line whose block, further down, lost its header", "def f():\n    █x = 1█\n        y = 2\n"],
    ["`else` whose `elif` comes after it", "if a:\n    b\n█else:█\n    c\nelif d:\n    e\n"],
    ["a block too large to check", `x = [\n${"    1,\n".repeat(4_000)}    █2 3█\n]\n`],
  ])("does not judge %s", async (_, picture) => {
    expect(await verdictOf(picture, "python")).toBe("unknown");
  });
});

describe("the differential gate on languages with braces", () => {
  it.each([
    ["java", "class A {\n  void f() {\n    █int x = 1;█\n    g(x);\n  }\n}\n"],
    ["java", "class A {\n  void f() {\n    █if (a) {█\n  }\n\n  void g() {\n  }\n}\n"],
    ["java", "class A {\n  █@Override█\n"],
    ["java", "class A {\n  void f() {\n    try {\n      █x();█\n"],
    ["cpp", `namespace a {\n\n${"void f() {\n  g(1);\n}\n\n".repeat(300)}█}  // namespace a█\n`],
    ["c", "█z_const char *const names[2] = {\n    (z_const char *)1,█\n"],
    ["c", "/* █one */\nlocal int f(int a) {█\n  int b = a;\n}\n"],
    ["go", `// License.\n\n█package p█\n\nfunc f() {\n${"\tx()\n".repeat(1_000)}}\n`],
    ["typescript", "type A<\n  B,\n  █C\n>█\n= D<\n  E\n>;\n"],
    ["cpp", "void f() {\n}\n\n}  // █namespace a█\n"],
    ["cpp", "A::A(int a,\n     int b)\n    █: b(b),█\n  c = b;\n}\n"],
    ["java", "enum A {\n  B, C;\n\n  █private int[] d;█\n  private int[ e;\n}\n"],
    ["java", "class A {\n  A() {\n    check();\n    █super();█\n"],
    ["rust", `fn f<I>(i: I)\nwhere\n    I: A,\n    █I::B: C,█\n{\n${"    g();\n".repeat(800)}}\n`],
    ["rust", "fn f<I>(i: I)\nwhere\n    I: A,\n    █I::B: C,█\n}\n"],
    ["rust", "fn f() -> u8 {\n    █self.g(1)█\n\nfn h() {}\n"],
    ["cpp", "namespace a {\nclass B {\n  void f() {\n    █int x = g(1);█\n"],
    ["typescript", "const a = {\n  █b: 1,█\n  c: 2,\n};\n"],
    ["typescript", "function f() {\n  █return g(█\n"],
    ["typescriptreact", "const a = (\n  <div>\n    █<p>█\n"],
    ["go", "package p\n\nfunc f() {\n\t█x := g(1)█\n\treturn x\n}\n"],
    ["go", "package p\n\nfunc f() {\n\t█if x {█\n"],
    ["go", "package p\n\nfunc f() {\n\tswitch x {\n\t█case 'v':█\n\t\t\treturn\n\t\t}\n\t\tfallthrough\n"],
    [
      "go",
      'package p\n\nfunc f() {\n\t█y = y[1]█\n\tif i := g(a, "."; i > 0 {\n\t\tz\n\t}\n}\n\nfunc h() {\n\tg("%s", a)\n}\n',
    ],
    ["javascript", "describe('a', () => {\n  █it('b', () => {█\n});\n"],
    ["rust", "fn f() {\n    █let x = 1;█\n    g(x);\n}\n"],
    ["c", "int f(void) {\n  return 1;\n}\n\noff_t EXPORT █g(file a) {█\n  return 1;\n}\n"],
    ["c", "local int f(a, b) int a; { while (a)\n    if (b)\n        █a -= b;█\n    return a;\n}\n"],
    [
      "c",
      "static status w(buf_t         *buf,\n        █const rr_t *rr,█\n{\n  if (key(k) != 1) {\n    return 2;\n  }\n  return a(buf);\n}\n",
    ],
    ["c", "int f(void) {\n  █int class = 1;█\n  return class;\n}\n"],
    ["csharp", "class A\n{\n  void F()\n  {\n    █x = G(1);█\n    H();\n  }\n}\n"],
    [
      "csharp",
      `namespace N\n{\n  class A : B\n  {\n    █A(C c) : base(c)█\n    {\n    }\n${"    void F()\n    {\n    }\n".repeat(200)}  }\n}\n`,
    ],
    [
      "csharp",
      `class A\n{\n  void F()\n  {\n    switch (x)\n    {\n${"    case 1:\n    {\n      G();\n    }\n    break;\n".repeat(60)}    case 2:\n    {\n      G();\n    }\n    █break;█\n    }\n  }\n}\n`,
    ],
    ["csharp", "class A\n{\n#if B\n  █int x█\n#else\n  (\n#endif\n  int y;\n}\n"],
    ["csharp", "unsafe class A\n{\n  void F()\n  {\n    fixed (int* p = q)\n      █*((uint*)p) = 1;█\n  }\n}\n"],
    ["csharp", "class A\n{\n  void F()\n  {\n    █x?.Y = 1;█\n    if (x is [1, .. var r]) G();\n  }\n}\n"],
    ["csharp", "class A\n{\n  void F()\n  {\n    █if (x is [1, .. var r]) G();█\n  }\n}\n"],
    ["csharp", "static class A\n{\n  █extension(string s)█\n  {\n  }\n}\n"],
    ["ruby", "def f\n  █a = -> (b; c) { b }█\nend\n"],
    ["ruby", "class A\n  def f(a)\n    █return if a█\n    g\n  end\nend\n"],
    ["ruby", "class A\n  █def f(a)█\nend\n"],
    ["ruby", "class A\n  def f(a)\n    a.each do |x|\n      █g(x)█\n"],
    ["ruby", "class A\n  def f\n    a = <<~B\n      █don't (█\n    B\n  end\nend\n"],
    ["ruby", "def f\n  @a = 1\n  █end█\n"],
    ["php", "<?php\nclass A\n{\n    █public function f(): void█\n    {\n    }\n}\n"],
    ["php", "<?php\n$a = [\n    █'b' => 1,█\n    'c' => 2,\n];\n"],
    ["php", "<p>█don't (</p>█\n<?php f();\n"],
    ["php", `<?php\ninterface A\n{\n${"    public function f();\n".repeat(200)}    █public function g(): void;█\n}\n`],
  ])("lets right %s through: %j", async (languageId, picture) => {
    for (const extent of ["statement", "open"] as const)
      expect(["valid", "unknown"]).toContain(await verdictOf(picture, languageId, extent));
  });

  it.each([
    ["java", "class A {\n  void f() {\n    █int x = ;█\n    g(x);\n  }\n}\n"],
    ["java", "class A {\n  void f() {\n    █g(1;█\n    h();\n  }\n}\n"],
    ["java", "class A {\n  void f() {\n    █return x█\n  }\n}\n"],
    ["java", "█import a.b█\nimport a.c;\n"],
    ["java", `package p;\n\n█import a.b█\nimport a.c;\n\nclass A {\n${"  int f() { return 1; }\n".repeat(120)}}\n`],
    ["java", `package p;\n\n█}█\nclass A {\n${"  int f() { return 1; }\n".repeat(120)}}\n`],
    ["java", "class A {\n  void f() {\n    █a.g(1)█\n    h();\n  }\n}\n"],
    ["java", "class A {\n  void f() {\n    █g(1,█\n    h();\n  }\n}\n"],
    ["cpp", '█#include "a.h█\n#include "b.h"\n'],
    ["rust", "fn f() {\n    █let x = 1█\n    g(x);\n}\n"],
    ["cpp", "void f() {\n  █int x = g(1;█\n  h();\n}\n"],
    ["c", "void f(void) {\n  █x = = 1;█\n  h();\n}\n"],
    ["typescript", "function f() {\n  █const x = g(1));█\n  return x;\n}\n"],
    ["typescript", "const a = {\n  █b = ,█\n  c: 2,\n};\n"],
    ["javascript", "function f() {\n  █const = 1;█\n"],
    ["typescriptreact", "const a = <div b={█c d█} />;\n"],
    ["go", "package p\n\nfunc f() {\n\t█x := g(1█\n\treturn x\n}\n"],
    ["go", "package p\n\nfunc f() {\n\t█y y█\n"],
    ["rust", "fn f() {\n    █let = 1;█\n    g(x);\n}\n"],
    ["csharp", "class A\n{\n  void F()\n  {\n    █x = G(1;█\n    H();\n  }\n}\n"],
    ["csharp", "class A\n{\n  void F()\n  {\n    █return x█\n  }\n}\n"],
    ["ruby", "def f\n  █x = g(1█\n  y\nend\n"],
    ["ruby", "def f\n  █x = = 1█\n  y\nend\n"],
    ["php", "<?php\nfunction f() {\n    █$x = g(1;█\n    h();\n}\n"],
    ["php", "<?php\nfunction f() {\n    █$x = 1█\n    h();\n}\n"],
  ])("catches broken %s: %j", async (languageId, picture) => {
    expect(await verdictOf(picture, languageId)).toBe("invalid");
  });
});

describe("the differential gate on a line that goes on", () => {
  it.each([
    ["c", "int f(void) {\n  █const struct in *addr =█\n    CAST(const struct in *, addr);\n  g(addr);\n}\n"],
    ["java", "class A {\n  void f() {\n    █int x = a +█\n  }\n}\n"],
  ])("lets right %s through: %j", async (languageId, picture) => {
    expect(["valid", "unknown"]).toContain(await verdictOf(picture, languageId, "open"));
  });
});

describe("the strict gate", () => {
  it.each([
    ["python", "x = 1\n", "valid"],
    ["python", "def f():\n", "invalid"],
    ["java", "class A { }\n", "valid"],
    ["java", "class A {\n", "invalid"],
    ["cobol", "MOVE A TO B.", "unknown"],
  ])("says of %s %j: %s", async (languageId, text, expected) => {
    expect((await checkStrictly(localSyntaxParser, text, languageId, never)).kind).toBe(expected);
  });
});
