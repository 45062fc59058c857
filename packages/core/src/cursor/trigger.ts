import type { ModelProfile } from "../prompt/model-profile.js";
import type { CompletionRequest, SkipReason } from "../types.js";
import { insertableOffset, lineEndAfter, lineStartBefore } from "./line-bounds.js";

/** Most characters on the cursor's line: minified and data files are not for completion. */
export const MAX_LINE_LENGTH = 4_000;

/** How far around the cursor is looked for signs of a binary file, in UTF-16 units. */
const BINARY_REACH = 2_000;

/**
 * Why no suggestion is wanted here; null where one is. Looks at a bounded part of the text. Matters of taste hold for
 * automatic requests only: who asks explicitly gets an answer wherever one can be given.
 */
export function reasonToSkip(request: CompletionRequest, profile: ModelProfile): SkipReason | null {
  return reasonForNone(request, profile) ?? reasonUnasked(request);
}

/** Why none can be given; null where one can. */
export function reasonForNone(request: CompletionRequest, profile: ModelProfile): SkipReason | null {
  const { document } = request;
  const { text } = document;
  if (!Number.isInteger(request.offset) || request.offset < 0 || request.offset > text.length)
    return "cursor-outside-document";
  if (profile.languages.length > 0 && !profile.languages.includes(document.languageId)) return "unsupported-language";
  const offset = insertableOffset(text, request.offset);
  const lineStart = lineStartBefore(text, offset, MAX_LINE_LENGTH + 1);
  const lineEnd = lineEndAfter(text, offset, MAX_LINE_LENGTH + 1);
  if (lineEnd - lineStart > MAX_LINE_LENGTH) return "line-too-long";
  return textAround(text, offset).includes("\0") ? "binary-document" : null;
}

/** Why none is wanted at a place where one can be given; null where it is, or somebody asks for it. */
export function reasonUnasked({ document, offset: asked, trigger }: CompletionRequest): SkipReason | null {
  if (trigger === "explicit") return null;
  const { text } = document;
  const offset = insertableOffset(text, asked);
  const around = textAround(text, offset);
  if (text.length <= around.length && around.trim() === "") return "empty-document";
  const before = text.slice(lineStartBefore(text, offset, MAX_LINE_LENGTH + 1), offset);
  const after = text.slice(offset, lineEndAfter(text, offset, MAX_LINE_LENGTH + 1));
  if (GOES_ON.test(after)) return before.trim() === "" ? "before-code" : "inside-word";
  return before.trim() === "" && !CLOSING_ONLY.test(after) ? "before-code" : null;
}

function textAround(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - BINARY_REACH), offset + BINARY_REACH);
}

/** The rest of a word; or of a character that several code points make, such as a letter and its accent. */
const GOES_ON = /^[\p{L}\p{N}_\p{M}\p{Emoji_Modifier}\u200D]/u;

/** What an editor puts after the cursor by itself, and white space. */
const CLOSING_ONLY = /^[\s)\]}>"'`;,:]*$/;
