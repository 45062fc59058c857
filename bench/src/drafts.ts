/** Forward passes with and without the stage-1 draft (MCCom 3.3), on a seeded sample of all non-blank lines. */
import { type Capabilities, complete, type Generation, type LocalModel, Session } from "@nearfirst/core";
import type { Bench, BenchCall } from "./bench.js";
import { type CorpusFile, readCorpus } from "./corpus.js";
import { MODEL_OPTION, withBenchRuntime } from "./runtime.js";
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

async function run(call: BenchCall): Promise<object> {
  const measured: Measured[] = [];
  const random = randomFrom(2);
  await withBenchRuntime(call, async ({ capabilities }) => {
    const model = measuringModel(capabilities.model, (each) => measured.push(each));
    for (const line of sampleOf(nonBlankLines(readCorpus()), LINES, random))
      await completeLine(line, random, { ...capabilities, model });
  });
  return summary(measured);
}

interface Line {
  readonly file: CorpusFile;
  /** Of its first word, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

function nonBlankLines(files: readonly CorpusFile[]): Line[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(/\S.*/g)].map(({ index, 0: line }) => ({ file, start: index, end: index + line.length })),
  );
}

/** `count` different ones, each as likely as any other. */
function sampleOf<Item>(items: Item[], count: number, random: () => number): Item[] {
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (items.length - at));
    [items[at], items[other]] = [items[other] as Item, items[at] as Item];
  }
  return items.slice(0, count);
}

/** Half of the cursors stand at the line's first word, half anywhere after it. */
async function completeLine(
  { file, start, end }: Line,
  random: () => number,
  capabilities: Capabilities,
): Promise<void> {
  const offset = random() < 0.5 ? start : start + Math.floor(random() * (end - start));
  // The rest of the cursor's line is what the model must write; all below it stands.
  const text = file.text.slice(0, offset) + file.text.slice(end);
  const document = { uri: file.uri, languageId: "python", text };
  const request = { document, offset, stopMode: "statement", maxTokens: 64, trigger: "explicit" } as const;
  const outcome = await complete(request, capabilities, new Session(), new AbortController().signal);
  if (outcome.kind === "failed") throw outcome.error;
}

function summary(measured: readonly Measured[]): object {
  const sum = (value: (each: Measured) => number) => measured.reduce((total, each) => total + value(each), 0);
  const passesWithout = sum((each) => each.plain.forwardPasses);
  const passesWith = sum((each) => each.product.forwardPasses);
  const passesStageOne = sum((each) => each.drafted.forwardPasses);
  const withDraft = measured.filter((each) => each.drafted.draftOffered > 0);
  const sumMs = (kind: keyof Measured) => sum((each) => each[kind].engineMs);
  const share = (part: number, whole: number) => rounded(part / whole, 3);
  return {
    linesSampled: LINES,
    // Without those where no suggestion is made, as inside words.
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

export default {
  name: "drafts",
  description: "forward passes with and without drafts",
  options: MODEL_OPTION,
  run,
} satisfies Bench;
