import type { RetrievalQuery, Retriever, Snippet } from "@nearfirst/core";

/** A piece of another file that a client sends with its request. */
export interface GivenSnippet {
  /** As the client names it: relative to its workspace, or a URI. */
  readonly path: string;
  readonly text: string;
}

/** The snippets that a client sent, and after them what the workspace has. The client knows what its user looked at. */
export class GivenSnippets implements Retriever {
  readonly #given: readonly Snippet[];
  readonly #changes: number;
  readonly #workspace: Retriever;

  /** `changes`: how often this client has sent other ones before; part of the revision. */
  constructor(given: readonly GivenSnippet[], changes: number, workspace: Retriever) {
    // They come without a score; what counts is their order.
    this.#given = given.map(({ path, text }, at) => ({ path, text, startLine: 0, score: given.length - at }));
    this.#changes = changes;
    this.#workspace = workspace;
  }

  get revision(): number {
    return this.#workspace.revision + this.#changes;
  }

  async search(query: RetrievalQuery, signal: AbortSignal): Promise<readonly Snippet[]> {
    const found = await this.#workspace.search(query, signal);
    return [...this.#given, ...found].slice(0, query.limit);
  }
}
