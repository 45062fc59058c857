import { requestAt } from "../testing.js";
import { type CursorContext, cursorContextOf } from "./cursor-context.js";

/** The cursor that a picture of a document shows, with `█` at the cursor. For tests. */
export function cursorAt(picture: string, languageId = "python"): CursorContext {
  const { document, offset } = requestAt(picture, { languageId });
  return cursorContextOf(document, offset);
}
