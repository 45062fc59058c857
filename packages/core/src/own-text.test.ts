import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownText } from "./own-text.js";

describe("a text of its own", () => {
  it("is the same text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => ownText(text) === text));
  });

  it("does not keep alive the text that it is a piece of", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const half = "value = compute(1)\n".repeat(25_000);
    const kept: string[] = [];
    const heldAfter = (keep: (piece: string) => string) => {
      kept.length = 0;
      for (let turn = 0; turn < 40; turn++) {
        const document = `${half}${turn}${half}`;
        kept.push(keep(document.slice(half.length - 40, half.length + 40)));
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    const own = heldAfter(ownText);
    const pieces = heldAfter((piece) => piece);
    // 40 documents of 1 MB each, or none of them.
    expect(pieces - own).toBeGreaterThan(30_000_000);
  });
});
