import type { SyntaxParser } from "@nearfirst/core";
import { textParserOf } from "./text-parsers.js";

/** The parsers in this very thread, which they block: for evaluation, where no keystroke waits. */
export const localSyntaxParser: SyntaxParser = {
  async parse(text, languageId, signal) {
    signal.throwIfAborted();
    const parser = await textParserOf(languageId);
    signal.throwIfAborted();
    return parser === null ? null : parser(text, languageId);
  },
};
