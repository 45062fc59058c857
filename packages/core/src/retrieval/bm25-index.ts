/**
 * BM25 over a changing set of snippets: k1 = 1.2, b = 0.75, and the idf with + 1, ln(1 + (N − n + ½) / (n + ½)), so that
 * no score is negative and the sums of MCCom Eq. 1 are meaningful. A term that the query repeats counts as often.
 */
import { Bm25Store, COUNT_BITS, COUNT_MASK } from "./bm25-store.js";
import { combinedScores } from "./iterative-retrieval.js";
import { kthLargest } from "./kth-largest.js";

const K1 = 1.2;
export const B = 0.75;

/** Relative room for the rounding of sums in another order. */
const ROUNDING = 1e-9;
/** Terms of a snippet that are looked at to score it alone: decides when that is cheaper than going on by term. */
const TYPICAL_CONTENTS = 48;

export interface ScoredSnippet {
  readonly snippet: number;
  /** Above 0. */
  readonly score: number;
}

export interface Bm25SearchOptions {
  /** Most results, at least 1. */
  readonly limit: number;
  /** Snippets that are neither results nor part of the statistics: those of the file at the cursor. */
  readonly excluded: readonly number[];
}

export interface SecondSearchOptions {
  readonly terms: readonly string[];
  /** In [0, 1]. */
  readonly weight: number;
  readonly excluded: readonly number[];
}

/** One query against the index as it is now. */
interface Weighted {
  /** By term number: idf · (k1 + 1) · occurrences in the query. An upper bound of what the term can add to a score. */
  readonly weights: ReadonlyMap<number, number>;
  /** A count c in a snippet of length l adds weight · c / (c + norm + normPerTerm · l). */
  readonly norm: number;
  readonly normPerTerm: number;
}

export class Bm25Index {
  readonly #store = new Bm25Store();
  readonly #tieOrder: (one: number, other: number) => number;
  /** The weights of the query in progress by term number; 0 for all other terms. */
  #weights = new Float64Array(0);
  #scores = new Float64Array(0);
  #touched = new Uint32Array(0);
  /** 1: in `touched`, or never to be put there. */
  #seen = new Uint8Array(0);

  /** `tieOrder` puts snippets with equal scores in order; it must not depend on their numbers, which are used again. */
  constructor(tieOrder: (one: number, other: number) => number) {
    this.#tieOrder = tieOrder;
  }

  get snippetCount(): number {
    return this.#store.snippetCount;
  }

  get termCount(): number {
    return this.#store.termCount;
  }

  /** Adds a snippet by its terms; its number, or null where the index is full (four million snippets). */
  add(terms: readonly string[]): number | null {
    return this.#store.add(terms);
  }

  /** Removes snippets by their numbers, which later snippets may get. */
  remove(snippets: readonly number[]): void {
    this.#store.remove(snippets);
  }

  /** The scores of all snippets that hold a term of the query, in no order (the sums of MCCom Eq. 1 run over these). */
  scoreAll(terms: readonly string[], excluded: readonly number[]): ScoredSnippet[] {
    const query = this.#weigh(terms, excluded);
    const without = new Set(excluded);
    const found: ScoredSnippet[] = [];
    for (let snippet = 0; snippet < this.#store.snippetLimit; snippet++) {
      if (!this.#store.isInUse(snippet) || without.has(snippet)) continue;
      const score = this.#scoreOf(snippet, query);
      if (score > 0) found.push({ snippet, score });
    }
    this.#clearWeights(query);
    return found;
  }

  /**
   * The best snippets, best first: exactly those of `scoreAll`. Rare terms are summed up first, over their postings;
   * once the terms that are left cannot lift any other snippet among the best, only the candidates are scored in full.
   */
  search(terms: readonly string[], { limit, excluded }: Bm25SearchOptions): ScoredSnippet[] {
    const query = this.#weigh(terms, excluded);
    const order = [...query.weights].sort(([a, one], [b, other]) => other - one || a - b);
    const rest = new Float64Array(order.length + 1);
    let postingsLeft = 0;
    for (let at = order.length - 1; at >= 0; at--) {
      const [term, weight] = order[at] as [number, number];
      rest[at] = (rest[at + 1] as number) + weight;
      postingsLeft += this.#store.postings.lengthOf(term);
    }
    this.#reserve();
    for (const snippet of excluded) this.#seen[snippet] = 1;
    let touched = 0;
    let sinceCheck = 0;
    let candidates: number[] | null = null;
    for (let at = 0; at < order.length && candidates === null; at++) {
      const [term, weight] = order[at] as [number, number];
      const length = this.#store.postings.lengthOf(term);
      if (sinceCheck > touched && touched >= limit && length > limit) {
        sinceCheck = 0;
        const least = this.#kthLargest(touched, limit) * (1 - ROUNDING);
        if ((rest[at] as number) < least) {
          const chosen = this.#reaching(touched, least - (rest[at] as number));
          if (chosen.length * TYPICAL_CONTENTS < postingsLeft) candidates = chosen;
        }
      }
      if (candidates !== null) break;
      touched = this.#accumulate(term, weight, query, touched);
      sinceCheck += length;
      postingsLeft -= length;
    }
    candidates ??= this.#reaching(touched, touched < limit ? 0 : this.#kthLargest(touched, limit) * (1 - ROUNDING));
    this.#clear(touched, excluded);
    const scored = candidates.map((snippet) => ({ snippet, score: this.#scoreOf(snippet, query) }));
    this.#clearWeights(query);
    return this.#inOrder(scored).slice(0, limit);
  }

  /** All snippets that either query finds, best first by MCCom Eq. 1. */
  searchTwice(
    terms: readonly string[],
    { terms: secondTerms, weight, excluded }: SecondSearchOptions,
  ): ScoredSnippet[] {
    const found = combinedScores(this.scoreAll(terms, excluded), this.scoreAll(secondTerms, excluded), weight);
    return this.#inOrder(found);
  }

  #inOrder(found: ScoredSnippet[]): ScoredSnippet[] {
    return found.sort((one, other) => other.score - one.score || this.#tieOrder(one.snippet, other.snippet));
  }

  /** Sets `#weights` too, which `#clearWeights` undoes. */
  #weigh(terms: readonly string[], excluded: readonly number[]): Weighted {
    const store = this.#store;
    const { length: termLimit } = store.snippetFrequencies;
    if (this.#weights.length < termLimit) this.#weights = new Float64Array(termLimit);
    const weights = new Map<number, number>();
    for (const term of terms) {
      const id = store.termIdOf(term);
      if (id !== undefined) weights.set(id, (weights.get(id) ?? 0) + 1);
    }
    const excludedFrequencies = new Map<number, number>();
    let count = store.snippetCount;
    let totalLength = store.totalLength;
    for (const snippet of excluded) {
      if (!store.isInUse(snippet)) continue;
      count--;
      totalLength -= store.lengths[snippet] as number;
      const start = store.contents.startOf(snippet);
      for (let at = start; at < start + store.contents.lengthOf(snippet); at++) {
        const id = (store.contents.data[at] as number) >>> COUNT_BITS;
        if (weights.has(id)) excludedFrequencies.set(id, (excludedFrequencies.get(id) ?? 0) + 1);
      }
    }
    for (const [id, occurrences] of weights) {
      const frequency = (store.snippetFrequencies[id] as number) - (excludedFrequencies.get(id) ?? 0);
      if (frequency === 0) weights.delete(id);
      else {
        const idf = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
        const weight = idf * (K1 + 1) * occurrences;
        weights.set(id, weight);
        this.#weights[id] = weight;
      }
    }
    return { weights, norm: K1 * (1 - B), normPerTerm: totalLength === 0 ? 0 : (K1 * B * count) / totalLength };
  }

  #clearWeights(query: Weighted): void {
    for (const term of query.weights.keys()) this.#weights[term] = 0;
  }

  /** In the order of the snippet's terms, so that the sum depends on its text and the query alone. */
  #scoreOf(snippet: number, { norm, normPerTerm }: Weighted): number {
    const weights = this.#weights;
    const { contents, lengths } = this.#store;
    const { data } = contents;
    const base = norm + normPerTerm * (lengths[snippet] as number);
    const start = contents.startOf(snippet);
    const end = start + contents.lengthOf(snippet);
    let score = 0;
    for (let at = start; at < end; at++) {
      const packed = data[at] as number;
      const weight = weights[packed >>> COUNT_BITS] as number;
      if (weight === 0) continue;
      const count = packed & COUNT_MASK;
      score += (weight * count) / (count + base);
    }
    return score;
  }

  /** Adds one term's share to the score of each snippet that holds it; the new number of touched snippets. */
  #accumulate(term: number, weight: number, { norm, normPerTerm }: Weighted, touchedBefore: number): number {
    const { postings, lengths } = this.#store;
    const { data } = postings;
    const [scores, touched, seen] = [this.#scores, this.#touched, this.#seen];
    const start = postings.startOf(term);
    const end = start + postings.lengthOf(term);
    let touchedCount = touchedBefore;
    for (let at = start; at < end; at++) {
      const packed = data[at] as number;
      const snippet = packed >>> COUNT_BITS;
      const count = packed & COUNT_MASK;
      if (seen[snippet] === 0) {
        seen[snippet] = 1;
        touched[touchedCount++] = snippet;
      }
      scores[snippet] =
        (scores[snippet] as number) + (weight * count) / (count + norm + normPerTerm * (lengths[snippet] as number));
    }
    return touchedCount;
  }

  #kthLargest(touchedCount: number, k: number): number {
    return kthLargest({ scores: this.#scores, places: this.#touched, count: touchedCount, k });
  }

  #reaching(touchedCount: number, least: number): number[] {
    const reaching: number[] = [];
    for (let at = 0; at < touchedCount; at++) {
      const snippet = this.#touched[at] as number;
      if ((this.#scores[snippet] as number) >= least && this.#store.isInUse(snippet)) reaching.push(snippet);
    }
    return reaching;
  }

  #reserve(): void {
    const { length } = this.#store.lengths;
    if (this.#scores.length >= length) return;
    this.#scores = new Float64Array(length);
    this.#touched = new Uint32Array(length);
    this.#seen = new Uint8Array(length);
  }

  #clear(touchedCount: number, excluded: readonly number[]): void {
    for (let at = 0; at < touchedCount; at++) {
      const snippet = this.#touched[at] as number;
      this.#scores[snippet] = 0;
      this.#seen[snippet] = 0;
    }
    for (const snippet of excluded) {
      this.#scores[snippet] = 0;
      this.#seen[snippet] = 0;
    }
  }
}
