/**
 * Does token healing raise exact match on cuts inside a word? Line completion of real Python at seeded cuts, each once
 * with and once without healing, through the whole pipeline; the difference is paired.
 */
import { type Capabilities, complete, type LocalModel, Session } from "@nearfirst/core";
import type { Bench, BenchCall } from "./bench.js";
import { readCorpus } from "./corpus.js";
import { MODEL_OPTION, withBenchRuntime } from "./runtime.js";
import { randomFrom, rounded } from "./statistics.js";

const SEED = 20260501;
const CUTS = 400;
const MAX_TOKENS = 48;
/** A word of at least this many letters can be cut with something typed and something left. */
const WORD = /[A-Za-z_][A-Za-z0-9_]{2,}/g;

interface Cut {
  readonly uri: string;
  /** The file without the rest of the cursor's line. */
  readonly text: string;
  readonly offset: number;
  /** The rest of the line. */
  readonly gold: string;
}

async function run(call: BenchCall): Promise<object> {
  const cuts = cutsInsideWords();
  let [healedRight, plainRight, onlyWith, onlyWithout, withoutAnswer] = [0, 0, 0, 0, 0];
  await withBenchRuntime(call, async ({ capabilities }) => {
    for (const cut of cuts) {
      const plain = await answerAt(cut, withHealing(capabilities, false));
      const healed = await answerAt(cut, withHealing(capabilities, true));
      if (plain === null || healed === null) withoutAnswer++;
      const [isPlainRight, isHealedRight] = [plain === cut.gold, healed === cut.gold];
      if (isPlainRight) plainRight++;
      if (isHealedRight) healedRight++;
      if (isHealedRight && !isPlainRight) onlyWith++;
      if (isPlainRight && !isHealedRight) onlyWithout++;
    }
  });
  const difference = (onlyWith - onlyWithout) / cuts.length;
  // Of the mean of paired differences, each 1, 0 or -1.
  const standardError = Math.sqrt(((onlyWith + onlyWithout) / cuts.length - difference ** 2) / cuts.length);
  return {
    cuts: cuts.length,
    seed: SEED,
    exactMatchWith: rounded(healedRight / cuts.length, 4),
    exactMatchWithout: rounded(plainRight / cuts.length, 4),
    exactWith: healedRight,
    exactWithout: plainRight,
    onlyWith,
    onlyWithout,
    difference: rounded(difference, 4),
    differenceStandardError: rounded(standardError, 4),
    signTestP: Number(signTest(onlyWith, onlyWithout).toPrecision(3)),
    withoutAnswer,
  };
}

function withHealing(capabilities: Capabilities, tokenHealing: boolean): Capabilities {
  const { model } = capabilities;
  const healing: LocalModel = {
    profile: { ...model.profile, tokenHealing },
    tokenize: (texts) => model.tokenize(texts),
    generate: (request, signal, onTokens) => model.generate(request, signal, onTokens),
  };
  // The index holds the uncut files: a snippet would give the answer away.
  return { ...capabilities, model: healing, retriever: { revision: 0, search: async () => [] } };
}

/** The text put in at the cut; null where nothing was suggested. A failure ends the benchmark. */
async function answerAt(cut: Cut, capabilities: Capabilities): Promise<string | null> {
  const outcome = await complete(
    {
      document: { uri: cut.uri, languageId: "python", text: cut.text },
      offset: cut.offset,
      stopMode: "line",
      maxTokens: MAX_TOKENS,
      trigger: "explicit",
    },
    capabilities,
    new Session(),
    new AbortController().signal,
  );
  if (outcome.kind === "failed") throw outcome.error;
  return outcome.kind === "suggested" ? outcome.suggestion.text.trimEnd() : null;
}

/** At most one cut a line, spread over all files; the same ones on every machine. */
function cutsInsideWords(): readonly Cut[] {
  const random = randomFrom(SEED);
  const files = readCorpus().map(({ uri, text }) => ({ uri, text: text.replaceAll("\r\n", "\n") }));
  const seen = new Set<string>();
  const cuts: Cut[] = [];
  for (let attempt = 0; cuts.length < CUTS && attempt < 100 * CUTS; attempt++) {
    const { uri, text } = files[Math.floor(random() * files.length)] as (typeof files)[number];
    const lines = text.split("\n");
    const at = Math.floor(random() * lines.length);
    const line = lines[at] as string;
    const words = [...line.matchAll(WORD)];
    const word = words[Math.floor(random() * words.length)];
    if (word === undefined || line.trimStart().startsWith("#") || seen.has(`${uri}:${at}`)) continue;
    seen.add(`${uri}:${at}`);
    const column = word.index + 1 + Math.floor(random() * (word[0].length - 1));
    const lineStart = lines.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
    const offset = lineStart + column;
    const gold = line.slice(column).trimEnd();
    cuts.push({ uri, text: text.slice(0, offset) + text.slice(lineStart + line.length), offset, gold });
  }
  return cuts;
}

/** Two-sided exact sign test over the pairs that differ. */
function signTest(one: number, other: number): number {
  const count = one + other;
  let probability = 0.5 ** count;
  let tail = 0;
  for (let successes = 0; successes <= Math.min(one, other); successes++) {
    tail += probability;
    probability *= (count - successes) / (successes + 1);
  }
  return Math.min(1, 2 * tail);
}

export default {
  name: "healing",
  description: "exact match of line completion at cuts inside words, with and without token healing",
  options: MODEL_OPTION,
  run,
} satisfies Bench;
