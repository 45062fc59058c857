import { expect, it } from "vitest";
import { apply, CHAT_PROFILE, SOME_PROFILE } from "../../test/rule-checks.js";
import { chatIndentation } from "./chat-indentation.js";

const chat = (picture: string, answer: string) => apply(chatIndentation, { picture, answer, profile: CHAT_PROFILE });

it("takes the indentation of the next line and keeps the relative one", () => {
  expect(chat("def f(x):\n█\n    return x\n", "if x:\n    x = 1")).toBe("    if x:\n        x = 1");
  expect(chat("def f(x):\n█\n    return x\n", "            if x:\n                x = 1")).toBe(
    "    if x:\n        x = 1",
  );
});

it("takes that of the last line before where none follows, one deeper after a colon", () => {
  expect(chat("def f(x):\n    if x:\n█", "return x")).toBe("        return x");
  expect(chat("def f(x):\n    y = x\n█", "return y")).toBe("    return y");
});

it("counts what is typed already", () => {
  expect(chat("def f(x):\n    █\n    return x\n", "    x = 1\n    y = 2")).toBe("x = 1\n    y = 2");
  expect(chat("def f(x):\n    █\n    return x\n", "x = 1\n    y = 2")).toBe("x = 1\n    y = 2");
});

it("does nothing within a line, nor for fill-in-the-middle models", () => {
  expect(chat("    x = █\n    y = 2\n", "  1")).toBe("  1");
  const scenario = { picture: "def f(x):\n█\n    return x\n", answer: "y = 1", profile: SOME_PROFILE };
  expect(apply(chatIndentation, scenario)).toBe("y = 1");
});
