import type { TextDocument } from "../types.js";
import { type CursorContext, cursorContextOf } from "./cursor-context.js";

/** The document and offset that a picture shows: its text with one `█` where the cursor is. For tests. */
export function placeAt(picture: string, languageId = "python"): { document: TextDocument; offset: number } {
  const [before, after, ...more] = picture.split("█");
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`A picture needs exactly one █: ${JSON.stringify(picture)}`);
  return { document: { uri: "file:///picture", languageId, text: before + after }, offset: before.length };
}

/** The cursor that a picture shows. For tests. */
export function cursorAt(picture: string, languageId = "python"): CursorContext {
  const { document, offset } = placeAt(picture, languageId);
  return cursorContextOf(document, offset);
}
