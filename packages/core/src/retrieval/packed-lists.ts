/**
 * Many growing lists of unsigned 32-bit numbers in one buffer, addressed by small dense numbers. An inverted index has
 * a hundred thousand lists, most of them short: as arrays of their own they would take ten times the memory.
 */
export class PackedLists {
  #data = new Uint32Array(1 << 12);
  #used = 0;
  #starts = new Uint32Array(1 << 8);
  #lengths = new Uint32Array(1 << 8);
  /** Capacity of a list is 2 ** exponent; 0 marks a list without cells. */
  #exponents = new Uint8Array(1 << 8);
  /** Starts of unused blocks, by exponent. */
  readonly #free: number[][] = [];

  /** The buffer that `startOf` points into. Replaced when lists grow: do not keep it over a `push`. */
  get data(): Uint32Array {
    return this.#data;
  }

  startOf(list: number): number {
    return this.#starts[list] ?? 0;
  }

  lengthOf(list: number): number {
    return this.#lengths[list] ?? 0;
  }

  push(list: number, value: number): void {
    if (list >= this.#starts.length) this.#growTable(list + 1);
    const length = this.#lengths[list] as number;
    const exponent = this.#exponents[list] as number;
    if (exponent === 0 || length === 2 ** exponent) this.#move(list, exponent + 1);
    this.#data[(this.#starts[list] as number) + length] = value;
    this.#lengths[list] = length + 1;
  }

  /** Keeps the values for which `keep` answers true, in order. */
  retain(list: number, keep: (value: number) => boolean): void {
    const start = this.startOf(list);
    const end = start + this.lengthOf(list);
    let to = start;
    for (let at = start; at < end; at++) {
      const value = this.#data[at] as number;
      if (keep(value)) this.#data[to++] = value;
    }
    if (to === start) this.clear(list);
    else this.#lengths[list] = to - start;
  }

  clear(list: number): void {
    const exponent = this.#exponents[list] ?? 0;
    if (exponent === 0) return;
    this.#freeBlocks(exponent).push(this.#starts[list] as number);
    this.#exponents[list] = 0;
    this.#lengths[list] = 0;
  }

  #freeBlocks(exponent: number): number[] {
    this.#free[exponent] ??= [];
    return this.#free[exponent];
  }

  #move(list: number, exponent: number): void {
    const from = this.#starts[list] as number;
    const length = this.#lengths[list] as number;
    const to = this.#freeBlocks(exponent).pop() ?? this.#append(2 ** exponent);
    this.#data.copyWithin(to, from, from + length);
    if (exponent > 1) this.#freeBlocks(exponent - 1).push(from);
    this.#starts[list] = to;
    this.#exponents[list] = exponent;
  }

  #append(cells: number): number {
    const start = this.#used;
    this.#used += cells;
    if (this.#used > this.#data.length) this.#data = grown(this.#data, this.#used, 1.5);
    return start;
  }

  #growTable(lists: number): void {
    this.#starts = grown(this.#starts, lists, 2);
    this.#lengths = grown(this.#lengths, lists, 2);
    const exponents = new Uint8Array(this.#starts.length);
    exponents.set(this.#exponents);
    this.#exponents = exponents;
  }
}

function grown(array: Uint32Array<ArrayBuffer>, least: number, factor: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, Math.ceil(array.length * factor)));
  larger.set(array);
  return larger;
}
