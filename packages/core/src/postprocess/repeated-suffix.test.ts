import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { repeatedSuffix } from "./repeated-suffix.js";

it("ends the answer where the rest of the line begins", () => {
  expect(apply(repeatedSuffix, { picture: "def add(█, b):\n", answer: "a, b):" })).toBe("a");
});

it("cuts the part of the rest that the answer came to", () => {
  expect(apply(repeatedSuffix, { picture: "print(█, file=sys.stderr)\n", answer: "text, file" })).toBe("text");
});

it("cuts where the rest of the line begins, whatever the answer adds after it", () => {
  expect(apply(repeatedSuffix, { picture: "print(█, file=out)\n", answer: "text, file=out)  # done" })).toBe("text");
});

it("keeps a short rest that the answer says in passing", () => {
  expect(apply(repeatedSuffix, { picture: "x = f(█, b[i])\n", answer: "g(a, b[i]) + 2" })).toBe("g(a, b[i]) + 2");
});

it("keeps a single closing bracket: that is a matter of balance", () => {
  expect(apply(repeatedSuffix, { picture: "print(█)\n", answer: "len(text)" })).toBe("len(text)");
});

it("does not take the end of a word for the beginning of the rest", () => {
  expect(apply(repeatedSuffix, { picture: "x = █file_name + y\n", answer: "profile" })).toBe("profile");
});

it("drops an answer that is the rest of the line", () => {
  expect(apply(repeatedSuffix, { picture: "total = █price * count\n", answer: "price * count" })).toBe(
    "dropped: repeats-suffix",
  );
});

it("drops a line that stands below already", () => {
  const picture = "def f(self):\n    █\n    return self.total\n";
  expect(apply(repeatedSuffix, { picture, answer: "return self.total" })).toBe("dropped: repeats-suffix");
});

it("ends the answer before the lines that stand below", () => {
  const picture = "def f(items):\n    █\n    for item in items:\n        use(item)\n";
  const answer = "first = items[0]\n    for item in items:\n        use(item)";
  expect(apply(repeatedSuffix, { picture, answer })).toBe("first = items[0]");
});

it("ends the answer before lines below that it passes over and runs beyond", () => {
  const picture = "█\nimport os\nimport sys\nimport json\n\ndef main():\n    pass\n";
  const answer = "import re\nimport os\nimport sys\nimport json\nimport yaml";
  expect(apply(repeatedSuffix, { picture, answer })).toBe("import re");
});

it("cuts a repeated line that generation left unfinished", () => {
  const picture = "def f(items):\n    █\n    return sorted(items)\n";
  const answer = "items = list(items)\n    return sort";
  expect(apply(repeatedSuffix, { picture, answer, stopReason: "max-tokens" })).toBe("items = list(items)");
  expect(apply(repeatedSuffix, { picture, answer, stopReason: "statement" })).toBe(answer);
});

it.each(["}", "    pass", "];", "    end", "    else:"])("keeps the line %j although the next is the same", (line) => {
  const picture = `if a:\n${" ".repeat(line.search(/\S/))}█\n${line}\n`;
  expect(apply(repeatedSuffix, { picture, answer: line.trim() })).toBe(line.trim());
});

it("keeps a line that stands below at another depth", () => {
  const picture = "def f(a):\n    if a:\n        █\n    return compute(a)\n";
  expect(apply(repeatedSuffix, { picture, answer: "return compute(a)" })).toBe("return compute(a)");
});

it("sees the lines below across CRLF", () => {
  const picture = "def f(self):\r\n    █\r\n    return self.total\r\n";
  expect(apply(repeatedSuffix, { picture, answer: "return self.total" })).toBe("dropped: repeats-suffix");
});

it("drops an item below that has a name, and keeps one that has none", () => {
  const named = "open_file(\n    █\n    encoding=default,\n)\n";
  expect(apply(repeatedSuffix, { picture: named, answer: "encoding=default," })).toBe("dropped: repeats-suffix");
  const row = '[\n    █\n    ("name", "value"),\n]\n';
  expect(apply(repeatedSuffix, { picture: row, answer: '("name", "value"),' })).toBe('("name", "value"),');
});
