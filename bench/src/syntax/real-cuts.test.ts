import { checkInsertion } from "@nearfirst/core";
import { WorkerSyntaxParser } from "@nearfirst/node";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { randomFrom } from "../statistics.js";
import { type CutState, randomCut, statesOf } from "./cut-states.js";
import { readLanguageFiles } from "./language-files.js";

const parser = new WorkerSyntaxParser();
afterAll(() => parser.close());

/** Some of the parsers take seconds to load and to warm up on a busy machine. */
const LOADING_MS = 180_000;

const LANGUAGES = readLanguageFiles();

describe("the syntax gate on real files", () => {
  it.each([...LANGUAGES])(
    "rejects no true completion in %s, in any state of work",
    async (languageId, files) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(files.length - 1), fc.nat(), async (index, seed) => {
          const random = randomFrom(seed);
          const cut = randomCut(files[index] as (typeof files)[number], languageId, random);
          fc.pre(cut !== null);
          for (const state of statesOf(cut, random)) {
            const { kind } = await checkInsertion(parser, state, new AbortController().signal);
            expect({ ...state, kind }).not.toMatchObject({ kind: "invalid" });
          }
        }),
        { numRuns: 6 },
      );
    },
    LOADING_MS,
  );
});

describe("a cut", () => {
  it("whose true text repeats itself, so that the stop rules end it early, may go on", () => {
    const text =
      "fn f() {\n    let rows = vec![\n        vec![1, 2],\n        vec![1, 2],\n        vec![1, 2],\n    ];\n}\n";
    const cuts = Array.from({ length: 300 }, (_, seed) => randomCut({ path: "a.rs", text }, "rust", randomFrom(seed)));
    const early = cuts.filter((cut) => cut?.gold.endsWith("vec![1, 2],") && cut.gold.includes("let rows"));
    expect(early.length).toBeGreaterThan(0);
    for (const cut of early) expect(cut).toMatchObject({ extent: "open", after: expect.stringContaining("];") });
  });
});

describe("the states of a cut", () => {
  const cut = {
    languageId: "python",
    path: "a.py",
    before: "def f():\n    ",
    gold: "x = g(\n        1)",
    after: "\n    y = (2)\n    return y\n\n\nz = 1\n",
    extent: "statement",
  } as const;
  const states = statesOf(cut, randomFrom(1));
  const named = (name: string): CutState => states.find(({ state }) => state === name) as CutState;

  it("keep the true text where it is whole", () => {
    expect(named("right")).toMatchObject({ before: cut.before, text: cut.gold, after: cut.after });
    expect(named("left").after).toBe("");
  });

  it("take away what is not written yet", () => {
    expect(named("block deleted").after).toBe("\nz = 1\n");
    expect(named("lines deleted").after.length).toBeLessThan(cut.after.length);
    expect(named("brackets deleted").after).not.toContain(")");
  });

  it("reveal the true text line by line, and replay how it is typed", () => {
    expect(named("line by line")).toMatchObject({ text: "x = g(", extent: "open" });
    for (const typed of states.filter(({ state }) => state === "typed"))
      expect(typed.before + typed.text).toBe(cut.before + cut.gold);
  });
});
