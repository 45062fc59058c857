import { expect, it } from "vitest";
import { apply } from "../../test/rule-checks.js";
import { brokenText } from "./broken-text.js";

it("cuts half a character at the end", () => {
  expect(apply(brokenText, { picture: "x = '█'\n", answer: "ok \uD83D" })).toBe("ok ");
  expect(apply(brokenText, { picture: "x = '█'\n", answer: "ok \uFFFD" })).toBe("ok ");
});

it("cuts at text that is none, and drops what begins with it", () => {
  expect(apply(brokenText, { picture: "x = █\n", answer: "1\0\0" })).toBe("1");
  expect(apply(brokenText, { picture: "x = █\n", answer: "\uDE00abc" })).toBe("dropped: broken-text");
});

it("keeps whole characters outside the basic plane", () => {
  expect(apply(brokenText, { picture: "x = '█'\n", answer: "👩‍💻 ü 漢字" })).toBe("👩‍💻 ü 漢字");
});

it("keeps the replacement character in a file that has it", () => {
  expect(apply(brokenText, { picture: "BAD = '\uFFFD'\nif text == '█'\n", answer: "\uFFFD" })).toBe("\uFFFD");
});
