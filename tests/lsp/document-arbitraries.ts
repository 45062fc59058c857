/** Documents and edits as no sane editor sends them: mixed line ends, lone surrogates, places outside the text. */
import fc from "fast-check";
import type { Position } from "vscode-languageserver/node";
import type { Edit } from "./reference-document.js";

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("\n", "\r\n", "\r", "    ", "\t", "x = ", "def f(a):", "return ", "(", ")", '"', "#"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("é", "漢字", "😀", "👩‍👩‍👧", "\u2028", "\uFEFF", "\0", "<fim_prefix>", "\n\n\n"),
  },
  { weight: 1, arbitrary: fc.constantFrom("\uD83D", "\uDE00") },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }) },
);

export const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

export const position: fc.Arbitrary<Position> = fc.record({
  line: fc.oneof({ weight: 9, arbitrary: fc.nat(12) }, fc.constantFrom(100, 2 ** 31 - 1)),
  character: fc.oneof({ weight: 9, arbitrary: fc.nat(24) }, fc.constantFrom(1_000, 2 ** 31 - 1)),
});

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ range: fc.record({ start: position, end: position }), text }) },
  { weight: 1, arbitrary: fc.record({ text }) },
);
