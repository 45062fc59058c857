import type { CompletionRequest, TextDocument } from "@nearfirst/core";
import type { LspBackend } from "./lsp-backend.js";

/** The pipeline's request for a place, by the settings. */
export function requestOf(
  { document, offset }: { readonly document: TextDocument; readonly offset: number },
  trigger: CompletionRequest["trigger"],
  { stopMode, maxTokens }: Pick<LspBackend, "stopMode" | "maxTokens">,
): CompletionRequest {
  return { document, offset, stopMode, maxTokens, trigger };
}
