/**
 * Does the syntax gate reject right completions, and does it catch broken ones? Seeded cuts of real files, each with the
 * text around it whole, cut off, and in states of work in progress; and lines replaced by broken ones.
 */
import { checkInsertion, checkStrictly, isLineCommentIn, type SyntaxParser } from "@nearfirst/core";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { percentile, randomFrom, rounded } from "../statistics.js";
import { corruptionsOf } from "./corruptions.js";
import { randomCut, statesOf } from "./cut-states.js";
import { type LanguageFile, readLanguageFiles } from "./language-files.js";

const SEED = 20261130;
const CUTS = 2_000;
/** Lines replaced, in parts of the cuts. */
const CORRUPTED_SHARE = 0.2;
const FOREVER = new AbortController().signal;

const HELP = `Usage: npm run --silent bench -- syntax [--json] [--cuts N] [--languages A,B] [--examples]

  --cuts N         random cuts of each language (default ${CUTS})
  --languages A,B  only these, by LSP identifier
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
  readonly p50Ms: number;
  readonly p95Ms: number;
}

async function run({ values }: BenchCall): Promise<object> {
  const cuts = Number(values["cuts"] ?? CUTS);
  if (!Number.isInteger(cuts) || cuts < 1) throw new BenchError(`--cuts takes a whole number above 0.\n${HELP}`, 2);
  const all = readLanguageFiles();
  const wanted = typeof values["languages"] === "string" ? values["languages"].split(",") : [...all.keys()];
  const parser = new WorkerSyntaxParser();
  const languages: LanguageResult[] = [];
  try {
    for (const languageId of wanted) {
      const files = all.get(languageId);
      if (files === undefined)
        throw new BenchError(`There are no files in "${languageId}", only in ${[...all.keys()].join(", ")}.`, 2);
      await parser.prepare(languageId);
      const explain = values["examples"] === true ? (text: string) => console.error(text) : () => undefined;
      languages.push(await measure(parser, languageId, { files, cuts, explain }));
    }
  } finally {
    await parser.close();
  }
  return {
    cuts: languages.reduce((sum, each) => sum + each.cuts, 0),
    seed: SEED,
    falsePositives: languages.reduce((sum, each) => sum + each.falsePositives, 0),
    caughtShare: Math.min(...languages.flatMap(({ caughtShare }) => caughtShare ?? [])),
    p95Ms: Math.max(...languages.map((each) => each.p95Ms)),
    languages,
  };
}

interface Work {
  readonly files: readonly LanguageFile[];
  readonly cuts: number;
  readonly explain: (text: string) => void;
}

async function measure(
  parser: SyntaxParser,
  languageId: string,
  { files, cuts, explain }: Work,
): Promise<LanguageResult> {
  const random = randomFrom(SEED);
  const sound: LanguageFile[] = [];
  for (const file of files) {
    const verdict = await checkStrictly(parser, file.text, languageId, FOREVER);
    if (verdict.kind === "valid") sound.push(file);
    else explain(`${languageId}: ${file.path} itself is ${verdict.kind}`);
  }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  let [done, checks, falsePositives, unknown] = [0, 0, 0, 0];
  const times: number[] = [];
  while (done < cuts) {
    const cut = randomCut(pick(files), languageId, random);
    if (cut === null) continue;
    done++;
    for (const state of statesOf(cut, random)) {
      const startedAt = performance.now();
      const verdict = await checkInsertion(parser, state, FOREVER);
      times.push(performance.now() - startedAt);
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
    for (const corruption of corruptionsOf(pick(sound), languageId, isCode, random)) {
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
  };
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
    config: { cuts: { type: "string" }, languages: { type: "string" }, examples: { type: "boolean" } },
    help: HELP,
  },
  run,
} satisfies Bench;
