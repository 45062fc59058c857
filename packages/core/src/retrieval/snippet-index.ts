/** The workspace's files as snippets, searched by BM25 within a language group (MCCom 3.4, first round). */
import { withLineFeeds } from "../cursor/line-bounds.js";
import type { SecondQuery } from "../engine.js";
import type { Snippet } from "../types.js";
import { Bm25Index, type ScoredSnippet } from "./bm25-index.js";
import { codeTerms } from "./code-terms.js";
import { languageGroupOf } from "./language-group.js";
import { splitSnippets } from "./split-snippets.js";

export interface IndexedFile {
  /** Identifies the file, for example by its absolute path. */
  readonly key: string;
  /** As shown with its snippets: relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
}

export interface SnippetQuery {
  readonly text: string;
  /** The file at the cursor: never searched, and no part of the statistics. */
  readonly excludedKey: string | null;
  readonly languageId: string;
  /** Most snippets, at least 1. */
  readonly limit: number;
  /** MCCom Eq. 1: the local model's answer, and its weight in [0, 1]. Every snippet is scored: not for each keystroke. */
  readonly second?: SecondQuery;
}

interface Entry {
  readonly file: IndexedFile;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
}

interface FileEntry {
  readonly file: IndexedFile;
  readonly group: Group;
  readonly snippets: readonly number[];
}

interface Group {
  readonly bm25: Bm25Index;
  /** By snippet number. */
  readonly entries: (Entry | undefined)[];
}

/** How many snippets are looked at for distinct ones: a licence may stand in every file. */
const MOST_WITH_COPIES = 2_048;

export class SnippetIndex {
  readonly #groups = new Map<string, Group>();
  readonly #files = new Map<string, FileEntry>();

  get fileCount(): number {
    return this.#files.size;
  }

  get snippetCount(): number {
    let sum = 0;
    for (const group of this.#groups.values()) sum += group.bm25.snippetCount;
    return sum;
  }

  hasFile(key: string): boolean {
    return this.#files.has(key);
  }

  /** Adds the file, or puts its new text in place of the old; false where nothing changes. */
  replaceFile(given: IndexedFile): boolean {
    const file = { ...given, text: withLineFeeds(given.text) };
    const old = this.#files.get(file.key)?.file;
    if (old?.text === file.text && old.languageId === file.languageId && old.path === file.path) return false;
    this.removeFile(file.key);
    const group = this.#groupOf(file.languageId);
    const snippets: number[] = [];
    for (const { start, end, startLine } of splitSnippets(file.text)) {
      const snippet = group.bm25.add(codeTerms(file.text.slice(start, end)));
      if (snippet === null) break;
      group.entries[snippet] = { file, start, end, startLine };
      snippets.push(snippet);
    }
    this.#files.set(file.key, { file, group, snippets });
    return true;
  }

  removeFile(key: string): void {
    const file = this.#files.get(key);
    if (file === undefined) return;
    file.group.bm25.remove(file.snippets);
    for (const snippet of file.snippets) file.group.entries[snippet] = undefined;
    this.#files.delete(key);
  }

  /** Best first; equal scores by path and line; the same text only once. Fewer than `limit` where most are copies. */
  search({ text, excludedKey, languageId, limit, second }: SnippetQuery): Snippet[] {
    const group = this.#groups.get(languageGroupOf(languageId));
    if (group === undefined) return [];
    const file = excludedKey === null ? undefined : this.#files.get(excludedKey);
    const excluded = file?.group === group ? file.snippets : [];
    const terms = codeTerms(text);
    if (second !== undefined) {
      const secondTerms = codeTerms(second.text);
      const found = group.bm25.searchTwice(terms, { terms: secondTerms, weight: second.weight, excluded });
      return distinctSnippets(found, group).slice(0, limit);
    }
    let distinct: Snippet[] = [];
    for (const wanted of [limit, 4 * limit, Math.max(4 * limit, MOST_WITH_COPIES)]) {
      const found = group.bm25.search(terms, { limit: wanted, excluded });
      distinct = distinctSnippets(found, group);
      if (distinct.length >= limit || found.length < wanted) break;
    }
    return distinct.slice(0, limit);
  }

  #groupOf(languageId: string): Group {
    const name = languageGroupOf(languageId);
    let group = this.#groups.get(name);
    if (group === undefined) {
      const entries: (Entry | undefined)[] = [];
      const bm25 = new Bm25Index((one, other) => inOrder(entries[one] as Entry, entries[other] as Entry));
      group = { bm25, entries };
      this.#groups.set(name, group);
    }
    return group;
  }
}

function distinctSnippets(found: readonly ScoredSnippet[], { entries }: Group): Snippet[] {
  const texts = new Set<string>();
  const snippets: Snippet[] = [];
  for (const { snippet, score } of found) {
    const { file, start, end, startLine } = entries[snippet] as Entry;
    const text = file.text.slice(start, end);
    if (texts.has(text)) continue;
    texts.add(text);
    snippets.push({ path: file.path, startLine, text, score });
  }
  return snippets;
}

function inOrder(one: Entry, other: Entry): number {
  const [a, b] = [one.file, other.file];
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.key === b.key ? one.startLine - other.startLine : a.key < b.key ? -1 : 1;
}
