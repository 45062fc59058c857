import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AcceptedWatch, type Edit, LOOK_AFTER_SECONDS } from "./accepted-watch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const URI = "file:///a.py";

/** A document in which `▮…▮` was just accepted, and what is said of it later. */
function document(picture: string) {
  const [before = "", suggestion = "", after = ""] = picture.split("▮");
  let text: string | null = before + suggestion + after;
  const looks: [string, number][] = [];
  const watch = new AcceptedWatch({ textOf: () => text, onLook: (id, share) => void looks.push([id, share]) });
  watch.accepted({ id: "s", uri: URI, start: before.length, text: suggestion });
  return {
    watch,
    looks,
    /** Replaces the first occurrence. */
    replace(old: string, by: string) {
      const start = (text ?? "").indexOf(old);
      text = (text ?? "").replace(old, by);
      watch.edited(URI, [{ start, end: start + old.length, length: by.length }]);
    },
    rewrite(whole: string) {
      watch.edited(URI, [{ start: 0, end: (text ?? "").length, length: whole.length }]);
      text = whole;
    },
    close() {
      text = null;
    },
    kept() {
      vi.advanceTimersByTime(LOOK_AFTER_SECONDS * 1_000);
      return looks.map(([, share]) => share);
    },
  };
}

describe("an accepted suggestion", () => {
  it("is kept whole where nothing happens to it, whatever is written around it", () => {
    const edited = document("import os\nx = ▮first + second▮;\n");
    edited.replace("import os\n", "import os\nimport sys\n");
    edited.replace("\nx", "\n\nx");
    edited.replace(";\n", ";\nprint(x)\n");
    expect(edited.kept()).toEqual([1]);
    expect(edited.kept()).toEqual([1]);
  });

  it("is kept in part where a part was changed", () => {
    const edited = document("x = ▮abcdefgh▮\n");
    edited.replace("efgh", "1234");
    expect(edited.kept()).toEqual([0.5]);
  });

  it("is not kept where it was taken out again, alone or with more", () => {
    const alone = document("x = ▮abc▮ + 1\n");
    alone.replace("abc", "");
    expect(alone.kept()).toEqual([0]);
    const withMore = document("x = ▮abc▮ + 1\n");
    withMore.replace("x = abc + 1\n", "");
    expect(withMore.kept()).toEqual([0]);
  });

  it("is kept whole where a whole file was pasted into it, and looking at that holds nobody up", () => {
    const [first, second] = ["a".repeat(1_000), "b".repeat(1_000)];
    const edited = document(`x = ▮${first}+${second}▮\n`);
    edited.replace("+", `+${"pasted ".repeat(500_000)}`);
    // No other clock is real here.
    const before = process.cpuUsage();
    expect(edited.kept()).toEqual([1]);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200);
  });

  it("is found again where a formatter wrote the whole file anew", () => {
    const edited = document("x = ▮abc▮\ny=2\n");
    edited.rewrite("x = abc\ny = 2\n");
    expect(edited.kept()).toEqual([1]);
  });

  it("is found where an editor says that it was accepted before it inserts it", () => {
    let text = "x = \n";
    const shares: number[] = [];
    const watch = new AcceptedWatch({ textOf: () => text, onLook: (_, share) => void shares.push(share) });
    watch.accepted({ id: "s", uri: URI, start: 4, text: "abc" });
    text = "x = abc\n";
    watch.edited(URI, [{ start: 4, end: 4, length: 3 }]);
    vi.advanceTimersByTime(LOOK_AFTER_SECONDS * 1_000);
    expect(shares).toEqual([1]);
  });

  it("is not spoken of where its document was closed", () => {
    const edited = document("x = ▮abc▮\n");
    edited.watch.closed(URI);
    expect(edited.kept()).toEqual([]);
    const gone = document("x = ▮abc▮\n");
    gone.close();
    expect(gone.kept()).toEqual([]);
  });

  it("has a share between 0 and 1 after any edits", () => {
    const edits = fc.array(fc.record({ start: fc.nat(30), deleted: fc.nat(10), insert: fc.string({ maxLength: 8 }) }));
    fc.assert(
      fc.property(
        fc.string({ maxLength: 10 }),
        fc.string({ minLength: 1, maxLength: 12 }),
        edits,
        (before, own, all) => {
          let text = `${before}${own}\nrest\n`;
          const shares: number[] = [];
          const watch = new AcceptedWatch({ textOf: () => text, onLook: (_, share) => void shares.push(share) });
          watch.accepted({ id: "s", uri: URI, start: before.length, text: own });
          const made = all.map(({ start: wanted, deleted, insert }): Edit => {
            const start = Math.min(wanted, text.length);
            const end = Math.min(start + deleted, text.length);
            text = text.slice(0, start) + insert + text.slice(end);
            return { start, end, length: insert.length };
          });
          watch.edited(URI, made);
          vi.advanceTimersByTime(LOOK_AFTER_SECONDS * 1_000);
          expect(shares).toHaveLength(1);
          expect(shares[0]).toBeGreaterThanOrEqual(0);
          expect(shares[0]).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
