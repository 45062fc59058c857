import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { repetition } from "./repetition.js";

const picture = "def f(items):\n    █\n";

it("cuts a loop of lines to the first round", () => {
  const answer = "count = 0\n    count += step\n    count += step\n    count += step\n    count +";
  expect(apply(repetition, { picture, answer })).toBe("count = 0\n    count += step");
});

it("cuts a loop of several lines, blank ones between them", () => {
  const answer = "start()\n\nwith open(a):\n    read(a)\n\nwith open(a):\n    read(a)\n\nwith open(a):\n    re";
  expect(apply(repetition, { picture, answer })).toBe("start()\n\nwith open(a):\n    read(a)");
});

it("drops an answer that is nothing but a loop", () => {
  const answer = "print(item)\nprint(item)\nprint(item)\nprint(it";
  expect(apply(repetition, { picture, answer })).toBe("dropped: repetition");
});

it("cuts a loop within the line that only the limit ended", () => {
  const answer = "x = foo + bar.baz + bar.baz + bar.baz + bar.baz + bar.baz + bar.b";
  expect(apply(repetition, { picture, answer, stopReason: "max-tokens" })).toBe("x = foo + bar.baz");
});

it("ends the first round at the end of a word", () => {
  const answer = "t`` to ``func.alters_dat`` to ``func.alters_dat`` to ``func.alters_dat`` to ``func.alters_dat`` to";
  expect(apply(repetition, { picture, answer, stopReason: "max-tokens" })).toBe("t`` to ``func.alters_dat");
});

it.each([
  "None, None, None, None, None, None, None, None, None]",
  "# ----------------------------------------------------",
  "f.write(a)\n    f.write(a)",
  "[\n    None,\n    None,\n    None,\n    None,\n]",
  "[\n    0, 0, 0,\n    0, 0, 0,\n    0, 0, 0,\n    0, 0, 0,",
  "}\n}\n}\n}\n}",
])("keeps %j", (answer) => {
  expect(apply(repetition, { picture, answer })).toBe(answer);
});
