/** A repository's snippets by their embeddings: the same files and the same cuts at blank lines as BM25's (MCCom 3.4 and 6.3). */
import { languageGroupOf, type RetrievalQuery, type Snippet, splitSnippets, withLineFeeds } from "@nearfirst/core";
import { chanceOf, DEFAULT_SETTINGS, shuffled, workspaceSources } from "@nearfirst/node";
import { cosineOf, type Embedding } from "../methods/nearest-neighbours.js";
import type { SentenceModel } from "./sentence-model.js";

/** Of a repository, drawn by the seed where it has more, for an embedding takes a processor tens of milliseconds. */
export const MOST_SNIPPETS = 2_000;
export const DRAWN_BY_SEED = 42;

/** The first of a snippet and the last of a query, those nearest to the cursor: what all-MiniLM-L6-v2 was made for. */
export const MOST_TOKENS = 256;

export interface DenseIndexOptions {
  readonly root: string;
  readonly languageId: string;
  readonly embedder: SentenceModel;
  /** By default `MOST_SNIPPETS`. */
  readonly mostSnippets?: number;
  readonly signal: AbortSignal;
}

interface Candidate {
  readonly text: string;
  /** Where it stands, in the order of paths and lines. */
  readonly places: readonly Pick<Snippet, "path" | "startLine">[];
}

interface Embedded extends Candidate {
  readonly embedding: Embedding;
}

export interface DenseQuery extends Pick<RetrievalQuery, "text" | "limit"> {
  /** The file at the cursor, relative to the repository: never searched. */
  readonly exceptPath: string;
}

export class DenseIndex {
  readonly #embedded: readonly Embedded[];
  readonly #embedder: SentenceModel;
  /** How many different snippets the repository has, in the language's group. */
  readonly snippetCount: number;

  private constructor(embedded: readonly Embedded[], embedder: SentenceModel, snippetCount: number) {
    this.#embedded = embedded;
    this.#embedder = embedder;
    this.snippetCount = snippetCount;
  }

  /** Embeds a whole repository: seconds to minutes. Rejects with the signal's reason once aborted. */
  static async of(options: DenseIndexOptions): Promise<DenseIndex> {
    const { embedder, mostSnippets = MOST_SNIPPETS, signal } = options;
    const all = await candidatesOf(options);
    const isWhole = all.length <= mostSnippets;
    const drawn = isWhole ? all : shuffled(all, chanceOf(DRAWN_BY_SEED)).slice(0, mostSnippets);
    const embedded: Embedded[] = [];
    for (const each of drawn) {
      signal.throwIfAborted();
      const tokens = embedder.tokenize(each.text).slice(0, MOST_TOKENS);
      embedded.push({ ...each, embedding: unitOf(await embedder.embed(tokens)) });
    }
    return new DenseIndex(embedded, embedder, all.length);
  }

  get searchedCount(): number {
    return this.#embedded.length;
  }

  /** Best first; equal ones by path and line. */
  async search({ text, limit, exceptPath }: DenseQuery): Promise<readonly Snippet[]> {
    const embedder = this.#embedder;
    const query = unitOf(await embedder.embed(embedder.tokenize(text).slice(-MOST_TOKENS)));
    return this.#embedded
      .flatMap((each): Snippet[] => {
        const place = each.places.find(({ path }) => path !== exceptPath);
        if (place === undefined) return [];
        return [{ ...place, text: each.text, score: cosineOf(query, each.embedding) }];
      })
      .sort((one, other) => other.score - one.score || inOrder(one, other))
      .slice(0, limit);
  }
}

/** Different texts, each with all its places. */
async function candidatesOf({ root, languageId, signal }: DenseIndexOptions): Promise<readonly Candidate[]> {
  const sources = await workspaceSources({
    workspaceFolder: root,
    folder: root,
    settings: DEFAULT_SETTINGS,
    languages: [],
    limit: DEFAULT_SETTINGS.retrieval.maxFiles,
    signal,
  });
  const group = languageGroupOf(languageId);
  const places = new Map<string, Pick<Snippet, "path" | "startLine">[]>();
  for (const { path, languageId: own, read } of sources) {
    if (languageGroupOf(own) !== group) continue;
    const text = withLineFeeds((await read())?.text ?? "");
    signal.throwIfAborted();
    for (const { start, end, startLine } of splitSnippets(text)) {
      const snippet = text.slice(start, end);
      places.set(snippet, [...(places.get(snippet) ?? []), { path, startLine }]);
    }
  }
  return [...places].map(([text, found]) => ({ text, places: found.sort(inOrder) }));
}

function inOrder(one: Pick<Snippet, "path" | "startLine">, other: Pick<Snippet, "path" | "startLine">): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.startLine - other.startLine;
}

function unitOf(vector: readonly number[]): Embedding {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (each) => each / length);
}
