import { checkInsertion } from "@nearfirst/core";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { afterAll, describe, expect, it } from "vitest";
import { randomFrom } from "../statistics.js";
import { randomCut, statesOf } from "./cut-states.js";
import { type LanguageFile, readLanguageFiles } from "./language-files.js";

const SEED = 7;
const CUTS = 300;

const parser = new WorkerSyntaxParser();
afterAll(() => parser.close());

describe("the syntax gate on many cuts of real files", () => {
  it.each([...readLanguageFiles()])("rejects no true completion in %s", async (languageId, files) => {
    expect(await rejectedIn(languageId, files)).toEqual([]);
  });
});

async function rejectedIn(languageId: string, files: readonly LanguageFile[]): Promise<object[]> {
  const random = randomFrom(SEED);
  const rejected: object[] = [];
  for (let cuts = 0; cuts < CUTS; ) {
    const cut = randomCut(files[Math.floor(random() * files.length)] as LanguageFile, languageId, random);
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
