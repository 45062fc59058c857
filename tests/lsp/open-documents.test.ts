import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OpenDocuments } from "../../packages/cli/src/lsp/open-documents.js";
import { edit, position, text } from "./document-arbitraries.js";
import { applyEdit, offsetOf } from "./reference-document.js";

const uri = "file:///a.py";

function opened(content: string, encoding: "utf-16" | "utf-8" = "utf-16"): OpenDocuments {
  const documents = new OpenDocuments(encoding);
  documents.open(uri, "python", 1, content);
  return documents;
}

describe("a cursor", () => {
  it.each([
    ["behind an astral character, in UTF-16", "utf-16", "s = '😀'\nx", { line: 0, character: 7 }, 7],
    ["behind an astral character, in UTF-8", "utf-8", "s = '😀'\nx", { line: 0, character: 9 }, 7],
    ["inside an astral character moves to its start", "utf-16", "😀", { line: 0, character: 1 }, 0],
    ["behind the end of a CRLF line moves before the line break", "utf-16", "ab\r\ncd", { line: 0, character: 9 }, 2],
    ["behind the last line moves to the end", "utf-16", "ab\r\ncd", { line: 5, character: 0 }, 6],
  ] as const)("%s", (_, encoding, content, place, offset) => {
    const at = opened(content, encoding).at(uri, place);
    expect(at?.offset).toBe(offset);
  });

  it("keeps its text when the document changes afterwards", () => {
    const documents = opened("one");
    const at = documents.at(uri, { line: 0, character: 3 });
    documents.change(uri, 2, [{ text: "two" }]);
    expect(at).toMatchObject({ version: 1, document: { text: "one" } });
  });

  it("is told back in the client's own columns", () => {
    const at = opened("é😀x", "utf-8").at(uri, { line: 0, character: 99 });
    expect(at).toMatchObject({ offset: 4, position: { line: 0, character: 7 } });
  });
});

describe("the range of a suggestion", () => {
  const at = (documents: OpenDocuments, character: number) => {
    const found = documents.at(uri, { line: 0, character });
    if (found === null) throw new Error("not open");
    return found;
  };

  it("is empty at the cursor for an insertion", () => {
    const documents = opened("ab");
    const range = documents.rangeOf(at(documents, 1), { text: "x", start: 1, end: 1 });
    expect(range).toEqual({ start: { line: 0, character: 1 }, end: { line: 0, character: 1 } });
  });

  it("counts what it replaces in the client's columns", () => {
    const documents = opened("é(漢)", "utf-8");
    const range = documents.rangeOf(at(documents, 3), { text: "x)", start: 0, end: 4 });
    expect(range).toEqual({ start: { line: 0, character: 0 }, end: { line: 0, character: 7 } });
  });

  it("does not exist over several lines, nor away from the cursor", () => {
    const documents = opened("ab\r\ncd");
    expect(documents.rangeOf(at(documents, 1), { text: "x", start: 1, end: 5 })).toBeNull();
    expect(documents.rangeOf(at(documents, 1), { text: "x", start: 2, end: 2 })).toBeNull();
    expect(documents.rangeOf(at(documents, 1), { text: "x", start: 0, end: 0 })).toBeNull();
  });
});

describe.each(["utf-16", "utf-8"] as const)("whatever is edited, in %s", (encoding) => {
  it("leaves the text that LSP says, and finds every place in it", () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        position,
        (content, batches, place) => {
          const documents = opened(content, encoding);
          let expected = content;
          for (const [at, batch] of batches.entries()) {
            documents.change(uri, at + 2, batch);
            for (const each of batch) expected = applyEdit(expected, each, encoding);
            expect(documents.get(uri)?.text).toBe(expected);
          }
          const offset = offsetOf(expected, place, encoding);
          const isInside =
            /^[\uDC00-\uDFFF]/.test(expected.slice(offset)) && /[\uD800-\uDBFF]$/.test(expected.slice(0, offset));
          expect(documents.at(uri, place)?.offset).toBe(isInside ? offset - 1 : offset);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

it("knows nothing of a document that was never opened", () => {
  const documents = new OpenDocuments("utf-16");
  expect(documents.at(uri, { line: 0, character: 0 })).toBeNull();
  expect(documents.change(uri, 2, [{ text: "x" }])).toBeNull();
});

it("says what each change replaced, in UTF-16 units of the text before it", () => {
  const documents = new OpenDocuments("utf-8");
  documents.open(uri, "python", 1, "é = 1\nb = 2\n");
  const range = { start: { line: 0, character: 5 }, end: { line: 1, character: 1 } };
  expect(documents.change(uri, 2, [{ range, text: "xyz" }, { text: "all" }])).toEqual([
    { start: 4, end: 7, length: 3 },
    { start: 0, end: 12, length: 3 },
  ]);
});
