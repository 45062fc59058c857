/** What SynConfRoute has in prose of thresholds, errors and complementarity. */
import { synConfRoute } from "@nearfirst/core";
import { calibrationSplit } from "../../methods/calibration-split.js";
import { routingWarning } from "../../methods/can-test-routing.js";
import { complementarity, errorDecomposition } from "../../methods/error-decomposition.js";
import { AS_SYN_CONF_ROUTE, escalatedShare, pairedGain, rightShare, routeTasks } from "../../methods/routed-task.js";
import { confidenceAt } from "../../methods/routing-methods.js";
import { paperValue } from "../../paper-numbers/paper-numbers.js";
import { type Cell, percentCell, pointsCell, printedCell, shareCell } from "../cell.js";
import { allPairs, pairsOf, SINGLE_LINE } from "../evaluation.js";
import { INTERVALS, pairInWords } from "../made-with.js";
import { missingPair } from "../missing.js";
import { EMPTY, type EvaluationTable } from "../table.js";

const paper = (key: string) => paperValue("synconfroute", "prose-rq2", key);

export const THRESHOLDS: EvaluationTable = {
  id: "synconfroute-thresholds",
  title: "SynConfRoute 4.4: what the syntax gate adds at each threshold",
  make(evaluation) {
    const pairs = pairsOf(evaluation, SINGLE_LINE);
    const printed: Readonly<Record<string, readonly [confidence: string, routed: string]>> = {
      "0.6": ["confOnly_06", "synConf_06"],
      "0.7": ["confOnly_480b", "synConf_07"],
    };
    const rows = pairs.flatMap((pair) => {
      const { test } = calibrationSplit(pair.tasks);
      return [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((threshold): Cell[] => {
        const confidence = routeTasks(test, confidenceAt(threshold), AS_SYN_CONF_ROUTE);
        const routed = routeTasks(test, synConfRoute({ threshold }), AS_SYN_CONF_ROUTE);
        const [confidenceKey, routedKey] = printed[`${threshold}`] ?? [];
        return [
          pair.setting,
          threshold,
          percentCell(rightShare(confidence)),
          percentCell(rightShare(routed)),
          pointsCell(pairedGain(routed, confidence)),
          { value: 100 * (1 - escalatedShare(confidence)), unit: "%", digits: 1 },
          { value: 100 * (1 - escalatedShare(routed)), unit: "%", digits: 1 },
          confidenceKey === undefined ? null : printedCell(paper(confidenceKey), "%"),
          routedKey === undefined ? null : printedCell(paper(routedKey), "%"),
        ];
      });
    });
    return {
      ...EMPTY,
      columns: [
        "setting",
        "threshold",
        "confidence only",
        "SynConfRoute",
        "gain",
        "local by confidence",
        "local by SynConfRoute",
        "paper's confidence only",
        "paper's SynConfRoute",
      ],
      rows,
      notes: [...pairs.flatMap((pair) => routingWarning(pair, "tests")), INTERVALS],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};

export const ERRORS: EvaluationTable = {
  id: "synconfroute-errors",
  title:
    "SynConfRoute 4.4: which local answers are kept, what is wrong with them, and what the gate rejects by mistake",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    const THRESHOLD = 0.7;
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "confident",
        "right among confident",
        "confident wrong that do not parse",
        "of these solved by the large model",
        "false positives, confident",
        "false positives, all right answers",
      ],
      rows: [
        ...pairs.map((pair): Cell[] => {
          const found = errorDecomposition(pair.tasks, { threshold: THRESHOLD, measure: "tests" });
          return [
            pair.benchmark,
            pair.setting,
            shareCell(found.confident, found.tasks),
            shareCell(found.confidentRight, found.confident),
            shareCell(found.confidentWrongInvalid, found.confidentWrong),
            shareCell(found.invalidThenSolved, found.confidentWrongInvalid),
            shareCell(found.falsePositives, found.confidentRight),
            shareCell(found.falsePositivesOfAll, found.localRight),
          ];
        }),
        [
          "paper: HumanEval-Infilling single-line, 3B",
          "left-and-right",
          shareCell(563, 833),
          shareCell(paper("confidentCorrect"), 563),
          shareCell(paper("confidentWrongInvalid"), paper("confidentWrong")),
          shareCell(53, 77),
          shareCell(paper("falsePositives"), paper("confidentCorrect")),
          null,
        ],
      ],
      notes: [
        `Threshold ${THRESHOLD}. The gate is the strict one with the code on both sides; with the left context alone the file ends at the cursor, and it is the product's own, which asks who broke it (reading R35).`,
        "In executed Python no false positive of the strict gate is possible: what cannot be parsed cannot run (S49). There the count tests this harness.",
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};

export const COMPLEMENTARITY: EvaluationTable = {
  id: "synconfroute-complementarity",
  title: "SynConfRoute 4.4: which tasks only one of the models solves",
  make(evaluation) {
    const pairs = allPairs(evaluation);
    return {
      ...EMPTY,
      columns: [
        "benchmark",
        "setting",
        "both",
        "only local",
        "only large",
        "either (oracle)",
        "only local, the other by indentation",
        "only large, the other by indentation",
      ],
      rows: [
        ...pairs.map((pair): Cell[] => {
          const { tasks, both, onlyLocal, onlyLarge, ...indentation } = complementarity(pair.tasks, "tests");
          return [
            pair.benchmark,
            pair.setting,
            shareCell(both, tasks),
            shareCell(onlyLocal, tasks),
            shareCell(onlyLarge, tasks),
            shareCell(both + onlyLocal + onlyLarge, tasks),
            shareCell(indentation.onlyLocalByIndentation, onlyLocal),
            shareCell(indentation.onlyLargeByIndentation, onlyLarge),
          ];
        }),
        [
          "paper: HumanEval-Infilling single-line",
          "left-and-right",
          shareCell(413, 833),
          shareCell(114, 833),
          shareCell(183, 833),
          shareCell(710, 833),
          null,
          null,
        ],
      ],
      notes: [
        "The paper calls its shares those of the solvable tasks; they are of all 833 (S19).",
        "By indentation: the model that failed raised an IndentationError, so that in part its repair is to blame (S47).",
      ],
      missing: missingPair(evaluation, SINGLE_LINE),
      madeWith: pairs.map(pairInWords),
    };
  },
};
