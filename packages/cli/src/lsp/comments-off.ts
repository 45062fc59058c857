import { type CompletionRequest, cursorContextOf } from "@nearfirst/core";
import type { LspBackend } from "./lsp-backend.js";

/** True where the settings want no automatic suggestion because the cursor stands in a comment. */
export function areCommentsOff(request: CompletionRequest, { inComments }: Pick<LspBackend, "inComments">): boolean {
  if (inComments || request.trigger === "explicit") return false;
  return cursorContextOf(request.document, request.offset).lexical.comment !== "none";
}
