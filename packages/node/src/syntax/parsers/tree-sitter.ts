/** The languages of tree-sitter's grammars in WebAssembly. Lenient: it recovers from much without a word. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { LoadTextParser } from "../text-parser.js";
import { type Ends, isUnfinishedText } from "../unfinished-text.js";

/** Whether a text parses by the grammar `tree-sitter-NAME.wasm`. */
export async function loadGrammar(name: string): Promise<(text: string) => boolean> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const folder = dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(join(folder, "wasm", `tree-sitter-${name}.wasm`))));
  return (text) => {
    const tree = parser.parse(text);
    try {
      return tree !== null && !tree.rootNode.hasError;
    } finally {
      tree?.delete();
    }
  };
}

export function loadTreeSitter(name: string, ends: Ends): LoadTextParser {
  return async () => {
    const accepts = await loadGrammar(name);
    return (text, languageId) =>
      accepts(text) ? [] : [{ start: null, isUnfinished: isUnfinishedText(text, languageId, accepts, ends) }];
  };
}
