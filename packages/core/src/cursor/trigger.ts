import type { ModelProfile } from "../prompt/model-profile.js";
import type { CompletionRequest, SkipReason } from "../types.js";

/** Most characters on the cursor's line: minified and data files are not for completion. */
export const MAX_LINE_LENGTH = 4_000;

/** How far around the cursor is looked for signs of a binary file, in UTF-16 units. */
const BINARY_REACH = 2_000;

/** Why no suggestion is wanted here; null where one is. Looks at a bounded part of the text. */
export function reasonToSkip(request: CompletionRequest, profile: ModelProfile): SkipReason | null {
  const { document, offset } = request;
  const { text } = document;
  if (!Number.isInteger(offset) || offset < 0 || offset > text.length) return "cursor-outside-document";
  if (profile.languages.length > 0 && !profile.languages.includes(document.languageId)) return "unsupported-language";
  const lineStart = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = text.indexOf("\n", offset);
  if ((lineEnd < 0 ? text.length : lineEnd) - lineStart > MAX_LINE_LENGTH) return "line-too-long";
  const around = text.slice(Math.max(0, offset - BINARY_REACH), offset + BINARY_REACH);
  if (around.includes("\0")) return "binary-document";
  if (around.trim() === "" && text.length <= around.length) return "empty-document";
  if (request.trigger === "automatic" && isInsideWord(text, offset)) return "inside-word";
  return null;
}

/** A word character on both sides: what is typed here belongs to a name that already stands. */
function isInsideWord(text: string, offset: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[offset - 1] ?? "") && /[\p{L}\p{N}_]/u.test(text[offset] ?? "");
}
