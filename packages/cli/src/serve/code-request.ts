/** What every API of the daemon asks for, and where it lies: code around a cursor, of a file that may be known or not. */
import { isAbsolute, join } from "node:path";
import { type CompletionRequest, languageOfPath, type TextDocument } from "@nearfirst/core";
import { pathInside, pathOfUri, uriOfPath } from "@nearfirst/node";
import type { GivenSnippet } from "./given-snippets.js";

/** Longest text before or after the cursor, in UTF-16 units. */
export const LONGEST_TEXT = 1_000_000;

export interface CodeRequest {
  /** The code before the cursor, and after it. */
  readonly prefix: string;
  readonly suffix: string;
  /** Of the file: absolute, relative to the daemon's workspace, or a `file:` URI; null where the client does not tell. */
  readonly path: string | null;
  /** LSP language identifier; null where the client does not tell. */
  readonly languageId: string | null;
  /** Pieces of other files that the client sends along, best first. */
  readonly snippets: readonly GivenSnippet[];
  readonly trigger: CompletionRequest["trigger"];
  /** Null for what the settings say. */
  readonly maxTokens: number | null;
  readonly stopMode: CompletionRequest["stopMode"] | null;
  /** The answer ends before any of these texts, whatever the stop mode. */
  readonly stopTexts: readonly string[];
  /** Tells one editor from another: its requests are one session. */
  readonly client: string;
}

export interface PlacedCode {
  readonly document: TextDocument;
  /** Those of the request; one inside the workspace has its path there. */
  readonly snippets: readonly GivenSnippet[];
  /** True where the file and all snippets lie in the workspace: only then it is known what may leave. */
  readonly isPlaced: boolean;
}

/** A text whose file nobody knows. */
const UNNAMED = "untitled:code";

/**
 * The request's document. `languages` are those of the model: where nothing tells the language and the model knows but one,
 * it is that one; llama.vim, for example, tells neither file nor language.
 */
export function placedCode(
  { prefix, suffix, path, languageId, snippets }: CodeRequest,
  { folder, languages }: { readonly folder: string | null; readonly languages: readonly string[] },
): PlacedCode {
  const place = path === null ? null : placeOf(path, folder);
  const [only, ...others] = languages;
  const known = [path, ...snippets.map((each) => each.path).toReversed()]
    .map((each) => languageOfPath(each ?? ""))
    .find((each) => each !== "plaintext");
  const assumed = path === null && others.length === 0 ? only : undefined;
  const inFolder = (each: string | null) => (each === null || folder === null ? null : pathInside(folder, each));
  const inWorkspace = snippets.map((each) => inFolder(placeOf(each.path, folder)));
  return {
    document: {
      uri: place === null ? UNNAMED : uriOfPath(place),
      languageId: languageId ?? known ?? assumed ?? "plaintext",
      text: prefix + suffix,
    },
    snippets: snippets.map(({ path, text }, at) => ({ path: inWorkspace[at] ?? path, text })),
    isPlaced: inFolder(place) !== null && !inWorkspace.includes(null),
  };
}

function placeOf(path: string, folder: string | null): string | null {
  const plain = pathOfUri(path) ?? path;
  if (plain === "" || plain.includes("\0") || /^[a-z][\w+.-]+:/i.test(plain)) return null;
  if (isAbsolute(plain)) return plain;
  return folder === null ? null : join(folder, plain);
}
