/** The real files of each language in `bench/corpus`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CORPUS_FOLDER, readCorpus } from "../corpus.js";

export interface LanguageFile {
  readonly path: string;
  /** With `\n` line breaks. */
  readonly text: string;
}

/** By LSP language identifier, in the order in which they are reported. */
export function readLanguageFiles(): ReadonlyMap<string, readonly LanguageFile[]> {
  const files = new Map<string, LanguageFile[]>();
  const add = (languageId: string, path: string, text: string) => {
    files.set(languageId, [...(files.get(languageId) ?? []), { path, text: text.replaceAll("\r\n", "\n") }]);
  };
  for (const { path, text } of readCorpus()) add("python", path, text);
  const manifest = JSON.parse(readFileSync(join(CORPUS_FOLDER, "languages.json"), "utf8")) as readonly {
    readonly path: string;
    readonly language: string;
  }[];
  for (const { path, language } of manifest) add(language, path, readFileSync(join(CORPUS_FOLDER, path), "utf8"));
  return files;
}
