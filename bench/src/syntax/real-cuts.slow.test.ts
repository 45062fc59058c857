import { checkInsertion } from "@nearfirst/core";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { afterAll, describe, expect, it } from "vitest";
import { randomFrom } from "../statistics.js";
import { randomCut, statesOf } from "./cut-states.js";
import { readLanguageFiles } from "./language-files.js";

const SEED = 7;
const CUTS = 300;

const parser = new WorkerSyntaxParser();
afterAll(() => parser.close());

/** Not seen to reject none yet: the gate is in no completion's way before. One that is mended fails here. */
const NOT_YET_CLEAN = ["c", "java"];
const all = [...readLanguageFiles()];
const clean = all.filter(([languageId]) => !NOT_YET_CLEAN.includes(languageId));
const notYetClean = all.filter(([languageId]) => NOT_YET_CLEAN.includes(languageId));

describe("the syntax gate on many cuts of real files", () => {
  it.each(clean)("rejects no true completion in %s", async (languageId, files) => {
    expect(await rejectedIn(languageId, files)).toEqual([]);
  });
  it.fails.each(notYetClean)("rejects no true completion in %s", async (languageId, files) => {
    expect(await rejectedIn(languageId, files)).toEqual([]);
  });
});

async function rejectedIn(languageId: string, files: (typeof all)[number][1]): Promise<object[]> {
  const random = randomFrom(SEED);
  const rejected: object[] = [];
  for (let cuts = 0; cuts < CUTS; ) {
    const cut = randomCut(files[Math.floor(random() * files.length)] as (typeof files)[number], languageId, random);
    if (cut === null) continue;
    cuts++;
    for (const state of statesOf(cut, random)) {
      const verdict = await checkInsertion(parser, state, new AbortController().signal);
      if (verdict.kind === "invalid")
        rejected.push({ path: cut.path, line: cut.before.split("\n").length, ...verdict, state: state.state });
    }
  }
  return rejected;
}
