/** SynConfRoute's claims about models, benchmarks and other ways to ask (C12 to C23). */
import { synConfRoute } from "@nearfirst/core";
import { calibrationSplit } from "../methods/calibration-split.js";
import { complementarity } from "../methods/error-decomposition.js";
import { CONFIDENCE_SCORES, codeProbabilities, confidenceBy } from "../methods/first-token-scores.js";
import { gateTimes, timedRows } from "../methods/gate-times.js";
import { AS_SYN_CONF_ROUTE, pairedGain, rightShare, routeTasks } from "../methods/routed-task.js";
import { confidenceAt } from "../methods/routing-methods.js";
import { routeByScore } from "../methods/scored-curve.js";
import { quantile } from "../scores/quantile.js";
import { type Evaluation, pairIn } from "../tables/evaluation.js";
import { type AskedOtherwise, askedOtherwise } from "../tables/synconfroute/asked-otherwise.js";
import { SAFIM_SPLITS } from "../tables/synconfroute/safim.js";
import { bestScoreThreshold } from "../tables/synconfroute/scores.js";
import { missingTools, signalsOf } from "../tables/synconfroute/signals.js";
import {
  type Claim,
  cannotBeTested,
  decided,
  decidedByRouting,
  type Finding,
  isWithin,
  percent,
  points,
} from "./claim.js";
import { onMainPair } from "./main-pair.js";
import { QUANTISATION_CLAIM } from "./quantisation-claim.js";

/** The gate's gain over confidence at 0.7 on each SAFIM split that both models answered. */
function safimGains(evaluation: Evaluation) {
  return SAFIM_SPLITS.flatMap(({ benchmark, task }) => {
    const pair = pairIn(evaluation, benchmark, "left-and-right");
    if (pair === null) return [];
    const routed = routeTasks(pair.tasks, synConfRoute(), AS_SYN_CONF_ROUTE);
    const gain = pairedGain(routed, routeTasks(pair.tasks, confidenceAt(0.7), AS_SYN_CONF_ROUTE));
    return [{ pair, benchmark, task, gain }];
  });
}

interface Otherwise {
  readonly prefix: string;
  /** Which of the runs the claim is about; all of them are told. */
  readonly decides: (run: AskedOtherwise) => boolean;
  /** `gains`: in percentage points. */
  readonly judge: (gains: readonly number[]) => boolean;
}

function otherwise(evaluation: Evaluation, { prefix, decides, judge }: Otherwise): Finding {
  const found = askedOtherwise(evaluation, prefix).filter(({ setting }) => setting === "left-and-right");
  const deciding = found.filter(decides);
  if (deciding.length === 0) return cannotBeTested(`There are no rows of \`--method ${prefix}…\`.`);
  const numbers = found.map(
    ({ method, tier, plain, otherwise: so, gain }) =>
      `${tier}, ${method}: ${percent(plain.share)} → ${percent(so.share)} (${points(100 * gain.mean)}; ${(100 * gain.low).toFixed(1)} to ${(100 * gain.high).toFixed(1)}; ${so.tasks} tasks)`,
  );
  return decided(judge(deciding.map(({ gain }) => 100 * gain.mean)), numbers.join("; "));
}

export const MODEL_CLAIMS: readonly Claim[] = [
  {
    id: "C12",
    claim: "The models err differently",
    paper: "only local 13.7 %, only large 22.0 %, oracle 85.2",
    criterion: "both shares > 0; indentation errors apart",
    judge: onMainPair((pair) => {
      const found = complementarity(pair.tasks, "tests");
      const { tasks, onlyLocal, onlyLarge, both } = found;
      const local = onlyLocal - found.onlyLocalByIndentation;
      const large = onlyLarge - found.onlyLargeByIndentation;
      return decided(
        onlyLocal > 0 && onlyLarge > 0,
        `only local ${percent(onlyLocal / tasks)}, only large ${percent(onlyLarge / tasks)}, oracle ${percent((both + onlyLocal + onlyLarge) / tasks)} of ${tasks}; where the other does not fail by indentation ${local} and ${large} tasks`,
      );
    }),
  },
  {
    id: "C13",
    claim: "Gain on all nine SAFIM splits",
    paper: "+0.3 to +30.8 points",
    criterion: "≥ 0 everywhere",
    judge: (evaluation) => {
      const gains = safimGains(evaluation);
      const numbers = gains.map(({ benchmark, gain }) => `${benchmark} ${points(100 * gain.mean)}`).join("; ");
      if (gains.length < SAFIM_SPLITS.length)
        return cannotBeTested(
          `Both models have rows of ${gains.length} of 9 splits${numbers === "" ? "" : `: ${numbers}`}.`,
        );
      const holds = gains.every(({ gain }) => gain.mean >= 0);
      return decidedByRouting(
        gains.map(({ pair }) => pair),
        "tests",
        { holds, numbers },
      );
    },
  },
  {
    id: "C14",
    claim: "The gain is small where errors are semantic",
    paper: "block 0.3 to 2.1; control 9.4 to 12.5; API 0.6 to 30.8",
    criterion: "mean gain on blocks < mean gain on control",
    judge: (evaluation) => {
      const gains = safimGains(evaluation);
      const meanOf = (kind: string) => {
        const own = gains.filter(({ task }) => task === kind).map(({ gain }) => gain.mean);
        return own.reduce((sum, each) => sum + each, 0) / own.length;
      };
      const [block, control, api] = [meanOf("block"), meanOf("control"), meanOf("api")];
      if (Number.isNaN(block) || Number.isNaN(control))
        return cannotBeTested("There are no rows of both models on SAFIM's blocks and control expressions.");
      const numbers = `block ${points(100 * block)}, control ${points(100 * control)}${Number.isNaN(api) ? "" : `, API ${points(100 * api)}`}; with SAFIM's truncation`;
      return decidedByRouting(
        gains.map(({ pair }) => pair),
        "tests",
        { holds: block < control, numbers },
      );
    },
  },
  {
    id: "C15",
    claim: "Other scores are as good",
    paper: "minimum, all tokens: within 0.5 points",
    criterion: "each within 0.5 points of the paper's score, as calibrated",
    judge: onMainPair((pair) => {
      const { calibration, test } = calibrationSplit(pair.tasks);
      const shares = CONFIDENCE_SCORES.map((name) => {
        const scoresOf = (tasks: typeof test) =>
          tasks.map(({ local }) => confidenceBy(name, codeProbabilities(local.row)));
        const threshold = bestScoreThreshold(calibration, scoresOf(calibration));
        const routed = routeByScore(test, scoresOf(test), {
          measure: "tests",
          networkMs: 0,
          decides: "after",
          threshold,
        });
        return { name, share: rightShare(routed).share };
      });
      const own = shares[0]?.share ?? 0;
      const holds = shares.every(({ share }) => isWithin(share - own, 0.005));
      return decidedByRouting(pair, "tests", {
        holds,
        numbers: shares.map(({ name, share }) => `${name} ${percent(share)}`).join("; "),
      });
    }),
  },
  {
    id: "C16",
    claim: "Linting, types, model agreement add false positives",
    paper: "no number",
    criterion: "agreement, and each tool that was asked, taken plainly, reject more right answers than the strict gate",
    judge: onMainPair((pair, evaluation) => {
      const right = pair.tasks.filter(({ evaluated }) => evaluated.tests.local.isRight);
      const wrong = pair.tasks.filter(
        ({ evaluated, local }) => !evaluated.tests.local.isRight && local.row.text !== null,
      );
      const counts = signalsOf(evaluation, pair).map((signal) => ({
        ...signal,
        count: right.filter(signal.rejects).length,
        ofWrong: wrong.filter(signal.rejects).length,
      }));
      const [strict] = counts.filter(({ name }) => name.startsWith("strict"));
      const deciding = counts.filter(({ name, isPlainTool }) => isPlainTool || name.startsWith("the large model"));
      const numbers = [
        `of ${right.length} right and ${wrong.length} wrong answers: ${counts.map(({ name, count, ofWrong }) => `${name}: ${count}, ${ofWrong}`).join("; ")}`,
        ...missingTools(evaluation, pair),
      ];
      return decided(
        deciding.every(({ count }) => count > (strict?.count ?? 0)),
        numbers.join(". "),
      );
    }),
  },
  {
    id: "C17",
    claim: "A retrieved example hurts the best small model",
    paper: "63.3 → 53.3; 1.5B 12.0 → 20.5",
    criterion: "the local model with a retrieved example (TF-IDF, embedding) is worse than without",
    judge: (evaluation) =>
      otherwise(evaluation, {
        prefix: "few-shot-",
        decides: ({ tier, method }) => tier === "local" && /-(tfidf|embedding)-/.test(method),
        judge: (gains) => gains.every((gain) => gain < 0),
      }),
  },
  {
    id: "C18",
    claim: "Voting does nothing",
    paper: "11.9 → 13.5",
    criterion: "gain ≤ 2 points",
    judge: (evaluation) =>
      otherwise(evaluation, {
        prefix: "voting-",
        decides: () => true,
        judge: (gains) => gains.every((gain) => gain <= 2),
      }),
  },
  QUANTISATION_CLAIM,
  untestable(
    "C20",
    "Chat prompting beats native FIM",
    "64.7 against 55.2",
    "expect the contrary with base models",
    "The models here are base models in FIM form; none can be asked in a chat.",
  ),
  {
    id: "C21",
    claim: "Parsing costs nothing",
    paper: "< 1 ms, < 1 ms, 150 ms",
    criterion: "median below 1 ms in each third of file sizes of each language; the 99th percentile beside it",
    judge: (evaluation) => {
      const found = gateTimes(evaluation);
      if (found.length === 0)
        return cannotBeTested(
          timedRows(evaluation) > 0
            ? "The sizes of the files are in the benchmark's data, which was not given (--data)."
            : "Rows hold no time of the gate: they are older than its measurement. `npm run bench -- syntax` measures it by file size.",
        );
      const medians = found.map(({ times }) => quantile(times, 0.5));
      const numbers = found.map(
        ({ languageId, least, most, times }, at) =>
          `${languageId}, ${least} to ${most} characters: ${medians[at]?.toFixed(2)} ms, 99th percentile ${quantile(times, 0.99).toFixed(2)} (${times.length})`,
      );
      return decided(
        medians.every((ms) => ms < 1),
        numbers.join("; "),
      );
    },
  },
  {
    id: "C22",
    claim: "It works across families",
    paper: "29.5 → 59.1",
    criterion: "with models of two families, gain over the local model > 0",
    judge: onMainPair((pair) => {
      const [own, other] = [pair.local, pair.large].map(({ model }) => model.name.split("-")[0]);
      if (own === other) return cannotBeTested("Both models are of one family.");
      const { test } = calibrationSplit(pair.tasks);
      const routed = routeTasks(test, synConfRoute(), AS_SYN_CONF_ROUTE);
      const local = test.filter(({ evaluated }) => evaluated.tests.local.isRight).length / test.length;
      const { share } = rightShare(routed);
      return decidedByRouting(pair, "tests", {
        holds: share > local,
        numbers: `${percent(local)} → ${percent(share)} at 0.7`,
      });
    }),
  },
  untestable(
    "C23",
    "Family and training beat size",
    "3B 64.7, 7B 54.0, 32B 64.8, 80B agentic 41.1",
    "only with two or more families",
    "It takes several sizes of at least two families.",
  ),
];

function untestable(id: string, claim: string, paper: string, criterion: string, why: string): Claim {
  return { id, claim, paper, criterion, judge: () => cannotBeTested(why) };
}
