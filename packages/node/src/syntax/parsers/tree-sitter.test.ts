import { describe, expect, it } from "vitest";
import { loadTreeSitter } from "./tree-sitter.js";

/** Loading a grammar takes a second on a busy machine. */
const LOADING_MS = 180_000;

const FILES = {
  cpp: `namespace a {\n\nclass B : public C {\n public:\n  int f(int x) {\n    if (x > 1) {\n      return g(x, "é");\n    }\n    return h(x);\n  }\n\n  void k() {\n    int y[] = {1, 2};\n    for (auto each : y) x(each);\n  }\n};\n\n}  // namespace a\n`,
  rust: `use a::b;\n\nimpl A {\n    fn f(&self, x: u8) -> u8 {\n        match x {\n            0 => self.g("é"),\n            _ => vec![1, 2].len() as u8,\n        }\n    }\n\n    fn k<'a>(y: &'a str) -> bool {\n        if y == "b" { return true; }\n        false\n    }\n}\n`,
  "c-sharp": `using A;\n\nnamespace B\n{\n  class C : D\n  {\n    int F(int x)\n    {\n      if (x > 1) return G(x, "é");\n      return H(x);\n    }\n\n    void K()\n    {\n      var y = new[] {\n        1,\n        2,\n      };\n      Z(y);\n    }\n  }\n}\n`,
  php: `<?php\n\nnamespace A;\n\nclass B extends C\n{\n    public function f(int $x): int\n    {\n        if ($x > 1) { return $this->g($x, "é"); }\n        return h($x);\n    }\n\n    private array $y = [\n        'a' => 1,\n        'b' => 2,\n    ];\n}\n`,
  ruby: `require "a"\n\nmodule B\n  class C < D\n    def f(x)\n      return g(x, "é") if x > 1\n      h(x) do |y|\n        y + 1\n      end\n    end\n\n    K = [\n      1,\n      2,\n    ]\n  end\nend\n`,
} as const;

/** The file as it is, and with one mark less, half a line less, a line twice. */
function variantsOf(text: string): string[] {
  const lines = text.split("\n");
  const withLine = (at: number, ...put: string[]) => [...lines.slice(0, at), ...put, ...lines.slice(at + 1)].join("\n");
  const at = Math.floor(lines.length / 2);
  const line = lines[at] as string;
  return [
    text,
    withLine(6, (lines[6] as string).replace(")", "")),
    text.slice(0, Math.floor(text.length * 0.7)),
    withLine(at, line, line),
    withLine(at, line.slice(0, line.length / 2)),
    `${text}}\n`,
    `${text}}\nx y;\n`,
    withLine(at),
    text,
  ];
}

describe("a parser that goes on from what it read before", () => {
  it.each(Object.entries(FILES))(
    "says the same as one that reads all anew, in %s",
    async (name, text) => {
      const used = await loadTreeSitter(name)();
      const languageId = name.replace("-", "");
      for (const variant of variantsOf(text)) {
        const alone = await loadTreeSitter(name)();
        expect([variant, used(variant, languageId)]).toEqual([variant, alone(variant, languageId)]);
      }
    },
    LOADING_MS,
  );
});
