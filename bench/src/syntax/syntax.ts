/**
 * Does the syntax gate reject right completions, and does it catch broken ones? Seeded cuts of real files, each with the
 * text around it whole, cut off, and in states of work in progress; and lines replaced by broken ones.
 */
import { checkInsertion, checkStrictly, isLineCommentIn, type SyntaxParser } from "@nearfirst/core";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { ProgressBar } from "../../../packages/cli/src/progress-bar.js";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { MODEL_OPTION, withBenchRuntime } from "../runtime.js";
import { percentile, randomFrom, rounded } from "../statistics.js";
import { corruptionsOf } from "./corruptions.js";
import { type Cut, randomCut, statesOf } from "./cut-states.js";
import { type LanguageFile, readLanguageFiles } from "./language-files.js";
import { type AnswersResult, measureAnswers } from "./model-answers.js";

const SEED = 20261130;
const CUTS = 2_000;
/** Lines replaced, in parts of the cuts. */
const CORRUPTED_SHARE = 0.2;
const FOREVER = new AbortController().signal;

/** Cuts whose checks are not timed: the parsers' code is still being compiled. */
const WARM_UP_CUTS = 50;
/** As editors ask. */
const MAX_TOKENS = 64;

const HELP = `Usage: npm run --silent bench -- syntax [--json] [--cuts N] [--languages A,B] [--answers N] [--model NAME|FILE] [--examples]

  --cuts N         random cuts of each language (default ${CUTS})
  --languages A,B  only these, by LSP identifier
  --answers N      ask a model at N cuts of each of its languages: which of its broken answers are caught
  --model          an installed model, or a .gguf file (default: the embedded model)
  --examples       print what was wrongly rejected, and some of what was not caught, to the error output`;

interface LanguageResult {
  readonly language: string;
  readonly files: number;
  readonly cuts: number;
  /** All states of all cuts. */
  readonly checks: number;
  readonly falsePositives: number;
  /** Of the checks, in [0, 1]. */
  readonly unknownShare: number;
  /** Replaced lines with which the file no longer parses. */
  readonly broken: number;
  readonly caught: number;
  /** Null where the language has no file that parses, whose lines could be broken. */
  readonly caughtShare: number | null;
  /** From the question to the verdict: a busy machine counts. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** Of processor time, in all threads. */
  readonly p50CpuMs: number;
  readonly p95CpuMs: number;
  /** A model's own answers; null where it was not asked, or does not complete in the language. */
  readonly answers: AnswersResult | null;
}

async function run(call: BenchCall): Promise<object> {
  const { values } = call;
  const cuts = wholeNumber(values["cuts"] ?? CUTS, "--cuts");
  const answers = values["answers"] === undefined ? 0 : wholeNumber(values["answers"], "--answers");
  const all = readLanguageFiles();
  const wanted = typeof values["languages"] === "string" ? values["languages"].split(",") : [...all.keys()];
  const parser = new WorkerSyntaxParser();
  const languages: LanguageResult[] = [];
  const bar = new ProgressBar({ total: cuts * wanted.length, doneBefore: 0, things: "cuts" });
  try {
    for (const languageId of wanted) {
      const files = all.get(languageId);
      if (files === undefined)
        throw new BenchError(`There are no files in "${languageId}", only in ${[...all.keys()].join(", ")}.`, 2);
      await parser.prepare(languageId);
      const explain = values["examples"] === true ? (text: string) => console.error(text) : () => undefined;
      const work: Work = { files, sound: await soundFiles(parser, languageId, { files, explain }), cuts, explain };
      const before = cuts * languages.length;
      const measured = await measure(parser, languageId, work, (done) => bar.show(before + done));
      const ofModel = answers === 0 ? null : await askModel(call, parser, { ...work, languageId, cuts: answers });
      languages.push({ ...measured, answers: ofModel });
    }
  } finally {
    bar.end();
    await parser.close();
  }
  return {
    cuts: languages.reduce((sum, each) => sum + each.cuts, 0),
    seed: SEED,
    falsePositives: languages.reduce((sum, each) => sum + each.falsePositives, 0),
    caughtShare: Math.min(...languages.flatMap(({ caughtShare }) => caughtShare ?? [])),
    p95Ms: Math.max(...languages.map((each) => each.p95Ms)),
    p95CpuMs: Math.max(...languages.map((each) => each.p95CpuMs)),
    languages,
  };
}

function wholeNumber(value: unknown, option: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new BenchError(`${option} takes a whole number above 0.\n${HELP}`, 2);
  return number;
}

interface Work {
  readonly files: readonly LanguageFile[];
  /** Those that parse. */
  readonly sound: readonly LanguageFile[];
  readonly cuts: number;
  readonly explain: (text: string) => void;
}

async function soundFiles(
  parser: SyntaxParser,
  languageId: string,
  { files, explain }: Pick<Work, "files" | "explain">,
): Promise<LanguageFile[]> {
  const sound: LanguageFile[] = [];
  for (const file of files) {
    const verdict = await checkStrictly(parser, file.text, languageId, FOREVER);
    if (verdict.kind === "valid") sound.push(file);
    else explain(`${languageId}: ${file.path} itself is ${verdict.kind}`);
  }
  return sound;
}

function pickFrom<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

async function measure(
  parser: SyntaxParser,
  languageId: string,
  { files, sound, cuts, explain }: Work,
  onCut: (done: number) => void,
): Promise<Omit<LanguageResult, "answers">> {
  const random = randomFrom(SEED);
  let [done, checks, falsePositives, unknown] = [0, 0, 0, 0];
  const times: number[] = [];
  const cpuTimes: number[] = [];
  while (done < cuts) {
    const cut = randomCut(pickFrom(files, random), languageId, random);
    if (cut === null) continue;
    onCut(++done);
    for (const state of statesOf(cut, random)) {
      const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
      const verdict = await checkInsertion(parser, state, FOREVER);
      if (done > WARM_UP_CUTS || cuts <= WARM_UP_CUTS) {
        times.push(performance.now() - startedAt);
        cpuTimes.push(cpuMs() - cpuBefore);
      }
      checks++;
      if (verdict.kind === "unknown") unknown++;
      if (verdict.kind !== "invalid") continue;
      falsePositives++;
      explain(
        `${languageId}: rejected (${verdict.reason}) ${state.state}, ${cut.path}:${cut.before.split("\n").length}\n${picture(state)}`,
      );
    }
  }
  let [broken, caught] = [0, 0];
  const isCode = (line: string) => line.trim() !== "" && !isLineCommentIn(line, languageId);
  const rounds = sound.length === 0 ? 0 : cuts * CORRUPTED_SHARE;
  for (let round = 0; round < rounds; round++) {
    for (const corruption of corruptionsOf(pickFrom(sound, random), languageId, isCode, random)) {
      const { before, text, after, kind } = corruption;
      const whole = await checkStrictly(parser, before + text + after, languageId, FOREVER);
      if (whole.kind !== "invalid") continue;
      broken++;
      const verdict = await checkInsertion(parser, corruption, FOREVER);
      if (verdict.kind === "invalid") caught++;
      else
        explain(
          `${languageId}: not caught (${verdict.kind}${"reason" in verdict ? ` ${verdict.reason}` : ""}) ${kind}\n${picture(corruption)}`,
        );
    }
  }
  return {
    language: languageId,
    files: files.length,
    cuts: done,
    checks,
    falsePositives,
    unknownShare: rounded(unknown / checks, 4),
    broken,
    caught,
    caughtShare: broken === 0 ? null : rounded(caught / broken, 4),
    p50Ms: rounded(percentile(times, 0.5)),
    p95Ms: rounded(percentile(times, 0.95)),
    maxMs: rounded(percentile(times, 1)),
    p50CpuMs: rounded(percentile(cpuTimes, 0.5)),
    p95CpuMs: rounded(percentile(cpuTimes, 0.95)),
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Null where the model does not complete in the language, or no file of it parses. */
async function askModel(
  call: BenchCall,
  parser: SyntaxParser,
  { languageId, sound, cuts, explain }: Work & { readonly languageId: string },
): Promise<AnswersResult | null> {
  if (sound.length === 0) return null;
  return withBenchRuntime(call, async ({ capabilities }) => {
    const { languages } = capabilities.model.profile;
    if (languages.length > 0 && !languages.includes(languageId)) return null;
    const random = randomFrom(SEED);
    const chosen: Cut[] = [];
    while (chosen.length < cuts) {
      const cut = randomCut(pickFrom(sound, random), languageId, random);
      if (cut !== null) chosen.push(cut);
    }
    return measureAnswers(chosen, {
      capabilities,
      parser,
      maxTokens: MAX_TOKENS,
      explain: (what, { path, before, after }, text) =>
        explain(`${languageId}: ${what}, ${path}:${before.split("\n").length}\n${picture({ before, text, after })}`),
    });
  });
}

/** The lines around a completion, which stands between bars. */
function picture({
  before,
  text,
  after,
}: {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}): string {
  const above = before.split("\n").slice(-4).join("\n");
  return `${above}▐${text}▌${after.split("\n").slice(0, 4).join("\n")}\n`;
}

export default {
  name: "syntax",
  description: "right completions that the syntax gate rejects, broken ones that it catches, by language",
  options: {
    config: {
      ...MODEL_OPTION.config,
      cuts: { type: "string" },
      languages: { type: "string" },
      answers: { type: "string" },
      examples: { type: "boolean" },
    },
    help: HELP,
  },
  run,
} satisfies Bench;
