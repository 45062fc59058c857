/** The languages of tree-sitter's grammars in WebAssembly. Lenient: they accept some broken code. Stop at the first problem. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LoadTextParser, TextParser } from "../text-parser.js";
import { DeadEnd } from "./dead-end.js";

/** Loads the grammar `tree-sitter-NAME.wasm`. */
export function loadTreeSitter(name: string): LoadTextParser {
  return async () => {
    const { Language, Parser } = await import("web-tree-sitter");
    await Parser.init();
    const folder = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json"));
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(join(folder, "wasm", `tree-sitter-${name}.wasm`))));
    const accepts = (text: string): boolean => {
      const tree = parser.parse(text, null, { progressCallback: ({ hasError }) => hasError });
      // Given up half-way, it would go on from there with the next text.
      if (tree === null) parser.reset();
      const isSound = tree !== null && !tree.rootNode.hasError;
      tree?.delete();
      return isSound;
    };
    return ((text, languageId) => {
      if (accepts(text)) return [];
      const deadEnd = new DeadEnd();
      parser.setLogger((message, isLexer) => {
        if (!isLexer) deadEnd.hear(message);
      });
      parser.parse(text, null, { progressCallback: () => deadEnd.isReached })?.delete();
      parser.reset();
      parser.setLogger(null);
      return [deadEnd.problemIn(text, languageId)];
    }) satisfies TextParser;
  };
}
