/** Forward passes with and without the stage-1 draft (MCCom 3.3), on a seeded sample of all non-blank lines. */
import { complete, type Generation, type LocalModel, Session } from "@nearfirst/core";
import type { Bench } from "./bench.js";
import { readCorpus } from "./corpus.js";
import { openBenchRuntime } from "./runtime.js";
import { median, randomFrom, rounded } from "./statistics.js";

const LINES = 360;

interface Measured {
  readonly without: Generation;
  readonly with: Generation;
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
    const outcome = await complete(
      request,
      { ...runtime.capabilities, model },
      new Session(),
      new AbortController().signal,
    );
    if (outcome.kind === "failed") throw outcome.error;
  }
  await runtime.close();

  const sum = (value: (each: Measured) => number) => measured.reduce((total, each) => total + value(each), 0);
  const passesWithout = sum((each) => each.without.forwardPasses);
  const passesWith = sum((each) => each.with.forwardPasses);
  const offered = sum((each) => each.with.draftOffered);
  const drafted = measured.filter((each) => each.with.draftOffered > 0);
  return {
    lines: measured.length,
    linesWithDraft: drafted.length,
    passesWithout,
    passesWith,
    ratio: rounded(passesWith / passesWithout, 3),
    offeredTokens: offered,
    acceptedShare: rounded(sum((each) => each.with.draftAccepted) / offered, 3),
    wholeDraftsAcceptedShare: rounded(
      drafted.filter((each) => each.with.draftAccepted === each.with.draftOffered).length / drafted.length,
      3,
    ),
    sameText: measured.filter((each) => each.with.text === each.without.text).length,
    medianMsWithout: rounded(median(measured.map((each) => each.without.engineMs))),
    medianMsWith: rounded(median(measured.map((each) => each.with.engineMs))),
    medianMsRatioWhereDrafted: rounded(median(drafted.map((each) => each.with.engineMs / each.without.engineMs)), 3),
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

/** Answers each request twice on a warm KV cache, without its draft and with it. */
function measuringModel(model: LocalModel, report: (each: Measured) => void): LocalModel {
  return {
    profile: model.profile,
    tokenize: (texts) => model.tokenize(texts),
    generate: async (request, signal, onTokens) => {
      await model.generate({ ...request, draft: "", maxTokens: 1 }, signal);
      const without = await model.generate({ ...request, draft: "" }, signal);
      const withDraft = await model.generate(request, signal, onTokens);
      report({ without, with: withDraft });
      return withDraft;
    },
  };
}

const bench: Bench = { name: "drafts", description: "forward passes with and without stage-1 drafts", run };

export default bench;
