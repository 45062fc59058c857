/** Forward passes with and without the stage-1 draft (MCCom 3.3), on a seeded sample of all non-blank lines. */
import { complete, type Generation, type LocalModel, Session } from "@nearfirst/core";
import type { Bench } from "./bench.js";
import { readCorpus } from "./corpus.js";
import { openBenchRuntime } from "./runtime.js";
import { median, randomFrom, rounded } from "./statistics.js";

const LINES = 360;

interface Measured {
  /** Token by token. */
  readonly plain: Generation;
  /** With the stage-1 draft alone, as in the paper. */
  readonly drafted: Generation;
  /** As the product does it: the stage-1 draft, then drafts from what prompt and answer repeat. */
  readonly product: Generation;
}

async function run(): Promise<Record<string, unknown>> {
  const runtime = await openBenchRuntime();
  const measured: Measured[] = [];
  const model = measuringModel(runtime.capabilities.model, (each) => measured.push(each));
  const random = randomFrom(2);
  const files = readCorpus();
  for (let line = 0; line < LINES; line++) {
    const file = files[line % files.length] as (typeof files)[number];
    const { offset, lineEnd } = placeOnLine(file.text, random);
    // The rest of the cursor's line is what the model must write; all below it stands.
    const text = file.text.slice(0, offset) + file.text.slice(lineEnd);
    const document = { uri: `file:///drafts/${file.path}`, languageId: "python", text };
    const request = { document, offset, stopMode: "statement", maxTokens: 64, trigger: "explicit" } as const;
    const capabilities = { ...runtime.capabilities, model };
    const outcome = await complete(request, capabilities, new Session(), new AbortController().signal);
    if (outcome.kind === "failed") throw outcome.error;
  }
  await runtime.close();

  const sum = (value: (each: Measured) => number) => measured.reduce((total, each) => total + value(each), 0);
  const passesWithout = sum((each) => each.plain.forwardPasses);
  const passesWith = sum((each) => each.product.forwardPasses);
  const passesStageOne = sum((each) => each.drafted.forwardPasses);
  const withDraft = measured.filter((each) => each.drafted.draftOffered > 0);
  const sumMs = (kind: keyof Measured) => sum((each) => each[kind].engineMs);
  const share = (part: number, whole: number) => rounded(part / whole, 3);
  return {
    lines: measured.length,
    linesWithDraft: withDraft.length,
    passesWithout,
    passesWith,
    ratio: share(passesWith, passesWithout),
    msRatio: share(sumMs("product"), sumMs("plain")),
    // MCCom 3.3 alone: one draft a request.
    stageOnePassesRatio: share(passesStageOne, passesWithout),
    stageOneMsRatio: share(sumMs("drafted"), sumMs("plain")),
    acceptedShare: share(
      sum((each) => each.drafted.draftAccepted),
      sum((each) => each.drafted.draftOffered),
    ),
    wholeDraftsAcceptedShare: share(
      withDraft.filter((each) => each.drafted.draftAccepted === each.drafted.draftOffered).length,
      withDraft.length,
    ),
    repetitionAcceptedShare: share(
      sum((each) => each.product.lookupAccepted),
      sum((each) => each.product.lookupOffered),
    ),
    sameText: measured.filter((each) => each.product.text === each.plain.text && each.drafted.text === each.plain.text)
      .length,
    medianMsWithout: rounded(median(measured.map((each) => each.plain.engineMs))),
    medianMsWith: rounded(median(measured.map((each) => each.product.engineMs))),
  };
}

/** A random place on a random non-blank line: half of them at its first word, half anywhere after it. */
function placeOnLine(text: string, random: () => number): { offset: number; lineEnd: number } {
  for (;;) {
    const at = Math.floor(random() * text.length);
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const lineFeed = text.indexOf("\n", lineStart);
    const lineEnd = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(lineStart, lineEnd);
    if (line.trim() === "") continue;
    const first = lineStart + line.length - line.trimStart().length;
    const offset = random() < 0.5 ? first : first + Math.floor(random() * (lineEnd - first));
    return { offset, lineEnd };
  }
}

/** Answers each request in three ways, all on a warm KV cache, so that only the answer's passes count. */
function measuringModel(model: LocalModel, report: (each: Measured) => void): LocalModel {
  return {
    profile: model.profile,
    tokenize: (texts) => model.tokenize(texts),
    generate: async (request, signal, onTokens) => {
      const { promptLookup: _, ...paper } = request;
      await model.generate({ ...paper, draft: "", maxTokens: 1 }, signal);
      const plain = await model.generate({ ...paper, draft: "" }, signal);
      const drafted = await model.generate(paper, signal);
      const product = await model.generate(request, signal, onTokens);
      report({ plain, drafted, product });
      return product;
    },
  };
}

const bench: Bench = { name: "drafts", description: "forward passes with and without drafts", run };

export default bench;
