/** A model's own answers at cuts of real files: the wrong ones that break the file, and what the syntax gate says of them. */
import {
  type Capabilities,
  checkInsertion,
  checkStrictly,
  complete,
  extentOf,
  Session,
  type StopReason,
  type SyntaxParser,
} from "@nearfirst/core";
import { rounded } from "../statistics.js";
import type { Cut } from "./cut-states.js";

export interface AnswersResult {
  /** Cuts at which something was suggested. */
  readonly answers: number;
  /** The true text, but for white space at its end. */
  readonly right: number;
  /** Must be 0. */
  readonly rightRejected: number;
  /** Wrong ones with which the whole file no longer parses. */
  readonly wrongBroken: number;
  readonly wrongBrokenCaught: number;
  /** In [0, 1]; null where none is broken. */
  readonly wrongBrokenCaughtShare: number | null;
  /**
   * Of the broken ones, those that no text after them could mend. The others are the beginning of something: a header, an
   * open bracket, a string; what stands below does not go on from there, and may not be written for it yet.
   */
  readonly wrongUnmendable: number;
  readonly wrongUnmendableCaught: number;
  /** Wrong ones with which the whole file parses, rejected all the same: must be 0. */
  readonly wrongSoundRejected: number;
}

export interface AnswersOptions {
  readonly capabilities: Capabilities;
  readonly parser: SyntaxParser;
  readonly maxTokens: number;
  /** Told of each broken answer that was not caught, and of each rejected one that is sound. */
  readonly explain: (what: string, cut: Cut, text: string) => void;
}

const FOREVER = new AbortController().signal;

/** The cuts are of files that parse; `statement` mode, as editors ask. */
export async function measureAnswers(cuts: readonly Cut[], options: AnswersOptions): Promise<AnswersResult> {
  const { parser, explain } = options;
  let [answers, right, rightRejected, wrongSoundRejected] = [0, 0, 0, 0];
  let [wrongBroken, wrongBrokenCaught, wrongUnmendable, wrongUnmendableCaught] = [0, 0, 0, 0];
  for (const cut of cuts) {
    const { languageId, before, gold, after } = cut;
    const answer = await answerAt(cut, options);
    if (answer === null) continue;
    answers++;
    const { text } = answer;
    const insertion = { languageId, before, text, after, extent: extentOf(answer.stopReason) };
    const verdict = await checkInsertion(parser, insertion, FOREVER);
    const isRejected = verdict.kind === "invalid";
    if (text.trimEnd() === gold.trimEnd()) {
      right++;
      if (isRejected) rightRejected++;
      if (isRejected) explain("rejected, but right", cut, text);
      continue;
    }
    const isBroken = (await checkStrictly(parser, before + text + after, languageId, FOREVER)).kind === "invalid";
    const isUnmendable = isBroken && (await isNoBeginning(parser, before + text + lineBreakOf(after), languageId));
    if (isBroken) wrongBroken++;
    if (isBroken && isRejected) wrongBrokenCaught++;
    if (isUnmendable) wrongUnmendable++;
    if (isUnmendable && isRejected) wrongUnmendableCaught++;
    if (!isBroken && isRejected) wrongSoundRejected++;
    if (isBroken && !isRejected)
      explain(`${isUnmendable ? "not caught" : "a beginning"} (${Object.values(verdict).join(" ")})`, cut, text);
    if (!isBroken && isRejected) explain("rejected, but sound", cut, text);
  }
  return {
    answers,
    right,
    rightRejected,
    wrongBroken,
    wrongBrokenCaught,
    wrongBrokenCaughtShare: wrongBroken === 0 ? null : rounded(wrongBrokenCaught / wrongBroken, 4),
    wrongUnmendable,
    wrongUnmendableCaught,
    wrongSoundRejected,
  };
}

/** The line break that ends the answer's last line, where nothing else stands on it. */
function lineBreakOf(after: string): string {
  return /^[^\S\n]*\n/.exec(after)?.[0] ?? "";
}

/** True if no text that begins with `text` parses. */
async function isNoBeginning(parser: SyntaxParser, text: string, languageId: string): Promise<boolean> {
  const problems = await parser.parse(text, languageId, FOREVER);
  return problems?.some(({ isUnfinished }) => isUnfinished === false) ?? false;
}

/** What the product would insert if it had no gate; null where that is nothing. A failure ends the benchmark. */
async function answerAt(
  { languageId, path, before, after }: Cut,
  { capabilities, maxTokens }: AnswersOptions,
): Promise<{ readonly text: string; readonly stopReason: StopReason } | null> {
  const outcome = await complete(
    {
      document: { uri: `file:///${path}`, languageId, text: before + after },
      offset: before.length,
      stopMode: "statement",
      maxTokens,
      trigger: "explicit",
    },
    // The index holds the uncut files: a snippet would give the answer away.
    { ...capabilities, syntax: null, large: null, retriever: { revision: 0, search: async () => [] } },
    new Session(),
    FOREVER,
  );
  if (outcome.kind === "failed") throw outcome.error;
  const { stopReason } = outcome.trace;
  if (outcome.kind !== "suggested" || stopReason === null) return null;
  return { text: outcome.suggestion.text, stopReason };
}
