/** The whole pipeline with the real model, on documents, cuts and edits that nobody would write. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { alwaysLocal, type Capabilities, complete, type Outcome, Session, type StopMode } from "@nearfirst/core";
import { LlamaModel, profileOf, readModelCard } from "@nearfirst/node";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let model: LlamaModel;
let capabilities: Capabilities;

beforeAll(async () => {
  const modelPath = join(root, "models/nearfirst-placeholder-8.5m-q8_0.gguf");
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
    clock: performance,
    model,
    retriever: {
      revision: 0,
      search: async () => [{ path: "other.py", startLine: 0, text: "def other(value):\n    return value", score: 1 }],
    },
    policy: alwaysLocal,
  };
});

afterAll(() => model.close());

const KINDS: readonly Outcome["kind"][] = ["suggested", "skipped", "dropped", "cancelled", "failed"];
const STOP_MODES: readonly StopMode[] = ["line", "statement", "block", "tokens"];

/** Asks and checks what holds for every outcome. */
async function ask(
  text: string,
  offset: number,
  session: Session,
  settings: { stopMode?: StopMode; maxTokens?: number } = {},
) {
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

const corpusText = readFileSync(join(root, "bench/corpus/python/click/decorators.py"), "utf8");

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

describe("the pipeline with the real model", () => {
  it("ends in a typed outcome for every document and every cut", async () => {
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
      { numRuns: 120, seed: 1 },
    );
  });

  it("survives any sequence of edits in one session", async () => {
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
      { numRuns: 15, seed: 2 },
    );
  });

  it.each<[string, string, number]>([
    ["an empty file", "", 0],
    ["the start of a file", corpusText, 0],
    ["the end of a file", corpusText, corpusText.length],
    ["a file with a byte order mark", `\uFEFF${corpusText.slice(0, 500)}`, 400],
    ["a file with CRLF line breaks", corpusText.slice(0, 3_000).replaceAll("\n", "\r\n"), 1_500],
    ["100,000 lines", "value = compute(1)\n".repeat(100_000), 900_000],
    ["a 10 MB line", `x = "${"a".repeat(10_000_000)}"`, 5_000_000],
    ["a file of fill-in-the-middle tokens", "<fim_prefix><fim_suffix><fim_middle>\n".repeat(50), 900],
    ["lone surrogates", "\ud83d\udc00x = '\ud83d'\n".repeat(40), 121],
  ])("answers in bounded time for %s", async (_what, text, offset) => {
    await ask(text, offset, new Session());
  });

  it.each([-1, 1.5, Number.NaN, 10_000])("skips a cursor that is outside the document: %s", async (offset) => {
    expect(await ask("x = 1\n", offset, new Session())).toMatchObject({
      kind: "skipped",
      reason: "cursor-outside-document",
    });
  });
});
