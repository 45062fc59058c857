/** For the fuzz tests: the whole pipeline with the real model, on documents, cuts and edits that nobody would write. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alwaysLocal, type Capabilities, complete, type Outcome, Session, type StopMode } from "@nearfirst/core";
import { findModel, LlamaModel, profileOf, readModelCard, systemClock } from "@nearfirst/node";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";

const root = join(import.meta.dirname, "..");
let model: LlamaModel;
let capabilities: Capabilities;

beforeAll(async () => {
  const modelPath = (await findModel("default")).path;
  const card = await readModelCard(modelPath);
  model = await LlamaModel.load({
    modelPath,
    contextTokens: 2_048,
    sequences: 2,
    threads: 1,
    gpu: false,
    profileOf: (info) => profileOf(info, card, 2_048),
  });
  capabilities = {
    clock: systemClock,
    model,
    retriever: {
      revision: 0,
      search: async () => [{ path: "other.py", startLine: 0, text: "def other(value):\n    return value", score: 1 }],
    },
    policy: alwaysLocal,
    large: null,
    syntax: null,
  };
});

afterAll(() => model.close());

const KINDS: readonly Outcome["kind"][] = ["suggested", "skipped", "dropped", "cancelled", "failed"];
const STOP_MODES: readonly StopMode[] = ["line", "statement", "block", "tokens"];

/** Asks and checks what holds for every outcome. */
export async function ask(
  text: string,
  offset: number,
  session: Session,
  settings: { stopMode?: StopMode; maxTokens?: number } = {},
): Promise<Outcome> {
  const document = { uri: "file:///fuzz.py", languageId: "python", text };
  const startedAt = performance.now();
  const outcome = await complete(
    { document, offset, stopMode: "statement", maxTokens: 12, trigger: "explicit", ...settings },
    capabilities,
    session,
    new AbortController().signal,
  );
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(KINDS).toContain(outcome.kind);
  expect(outcome.trace.stages.length).toBeGreaterThan(0);
  if (outcome.kind === "failed") expect.fail(`${outcome.stage}: ${outcome.error.message}`);
  if (outcome.kind === "suggested") {
    const { start, end, text: inserted } = outcome.suggestion;
    expect(inserted).not.toBe("");
    // At the cursor, or beside the character that it splits.
    expect(Math.abs(start - offset)).toBeLessThanOrEqual(1);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
    for (const special of model.profile.specialTexts) {
      if (special.trim() !== "" && !text.includes(special)) expect(inserted).not.toContain(special);
    }
  }
  return outcome;
}

export const corpusText = readFileSync(join(root, "bench/corpus/python/click/decorators.py"), "utf8");

const nastyPiece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom(
    "\uFEFF",
    "\r\n",
    "\r",
    "\n",
    "\t",
    "\ud83d",
    "\udc00",
    "😀",
    "\0",
    "<fim_prefix>",
    "<fim_suffix>",
    "<fim_middle>",
    "<file_sep>",
    "</s>",
    "<s>",
    '"""',
    "'",
    "(",
    ")",
    "[",
    "{",
    "}",
    "\\",
    "def f():\n",
    "    ",
    "#",
    "é",
    "e\u0301",
    "\u2028",
  ),
);

export interface FuzzOptions {
  readonly numRuns: number;
}

/** Any document, any cut, any stop mode: a typed outcome. */
export async function fuzzDocuments(options: FuzzOptions): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(nastyPiece, { maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...STOP_MODES),
      async (pieces, share, stopMode) => {
        const text = pieces.join("");
        await ask(text, Math.round(share * text.length), new Session(), { stopMode });
      },
    ),
    options,
  );
}

/** Any sequence of edits in one session. */
export async function fuzzEdits(options: FuzzOptions): Promise<void> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(30),
    insert: nastyPiece,
    jump: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(corpusText.length - 2_000),
      fc.array(edit, { minLength: 3, maxLength: 8 }),
      async (from, edits) => {
        const session = new Session();
        let text = corpusText.slice(from, from + 2_000);
        let cursor = Math.floor(text.length / 2);
        for (const { at, remove, insert, jump } of edits) {
          if (jump) cursor = Math.round(at * text.length);
          text = text.slice(0, cursor) + insert + text.slice(Math.min(text.length, cursor + remove));
          cursor += insert.length;
          await ask(text, cursor, session);
        }
      },
    ),
    options,
  );
}
