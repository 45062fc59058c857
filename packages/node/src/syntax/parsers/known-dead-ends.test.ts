import { describe, expect, it } from "vitest";
import { KnownDeadEnds } from "./known-dead-ends.js";

describe("dead ends that are known", () => {
  const problem = { start: 4, isUnfinished: false, certainAt: 5 };
  const known = new KnownDeadEnds();
  known.keep("a = );\nb\n", problem);

  it("are those of every text that begins with the line of one", () => {
    expect(known.problemIn("a = );\nc")).toBe(problem);
    expect(known.problemIn("a = );")).toBeNull();
    expect(known.problemIn("a = 1);\n")).toBeNull();
  });

  it("say how much of a text may still be mended", () => {
    expect(known.hopefulLength("a =")).toBe(3);
    expect(known.hopefulLength("a = 1")).toBe(4);
    expect(known.hopefulLength("b")).toBe(0);
  });

  it("are not kept where what follows may change them, or their line has not ended", () => {
    const others = new KnownDeadEnds();
    others.keep("a = ';\n", { ...problem, certainAt: null });
    others.keep("a = );", problem);
    expect(others.problemIn("a = ';\n")).toBeNull();
    expect(others.problemIn("a = );\n")).toBeNull();
  });
});
