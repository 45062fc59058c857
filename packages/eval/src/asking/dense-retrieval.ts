/** Retrieval by embeddings in place of BM25 (MCCom 6.3 and Table 11): the same query, snippets, number and budget. */
import { basename } from "node:path";
import type { RetrievalQuery, Retriever } from "@nearfirst/core";
import { unreadable } from "@nearfirst/node";
import { DenseIndex, DRAWN_BY_SEED, MOST_SNIPPETS, MOST_TOKENS } from "../embeddings/dense-index.js";
import { openSentenceModel, requireSentenceModel, type SentenceModel } from "../embeddings/sentence-model.js";
import { type ModelFile, modelFileOf } from "../rows/model-file.js";
import type { IndexedRepository } from "../rows/repository-index.js";
import type { OpenedMethod, OpeningMethod } from "./asking-method.js";

export const DENSE_RETRIEVAL = "dense-retrieval";

/** Rejects with `file-unreadable` where there is no such file. */
export async function embedderFile(path: string): Promise<ModelFile> {
  requireSentenceModel(path);
  return modelFileOf(path);
}

export function denseRetrieval(file: ModelFile): OpeningMethod {
  return {
    header: {
      name: DENSE_RETRIEVAL,
      options: {
        embedder: basename(file.path),
        embedderSha256: file.sha256,
        snippetTokens: MOST_TOKENS,
        queryTokens: MOST_TOKENS,
        mostSnippets: MOST_SNIPPETS,
        seed: DRAWN_BY_SEED,
      },
    },
    async open(_, { threads }) {
      const embedder = await openSentenceModel(file.path, threads);
      const answer = retrievingBy(embedder);
      return {
        async answer(asked, ask, signal) {
          const row = await answer(asked, ask, signal);
          file.refuseChange();
          return row;
        },
        close: () => embedder.close(),
      };
    },
  };
}

/** Keeps the index of one repository at a time, as tasks come repository by repository. */
export function retrievingBy(embedder: SentenceModel): OpenedMethod["answer"] {
  let last: { readonly key: string; readonly index: DenseIndex } | null = null;
  return async ({ task, setting, capabilities }, ask, signal) => {
    const { place, languageId } = task;
    if (place === null || capabilities.repository == null)
      throw unreadable(`${DENSE_RETRIEVAL} takes tasks in repositories, with retrieval: ${task.id} has none.`);
    const key = `${languageId} ${place.root}`;
    if (last?.key !== key) {
      const index = await DenseIndex.of({ root: place.root, languageId, embedder, signal });
      last = { key, index };
    }
    const { index } = last;
    const bm25 = capabilities.repository;
    let query: RetrievalQuery | null = null;
    let bm25Ms = 0;
    const search: Retriever["search"] = (asked) => {
      query = asked;
      return index.search({ text: asked.text, limit: asked.limit, exceptPath: place.path });
    };
    const repository: IndexedRepository = {
      revision: 0,
      search,
      // The file with the hole is never searched here: it is an unsaved buffer for BM25 alone, whose time is taken as it is in its own rows.
      openDocument: (document) => bm25.openDocument(document),
      async closeDocument(uri) {
        if (query !== null) bm25Ms = await searchMs(bm25, query, signal);
        await bm25.closeDocument(uri);
      },
    };
    const row = await ask({ task, setting, capabilities: { ...capabilities, repository } });
    return { ...row, candidates: { searched: index.searchedCount, of: index.snippetCount, bm25Ms } };
  };
}

/** Times of rows that were made at another time compare machines' loads. */
async function searchMs(bm25: Retriever, query: RetrievalQuery, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  await bm25.search(query, signal);
  return Number((performance.now() - startedAt).toFixed(2));
}
