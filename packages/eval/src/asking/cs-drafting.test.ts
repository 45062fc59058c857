/** What a drafter changes of an answer: nothing; and what rows say of it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Generation, GenerationRequest, StopState } from "@nearfirst/core";
import { capabilitiesOf } from "@nearfirst/core/testing";
import { LlamaModel, profileOf } from "@nearfirst/node";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tinyGguf } from "../../../node/src/testing/tiny-gguf.js";
import { HAND_MADE_TASKS, jsonLinesOf } from "../../test/hand-made-infilling.js";
import { idsOf, reciter } from "../../test/reciter.js";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { HUMANEVAL_INFILLING } from "../benchmarks/humaneval-infilling/humaneval-infilling.js";
import { answerTask } from "../rows/answer-task.js";
import { csDrafting, draftedBy, drafterFile } from "./cs-drafting.js";
import { draftedAnswer } from "./drafted-answer.js";

const { signal } = new AbortController();

const stopIn = (mode: StopState["mode"]): StopState => ({
  mode,
  languageId: "python",
  lexical: { brackets: "", quote: null, comment: "none" },
  linePrefix: "",
});
const requestFor = (changed: Partial<GenerationRequest> = {}): GenerationRequest => ({
  prompt: Int32Array.of(1, 2, 3),
  slot: "file",
  draft: "",
  healedText: "",
  maxTokens: 64,
  stop: stopIn("line"),
  ...changed,
});

describe("a drafted answer", () => {
  it("is verified four tokens at a time, each time with one of the model's own", async () => {
    const [model, drafter] = [reciter("return a + b\n"), reciter("return b + a\n")];
    const found = await draftedAnswer({ model, drafter }, requestFor(), signal);
    // retu+r | "n b " refused at b: n, " ", a | " + a": " + " and b | "\n": in the draft.
    expect(found).toMatchObject({ text: "return a + b", stopReason: "line", draftOffered: 13, draftAccepted: 10 });
    expect(model.requests.map(({ draft }) => draft)).toEqual(["retu", "n b ", " + a", "\n"]);
    for (const { ends } of model.requests) expect(ends).toBe("with-draft");
    expect(model.requests.map(({ prompt }) => prompt.length - 3)).toEqual([0, 5, 8, 12]);
    expect(drafter.requests[0]).toMatchObject({ maxTokens: 4, promptLookup: { matchTokens: 1, manner: "eager" } });
  });

  it("goes on by itself where the drafter has nothing to say", async () => {
    const [model, drafter] = [reciter("ab"), reciter("")];
    const found = await draftedAnswer({ model, drafter }, requestFor(), signal);
    expect(found).toMatchObject({ text: "ab", stopReason: "end-of-middle", draftOffered: 0, forwardPasses: 5 });
  });

  it("begins with the copy that outweighs the model, and is drafted after it alone", async () => {
    const [model, drafter] = [reciter("xy"), reciter("ab")];
    const request = requestFor({ draft: "ab", draftWeight: 0.9 });
    const found = await draftedAnswer({ model, drafter }, request, signal);
    expect(found).toMatchObject({ text: "ab", stopReason: "end-of-middle", draftOffered: 0 });
    expect([drafter.requests, model.requests.length]).toEqual([[], 1]);
    // One that counts for nothing is left out: CSDrafting has no drafts from the context.
    const weightless = requestFor({ draft: "ab", draftWeight: 0 });
    const plain = await draftedAnswer({ model: reciter("xy"), drafter: reciter("ab") }, weightless, signal);
    expect(plain).toMatchObject({ text: "xy", draftOffered: 3, draftAccepted: 0 });
  });

  it("is what the model writes alone, whatever the drafter says, where the stop stands, and what was typed", async () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", " ", "(", ")", "\n", ":", "ö", "変", "🚀", "x = 1"),
      maxLength: 14,
    });
    const asked = fc.record({
      answer: text,
      drafted: text,
      kept: fc.nat(14),
      healed: fc.nat(3),
      mode: fc.constantFrom("line", "statement", "block", "tokens"),
      maxTokens: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ answer, drafted, kept, healed, mode, maxTokens }) => {
        const healedText = [...answer].slice(0, healed).join("");
        const request = requestFor({ healedText, stop: stopIn(mode), maxTokens });
        const alone = await reciter(answer).generate(request, signal);
        const drafter = reciter([...answer].slice(0, kept).join("") + drafted);
        const told: number[] = [];
        const found = await draftedAnswer({ model: reciter(answer), drafter }, request, signal, (tokens) =>
          told.push(...tokens.map(({ id }) => id)),
        );
        const facts = ({ text, tokens, stopReason, healedTokens }: typeof alone) => ({
          text,
          ids: tokens.map(({ id }) => id),
          texts: tokens.map((token) => token.text),
          stopReason,
          healedTokens,
        });
        expect(facts(found)).toEqual(facts(alone));
        expect(told).toEqual(alone.tokens.map(({ id }) => id));
        expect(found.draftAccepted).toBeLessThanOrEqual(found.draftOffered);
      }),
      { numRuns: 500 },
    );
  });

  it("rejects with the signal's reason", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(draftedAnswer({ model: reciter("a"), drafter: reciter("a") }, requestFor(), stopped)).rejects.toThrow(
      "stopped",
    );
  });
});

describe("rows by csdrafting", () => {
  const [benchmark] = HUMANEVAL_INFILLING;
  const [task] = benchmark?.kind === "file" ? benchmark.readTasks(jsonLinesOf(HAND_MADE_TASKS), "tasks") : [];

  it("say what the drafter offered, what was accepted, and what it took", async () => {
    if (task === undefined) throw new Error("there is one");
    const answer = "    return a + b\n";
    const drafter = reciter(answer);
    const asked = { task, setting: "left-and-right" as const, capabilities: capabilitiesOf(reciter(answer)) };
    const row = await draftedBy(drafter)(asked, (each) =>
      answerTask(each.task, each.setting, each.capabilities, signal),
    );
    expect(row).toMatchObject({
      text: "    return a + b",
      draft: { source: "drafter", offeredTokens: 14, acceptedTokens: 14 },
      drafter: { passes: idsOf(answer).length - 3 + 4, offeredTokens: 0, acceptedTokens: 0 },
    });
    // What it was asked before is forgotten first.
    expect(drafter.requests[0]?.prompt).toHaveLength(1);
  });
});

const root = join(import.meta.dirname, "../../../..");
const modelAt = (name: string) => join(root, `models/${name}-q8_0.gguf`);

/** Of log-probabilities: a batch of another shape rounds otherwise in a model of 8 bits. */
const NOISE = 0.03;

function expectSameUpToTies(found: Generation, alone: Generation, name: string): void {
  const parting = alone.tokens.findIndex(({ id }, at) => found.tokens[at]?.id !== id);
  const logAt = ({ tokens }: Generation) => Math.log(tokens[parting]?.probability ?? 0);
  if (parting < 0) expect(found, name).toMatchObject({ text: alone.text, stopReason: alone.stopReason });
  else expect(Math.abs(logAt(found) - logAt(alone)), `${name}, token ${parting}`).toBeLessThan(NOISE);
}

describe("with the models that ship", () => {
  let model: LlamaModel;
  beforeAll(async () => {
    model = await loaded(modelAt("nearfirst-embedded"));
  });
  afterAll(() => model.close());
  const loaded = (modelPath: string) =>
    LlamaModel.load({
      modelPath,
      contextTokens: 2_048,
      sequences: 1,
      threads: 1,
      gpu: false,
      profileOf: (info) => profileOf(info, null, 2_048),
    });

  it("the small one drafts for the larger one in real files, and changes no token of its answers", async () => {
    const drafter = await loaded(modelAt("nearfirst-small"));
    const corpus = join(root, "bench/corpus/python");
    const names = readdirSync(corpus, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => name.endsWith(".py")).sort();
    let accepted = 0;
    for (const [at, name] of files.slice(0, 8).entries()) {
      const text = readFileSync(join(corpus, name), "utf8");
      const cut = Math.floor((text.length * (at + 2)) / 12);
      const typed = /\w*$/.exec(text.slice(0, cut))?.[0] ?? "";
      const healedText = at % 2 === 0 ? typed : "";
      const before = text.slice(Math.max(0, cut - 1_500), cut - healedText.length);
      const [prompt = new Int32Array()] = await model.tokenize([before]);
      const copy = at % 4 === 3 ? { draft: "self.assertEqual(one, two)", draftWeight: 0.5 } : {};
      const request = requestFor({ prompt, healedText, maxTokens: 24, stop: stopIn("block"), ...copy });
      const alone = await model.generate(request, signal);
      const found = await draftedAnswer({ model, drafter }, request, signal);
      expectSameUpToTies(found, alone, name);
      accepted += found.draftAccepted;
    }
    // Else nothing of this would be about drafts.
    expect(accepted).toBeGreaterThan(20);
    drafter.close();
  }, 120_000);

  it("name the drafter in the header, and refuse one that reads other tokens", async () => {
    const installed = await drafterFile(modelAt("nearfirst-small"));
    const { header, open } = csDrafting(installed);
    expect(header).toMatchObject({
      name: "csdrafting",
      options: { drafter: "nearfirst-small", drafterSha256: expect.stringMatching(/^[0-9a-f]{64}$/), draftTokens: 4 },
    });
    const opened = await open(model, { threads: 1 });
    await opened.close();
    const template = "<|fim_suffix|> suffix <|fim_prefix|> prefix <|fim_middle|>";
    const card = `---\nname: "stranger"\nprompt_template: "${template}"\n---\n`;
    const stranger = join(temporaryFolder({ "stranger.md": card }), "stranger.gguf");
    writeFileSync(stranger, tinyGguf({ contextTokens: 2_048 }).bytes);
    await expect(csDrafting(await drafterFile(stranger)).open(model, { threads: 1 })).rejects.toThrow(
      /has other tokens than .*--drafter/,
    );
  }, 60_000);
});
