/** The documents that the editor has open, as it sees them: unsaved text, kept by incremental edits. */
import type { Suggestion, TextDocument } from "@nearfirst/core";
import type { Position, Range, TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import { TextDocument as EditedDocument } from "vscode-languageserver-textdocument";
import type { Edit } from "./accepted-watch.js";
import { characterStart, columnsOf, type PositionEncoding, unitsOfColumn } from "./position-encoding.js";

/** One state of one document with a cursor in it; later edits do not change it. */
export interface DocumentAtCursor {
  readonly document: TextDocument;
  readonly version: number;
  /** UTF-16 units from the start of the text; never inside a character or a CRLF. */
  readonly offset: number;
  /** The same place as the client counts it. */
  readonly position: Position;
}

export class OpenDocuments {
  readonly #encoding: PositionEncoding;
  readonly #documents = new Map<string, EditedDocument>();

  constructor(encoding: PositionEncoding) {
    this.#encoding = encoding;
  }

  /** Opens a document; one that is open already is replaced, as after a client's restart. */
  open(uri: string, languageId: string, version: number, text: string): void {
    const document = EditedDocument.create(uri, languageId, version, text);
    this.#documents.set(uri, document);
    // Makes its table of lines now: in a large document the first keystroke would wait for it.
    void document.lineCount;
  }

  /**
   * Applies the changes in order, each to the text that the one before left, and says what was replaced. Null for a
   * document that is not open; `out-of-order` for changes that are older than what is known, which change nothing.
   */
  change(
    uri: string,
    version: number,
    changes: readonly TextDocumentContentChangeEvent[],
  ): readonly Edit[] | "out-of-order" | null {
    const document = this.#documents.get(uri);
    if (document === undefined) return null;
    // Of clients that do not count, every version is the same.
    if (version < document.version) return "out-of-order";
    return changes.map((change) => {
      const { length } = change.text;
      const told = replacedRange(change);
      if (told === null) {
        const end = document.getText().length;
        EditedDocument.update(document, [{ text: change.text }], version);
        return { start: 0, end, length };
      }
      const range = this.#rangeInside(document, told);
      const [one, other] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      EditedDocument.update(document, [{ range, text: change.text }], version);
      return { start: Math.min(one, other), end: Math.max(one, other), length };
    });
  }

  close(uri: string): void {
    this.#documents.delete(uri);
  }

  /** The present state; null for a document that is not open. */
  get(uri: string): TextDocument | null {
    const document = this.#documents.get(uri);
    return document === undefined ? null : { uri, languageId: document.languageId, text: document.getText() };
  }

  uris(): string[] {
    return [...this.#documents.keys()];
  }

  at(uri: string, position: Position): DocumentAtCursor | null {
    const document = this.#documents.get(uri);
    if (document === undefined) return null;
    const text = document.getText();
    const offset = characterStart(text, document.offsetAt(this.#inside(document, position)));
    const { line, character } = document.positionAt(offset);
    const typed = text.slice(offset - character, offset);
    return {
      document: { uri, languageId: document.languageId, text },
      version: document.version,
      offset,
      position: { line, character: columnsOf(typed, this.#encoding) },
    };
  }

  /**
   * Where a suggestion's replaced text lies, as the client counts; null unless it is around the cursor and on its line:
   * more than LSP 3.18 allows (a range "must begin and end on the same line").
   */
  rangeOf({ document, offset, position }: DocumentAtCursor, { start, end }: Suggestion): Range | null {
    if (start > offset || end < offset) return null;
    const before = document.text.slice(start, offset);
    const after = document.text.slice(offset, end);
    if (/[\r\n]/.test(before + after)) return null;
    const { line, character } = position;
    return {
      start: { line, character: character - columnsOf(before, this.#encoding) },
      end: { line, character: character + columnsOf(after, this.#encoding) },
    };
  }

  /**
   * In UTF-16, and inside the document: with lines behind its end, the library's own table of lines would get holes
   * (vscode-languageserver-textdocument 1.0.16).
   */
  #rangeInside(document: EditedDocument, range: Range): Range {
    return { start: this.#inside(document, range.start), end: this.#inside(document, range.end) };
  }

  #inside(document: EditedDocument, { line, character }: Position): Position {
    if (line < 0) return { line: 0, character: 0 };
    if (line >= document.lineCount) return document.positionAt(document.getText().length);
    if (this.#encoding === "utf-16") return document.positionAt(document.offsetAt({ line, character }));
    const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
    return { line, character: unitsOfColumn(text.replace(/[\r\n]+$/, ""), character, this.#encoding) };
  }
}

/** What a change replaces; null for the whole text, which some clients say by a range that is null. */
export function replacedRange(change: TextDocumentContentChangeEvent): Range | null {
  return "range" in change ? (change.range ?? null) : null;
}
