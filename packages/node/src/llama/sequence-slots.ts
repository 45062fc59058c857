/** KV caches by file: each is used by one request at a time, and the one unused for longest goes to a new file. */
export interface Slot<Sequence> {
  readonly sequence: Sequence;
  name: string;
  /** Requests running or queued. */
  users: number;
  /** Resolves when the requests queued so far have ended. */
  tail: Promise<unknown>;
}

export class SequenceSlots<Sequence> {
  readonly #limit: number;
  readonly #create: () => Sequence;
  /** Most recently used last. */
  readonly #slots: Slot<Sequence>[] = [];

  constructor(limit: number, create: () => Sequence) {
    this.#limit = limit;
    this.#create = create;
  }

  /** Runs `task` once the requests before it on the same slot have ended; not at all if `signal` is aborted by then. */
  async run<Result>(name: string, signal: AbortSignal, task: (sequence: Sequence) => Promise<Result>): Promise<Result> {
    const slot = this.#slotOf(name);
    slot.users++;
    const turn = slot.tail.then(() => {
      signal.throwIfAborted();
      return task(slot.sequence);
    });
    slot.tail = turn.then(
      () => slot.users--,
      () => slot.users--,
    );
    return turn;
  }

  #slotOf(name: string): Slot<Sequence> {
    let slot = this.#slots.find((each) => each.name === name);
    if (slot === undefined && this.#slots.length < this.#limit)
      slot = { sequence: this.#create(), name, users: 0, tail: Promise.resolve() };
    // A slot in use is taken only where all are: its requests go first.
    slot ??= this.#slots.find((each) => each.users === 0) ?? (this.#slots[0] as Slot<Sequence>);
    slot.name = name;
    const at = this.#slots.indexOf(slot);
    if (at >= 0) this.#slots.splice(at, 1);
    this.#slots.push(slot);
    return slot;
  }
}
