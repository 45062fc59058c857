import { expect, it } from "vitest";
import { apply, CHAT_PROFILE, SOME_PROFILE } from "../../test/rule-checks.js";
import { chatFence } from "./chat-fence.js";

const picture = "def f(x):\n    █\n";

it.each([
  ["```python\n    return x\n```", "    return x"],
  ["Here is the missing code:\n\n```python\nreturn x\n```\n\nIt returns x.", "return x"],
  ["```\nreturn x", "return x"],
  ["````md\n```py\nx\n```\n````", "```py\nx\n```"],
  ["Sure! Here is the code:\nreturn x", "return x"],
  ["`return x`", "return x"],
  ["return x", "return x"],
  ["    return `x`", "    return `x`"],
])("takes the code out of %j", (answer, expected) => {
  expect(apply(chatFence, { picture, answer, profile: CHAT_PROFILE })).toBe(expected);
});

it("leaves the answers of fill-in-the-middle models alone", () => {
  expect(apply(chatFence, { picture, answer: "```python\nx\n```", profile: SOME_PROFILE })).toBe("```python\nx\n```");
});
