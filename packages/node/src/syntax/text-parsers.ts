/** Which package parses which language: the most exact one that installs without a build. */
import { loadGofmt } from "./parsers/gofmt.js";
import { loadJavaParser } from "./parsers/java-parser.js";
import { loadOxc } from "./parsers/oxc.js";
import { loadRuff } from "./parsers/ruff.js";
import { loadTreeSitter } from "./parsers/tree-sitter.js";
import { remembering } from "./remembering.js";
import type { LoadTextParser, TextParser } from "./text-parser.js";

const loadCpp = loadTreeSitter("cpp");

/** By LSP language identifier. */
const LOADERS: Readonly<Record<string, LoadTextParser>> = {
  python: loadRuff,
  typescript: loadOxc,
  typescriptreact: loadOxc,
  javascript: loadOxc,
  javascriptreact: loadOxc,
  java: loadJavaParser,
  go: loadGofmt,
  c: loadCpp,
  cpp: loadCpp,
  rust: loadTreeSitter("rust"),
  csharp: loadTreeSitter("c-sharp"),
  ruby: loadTreeSitter("ruby"),
  php: loadTreeSitter("php"),
};

const loaded = new Map<LoadTextParser, Promise<TextParser>>();

/** The language's parser, loaded once; null where there is none. */
export function textParserOf(languageId: string): Promise<TextParser> | null {
  const load = Object.hasOwn(LOADERS, languageId) ? LOADERS[languageId] : undefined;
  if (load === undefined) return null;
  const known = loaded.get(load) ?? load().then(remembering);
  loaded.set(load, known);
  return known;
}
