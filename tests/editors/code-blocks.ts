import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The code of a language's fenced blocks in a page of `docs`, in order: what its readers copy. */
export function codeBlocks(page: string, language: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), "utf8");
  const found = [...text.matchAll(/^```(\S*)\n(.*?)^```$/gms)].filter(([, each]) => each === language);
  if (found.length === 0) throw new Error(`docs/${page} has no block of ${language}`);
  return found.map(([, , code]) => code as string);
}
