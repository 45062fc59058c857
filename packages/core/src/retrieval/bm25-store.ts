import { ownText } from "../own-text.js";
import { PackedLists } from "./packed-lists.js";

/** A term or snippet number and a count in one unsigned 32-bit number: 22 bits and 10 bits. */
export const COUNT_BITS = 10;
export const COUNT_MASK = (1 << COUNT_BITS) - 1;
const MAX_IDS = 2 ** (32 - COUNT_BITS);

/** Postings looked at by one removal while a sweep runs: well below a millisecond. */
const SWEEP_POSTINGS = 50_000;

/**
 * Snippets as bags of terms, both ways round: term → snippets and snippet → terms. Removing a snippet leaves its
 * postings behind, harmless; a sweep spread over later removals drops them, and only then are numbers used again.
 */
export class Bm25Store {
  readonly #termIds = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #freeTerms: number[] = [];
  readonly #freeSnippets: number[] = [];
  /** Removed since the sweep in progress began. */
  #dead: number[] = [];
  /** Removed before the sweep in progress began: free when it ends. */
  #condemned: number[] = [];
  #sweepAt: number | null = null;

  /** By term: snippet number and count. Holds entries of removed snippets too. */
  readonly postings = new PackedLists();
  /** By snippet, in order of first appearance: term number and count. */
  readonly contents = new PackedLists();
  /** By term: snippets that hold it, the removed ones not counted. */
  snippetFrequencies = new Uint32Array(1 << 10);
  /** By snippet: terms in it, with repetition; infinite for a number that is not in use, so that it scores 0. */
  lengths: Float32Array<ArrayBuffer> = new Float32Array(1 << 10).fill(Number.POSITIVE_INFINITY);
  /** Snippets in use. */
  snippetCount = 0;
  /** Sum of `lengths` over the snippets in use. */
  totalLength = 0;
  /** All snippet numbers are below this. */
  snippetLimit = 0;

  termIdOf(term: string): number | undefined {
    return this.#termIds.get(term);
  }

  /** Number of terms in use or waiting to be swept. */
  get termCount(): number {
    return this.#termIds.size;
  }

  isInUse(snippet: number): boolean {
    return this.lengths[snippet] !== Number.POSITIVE_INFINITY;
  }

  /** The new snippet's number; null once four million are in use. */
  add(terms: readonly string[]): number | null {
    const snippet = this.#freeSnippets.pop() ?? (this.snippetLimit < MAX_IDS ? this.snippetLimit++ : null);
    if (snippet === null) return null;
    if (snippet >= this.lengths.length) {
      const lengths = new Float32Array(this.lengths.length * 2).fill(Number.POSITIVE_INFINITY);
      lengths.set(this.lengths);
      this.lengths = lengths;
    }
    this.lengths[snippet] = terms.length;
    this.totalLength += terms.length;
    this.snippetCount++;
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const id = this.#idFor(term);
      if (id === null) continue;
      const stored = Math.min(count, COUNT_MASK);
      this.postings.push(id, ((snippet << COUNT_BITS) | stored) >>> 0);
      this.contents.push(snippet, ((id << COUNT_BITS) | stored) >>> 0);
      this.snippetFrequencies[id] = (this.snippetFrequencies[id] as number) + 1;
    }
    return snippet;
  }

  remove(snippets: readonly number[]): void {
    for (const snippet of snippets) {
      if (!this.isInUse(snippet)) continue;
      const start = this.contents.startOf(snippet);
      const end = start + this.contents.lengthOf(snippet);
      for (let at = start; at < end; at++) {
        const id = (this.contents.data[at] as number) >>> COUNT_BITS;
        this.snippetFrequencies[id] = (this.snippetFrequencies[id] as number) - 1;
      }
      this.contents.clear(snippet);
      this.totalLength -= this.lengths[snippet] as number;
      this.snippetCount--;
      this.lengths[snippet] = Number.POSITIVE_INFINITY;
      this.#dead.push(snippet);
    }
    this.#sweep();
  }

  #idFor(term: string): number | null {
    let id = this.#termIds.get(term);
    if (id !== undefined) return id;
    id = this.#freeTerms.pop() ?? this.#terms.length;
    if (id >= MAX_IDS) return null;
    if (id >= this.snippetFrequencies.length) {
      const frequencies = new Uint32Array(this.snippetFrequencies.length * 2);
      frequencies.set(this.snippetFrequencies);
      this.snippetFrequencies = frequencies;
    }
    // A term is a piece of its file's text, which may change or go.
    const own = ownText(term);
    this.#termIds.set(own, id);
    this.#terms[id] = own;
    return id;
  }

  /** Does a bounded part of the clearing up, once enough snippets are dead. */
  #sweep(): void {
    if (this.#sweepAt === null) {
      if (this.#dead.length < 256 + this.snippetCount / 4) return;
      this.#sweepAt = 0;
      this.#condemned = this.#dead;
      this.#dead = [];
    }
    let budget = SWEEP_POSTINGS;
    while (budget > 0 && this.#sweepAt < this.#terms.length) {
      const id = this.#sweepAt++;
      const length = this.postings.lengthOf(id);
      budget -= 1 + length;
      if (length > (this.snippetFrequencies[id] as number))
        this.postings.retain(id, (posting) => this.isInUse(posting >>> COUNT_BITS));
      const term = this.#terms[id] as string;
      if (this.snippetFrequencies[id] === 0 && this.#termIds.get(term) === id) {
        this.#termIds.delete(term);
        this.#freeTerms.push(id);
      }
    }
    if (this.#sweepAt < this.#terms.length) return;
    this.#sweepAt = null;
    for (const snippet of this.#condemned) this.#freeSnippets.push(snippet);
    this.#condemned = [];
  }
}
