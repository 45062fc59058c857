/** MCCom, Tables 4, 5 and 6: latency, exact match and edit similarity, by variant. */
import { routingWarning } from "../../methods/can-test-routing.js";
import type { Pair } from "../../methods/pair.js";
import { bootstrapMean } from "../../methods/paired-bootstrap.js";
import { exactShare, firstExactShare, meanOf, type UserOutcome } from "../../methods/simulated-user.js";
import { paperRows } from "../../paper-numbers/paper-numbers.js";
import type { Setting } from "../../rows/row.js";
import { type Cell, meanMsCell, meanPercentCell, msCell, percentCell, pointsCell, printedCell } from "../cell.js";
import { allPairs, type Evaluation } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";
import { BESIDE, MCCOM_SETS, setOf } from "./data-sets.js";
import { type Variant, type Variants, variantsOf } from "./variants.js";

export const USER_NOTE =
  "The user is simulated: he accepts an answer if and only if it is the target exactly, so he is an oracle (reading R37). MCCom gets two guesses where the large model alone gets one; beside it stands how often the answer shown first was right.";

export function mcComCells(evaluation: Evaluation, settings: readonly Setting[]): readonly Variants[] {
  return allPairs(evaluation)
    .filter(({ setting }) => settings.includes(setting))
    .flatMap((pair) => cachedVariants(evaluation, pair));
}

const VARIANTS = new WeakMap<Pair, readonly Variants[]>();

function cachedVariants(evaluation: Evaluation, pair: Pair): readonly Variants[] {
  const known = VARIANTS.get(pair) ?? variantsOf(evaluation, pair);
  VARIANTS.set(pair, known);
  return known;
}

export function missingSets(evaluation: Evaluation): readonly string[] {
  return MCCOM_SETS.flatMap(({ benchmark }) => missingPair(evaluation, benchmark));
}

export const LATENCY: EvaluationTable = {
  id: "mccom-table-4",
  title: "MCCom, Table 4: mean latency",
  make(evaluation) {
    const cells = mcComCells(evaluation, ["left-and-right", "left"]);
    const printed = paperRows("mccom", "table-4");
    return {
      ...EMPTY,
      columns: ["benchmark", "setting", "variant", "mean time", "against large only", "paper's mean time"],
      rows: cells.flatMap(({ pair, variants }) => {
        const large = variants.find(({ name }) => name === "large only") as Variant;
        return variants.map(({ name, paperVariant, outcomes }): Cell[] => {
          const set = setOf(pair.benchmark);
          const row = printed.find((each) => each["variant"] === paperVariant && isBeside(each["largeModel"]));
          const column = `${pair.setting === "left" ? "l" : "lr"}_${set?.column}`;
          return [
            pair.benchmark,
            pair.setting,
            name,
            meanMsCell(meanOf(outcomes, ({ ms }) => ms)),
            relativeTime(outcomes, large.outcomes),
            set === null || row === undefined ? null : msCell(row[column] as number),
          ];
        });
      }),
      notes: [
        `Time: local inference, then ${evaluation.networkMs} ms of network and large inference where the cloud is asked, one after the other (M49); the user's own time is not counted. A statically routed request stops the local model at its first tokens.`,
        `The paper's numbers are those of ${BESIDE}, the large model of its ablations. Times of rows that were made on a busy machine compare variants, not machines.`,
        INTERVALS,
      ],
      missing: [...missingSets(evaluation), ...cells.flatMap(({ missing }) => missing)],
      madeWith: cells.map(({ pair }) => pairInWords(pair)),
    };
  },
};

function isBeside(largeModel: unknown): boolean {
  return largeModel === null || largeModel === BESIDE;
}

/** By how many percent the mean time differs, paired. */
function relativeTime(one: readonly UserOutcome[], other: readonly UserOutcome[]): Cell {
  const base = other.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, other.length);
  const found = bootstrapMean(
    one.map(({ cluster, ms }, at) => ({ cluster, value: (ms - (other[at]?.ms ?? 0)) / base })),
  );
  return meanPercentCell(found);
}

function effectiveness(id: string, item: "table-5" | "table-6", setting: Setting): EvaluationTable {
  const words = setting === "left" ? "left context only" : "left and right context";
  return {
    id,
    title: `MCCom, ${item === "table-5" ? "Table 5" : "Table 6"}: exact match and edit similarity, ${words}`,
    make(evaluation) {
      const cells = mcComCells(evaluation, [setting]);
      const printed = paperRows("mccom", item);
      return {
        ...EMPTY,
        columns: [
          "benchmark",
          "variant",
          "exact match",
          "against large only",
          "first shown exact",
          "edit similarity",
          "paper's exact match",
          "paper's edit similarity",
        ],
        rows: cells.flatMap(({ pair, variants }) => {
          const large = variants.find(({ name }) => name === "large only") as Variant;
          return variants.map(({ name, paperVariant, outcomes }): Cell[] => {
            const set = setOf(pair.benchmark);
            const row = printed.find((each) => each["variant"] === paperVariant && isBeside(each["largeModel"]));
            const cell = (kind: "em" | "es") =>
              set === null || row === undefined ? null : printedCell(row[`${set.column}_${kind}`] as number, "%");
            return [
              pair.benchmark,
              name,
              percentCell(exactShare(outcomes)),
              pointsCell(exactGain(outcomes, large.outcomes)),
              percentCell(firstExactShare(outcomes)),
              meanPercentCell(meanOf(outcomes, ({ editSimilarity }) => editSimilarity)),
              cell("em"),
              cell("es"),
            ];
          });
        }),
        notes: [
          ...cells.flatMap(({ pair }) => routingWarning(pair, "exact")),
          USER_NOTE,
          "Exact match: equal after white space at the end is removed. Edit similarity: 1 less Levenshtein distance over the longer length (reading R38; the printed formula is a typo, M52).",
          INTERVALS,
        ],
        missing: [...missingSets(evaluation), ...cells.flatMap(({ missing }) => missing)],
        madeWith: cells.map(({ pair }) => pairInWords(pair)),
      };
    },
  };
}

export function exactGain(one: readonly UserOutcome[], other: readonly UserOutcome[]) {
  return bootstrapMean(
    one.map(({ cluster, isExact }, at) => ({ cluster, value: Number(isExact) - Number(other[at]?.isExact) })),
  );
}

export const WITH_BOTH_CONTEXTS = effectiveness("mccom-table-5", "table-5", "left-and-right");
export const WITH_LEFT_CONTEXT = effectiveness("mccom-table-6", "table-6", "left");
