/**
 * The entry that is selected in an open list of completions (IntelliSense): an editor shows only a suggestion that goes on
 * with it (LSP 3.18, `selectedCompletionInfo`). So the model is asked for what follows once the entry is taken.
 */
import type { Suggestion } from "@nearfirst/core";
import { Position, Range, type SelectedCompletionInfo } from "vscode-languageserver/node";
import type { DocumentAtCursor, OpenDocuments } from "./open-documents.js";

/** The place as it will be, and how to say a suggestion there as one for the document as it is. */
export interface PlaceWithEntry {
  readonly at: DocumentAtCursor;
  readonly suggestionHere: (suggestion: Suggestion, range: Range) => { suggestion: Suggestion; range: Range } | null;
}

/** Null where there is no entry, or one that does not end at the cursor, on its line. */
export function placeWithEntry(
  place: DocumentAtCursor,
  documents: OpenDocuments,
  info: SelectedCompletionInfo | null | undefined,
): PlaceWithEntry | null {
  if (info == null || typeof info.text !== "string" || !Range.is(info.range)) return null;
  const { document, offset, position } = place;
  const { start, end } = info.range;
  if (start.line !== position.line || !isSame(end, position) || /[\r\n]/.test(info.text)) return null;
  const from = documents.at(document.uri, start)?.offset ?? offset;
  const typed = document.text.slice(from, offset);
  // What does not go on with what was typed, VS Code shows no suggestion for.
  if (!info.text.startsWith(typed)) return null;
  const added = info.text.slice(typed.length);
  const at = {
    ...place,
    document: { ...document, text: document.text.slice(0, offset) + added + document.text.slice(offset) },
    offset: offset + added.length,
  };
  return {
    at,
    suggestionHere: (suggestion, range) => {
      const kept = suggestion.start - from;
      if (kept < 0) return null;
      const text = info.text.slice(0, kept) + suggestion.text;
      // How far it goes beyond the cursor is the same in both texts.
      const beyond = range.end.character - position.character;
      return {
        suggestion: { text, start: from, end: suggestion.end - added.length },
        range: Range.create(start, Position.create(position.line, position.character + beyond)),
      };
    },
  };
}

function isSame(one: Position, other: Position): boolean {
  return one.line === other.line && one.character === other.character;
}
