/** Scenarios as pictures: one literal with `█` at the cursor. */
import { type CursorContext, cursorContextOf } from "../src/cursor/cursor-context.js";

/** The cursor at `█` in `picture`, which otherwise is the file. */
export function cursorIn(picture: string, languageId = "python"): CursorContext {
  const offset = picture.indexOf("█");
  if (offset < 0) throw new Error("the picture has no █");
  const text = picture.slice(0, offset) + picture.slice(offset + 1);
  return cursorContextOf({ uri: "file:///picture", languageId, text }, offset);
}
