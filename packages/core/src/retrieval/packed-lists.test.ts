import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PackedLists } from "./packed-lists.js";

const contentOf = (lists: PackedLists, list: number) => {
  const start = lists.startOf(list);
  return [...lists.data.subarray(start, start + lists.lengthOf(list))];
};

describe("packed lists", () => {
  it("hold what arrays hold, after any sequence of changes", () => {
    const list = fc.nat({ max: 5 });
    const change = fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: fc.constant("push"), list, value: fc.nat({ max: 2 ** 32 - 1 }) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear"), list, value: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("retain"), list, value: fc.integer({ min: 1, max: 3 }) }) },
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const lists = new PackedLists();
        const model = new Map<number, number[]>();
        for (const { kind, list, value } of changes) {
          const held = model.get(list) ?? [];
          if (kind === "push") {
            lists.push(list, value);
            model.set(list, [...held, value]);
          } else if (kind === "clear") {
            lists.clear(list);
            model.set(list, []);
          } else {
            lists.retain(list, (each) => each % value === 0);
            model.set(
              list,
              held.filter((each) => each % value === 0),
            );
          }
        }
        for (const [list, held] of model) expect(contentOf(lists, list)).toEqual(held);
      }),
    );
  });

  it("use freed cells again: adding and clearing for ever does not grow the buffer", () => {
    const lists = new PackedLists();
    const round = () => {
      for (let value = 0; value < 1_000; value++) lists.push(value % 7, value);
      for (let list = 0; list < 7; list++) lists.clear(list);
    };
    round();
    const { length } = lists.data;
    for (let times = 0; times < 50; times++) round();
    expect(lists.data.length).toBe(length);
  });

  it("know nothing of a list that was never used", () => {
    expect(contentOf(new PackedLists(), 1_000_000)).toEqual([]);
  });
});
