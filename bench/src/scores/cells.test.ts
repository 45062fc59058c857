import { expect, it } from "vitest";
import { CELLS, requestOf } from "./cells.js";
import { uriOf } from "./projects.js";
import type { Kind, ScoreTask } from "./tasks.js";

const text = 's = "𝒳"\nreturn a + b\nc = 1\n';

function taskAt(kind: Kind, target: string): ScoreTask {
  return { id: "id", package: "p", path: "a.py", language: "python", kind, offset: text.indexOf(target), target };
}

const file = { uri: uriOf({ package: "p", path: "a.py" }), path: "a.py", languageId: "python", text };

it("each kind has four cells", () => {
  expect(CELLS.length).toBe(12);
  expect(new Set(CELLS.map((cell) => JSON.stringify(cell))).size).toBe(12);
});

it.each([
  ["left-and-right", 's = "𝒳"\nreturn █\nc = 1\n'],
  ["left", 's = "𝒳"\nreturn █'],
] as const)("with %s context the document is %j", (context, picture) => {
  const request = requestOf(taskAt("suffix", "a + b"), file, { context, maxTokens: 7 });
  const { document, offset } = request;
  expect(`${document.text.slice(0, offset)}█${document.text.slice(offset)}`).toBe(picture);
  expect(request).toMatchObject({ maxTokens: 7, trigger: "explicit", stopMode: "statement" });
});

it("a line ends with the line, a statement when it is complete", () => {
  const modeOf = (kind: Kind) => requestOf(taskAt(kind, "c = 1"), file, { context: "left", maxTokens: 1 }).stopMode;
  expect((["line", "statement", "suffix"] as const).map(modeOf)).toEqual(["line", "statement", "statement"]);
});
