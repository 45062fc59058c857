import type { Pair } from "../methods/pair.js";
import { callsOf } from "../methods/simulated-user.js";
import { exactGain } from "../tables/mccom/effectiveness.js";
import { type Claim, cannotBeTested, cellName, decided, decidedByRouting, percent, points } from "./claim.js";

import { cellsOf, exactAgainst, fasterThan, inEachCell, msOf } from "./mccom-cells.js";

export const CASCADE_CLAIMS: readonly Claim[] = [
  {
    id: "C26",
    claim: "Lower latency than LLM-only",
    paper: "−25.6 % (5.8 to 47.9)",
    criterion: "in each cell",
    judge: fasterThan("large only"),
  },
  {
    id: "C27",
    claim: "Lower latency than LLM twice, RepoCoder, CSDrafting",
    paper: "−53.6, −57.1, −35.9 %",
    criterion:
      "than RepoCoder and CSDrafting, in each cell; beams decoded outside of the engine have no time of their own",
    judge: fasterThan("RepoCoder", "CSDrafting"),
  },
  {
    id: "C28",
    claim: "Higher exact match than LLM-only",
    paper: "+8.9 % (2.9 to 13.5)",
    criterion: "in each cell; the user is an oracle (R37)",
    judge: exactAgainst(["large only"], 0),
  },
  {
    id: "C29",
    claim: "Exact match near LLM twice, above RepoCoder",
    paper: "−1.0 %, +7.6 %",
    criterion: "above RepoCoder, in each cell; LLM twice stands in Table 5",
    judge: exactAgainst(["RepoCoder"], 0),
  },
  {
    id: "C30",
    claim: "Better than asking the local model twice",
    paper: "exact match +23.5 %, time +26.5 %",
    criterion: "higher exact match, in each cell",
    judge: exactAgainst(["local twice"], 0),
  },
  {
    id: "C31",
    claim: "Fewer cloud calls",
    paper: "−46.3 % (27.9 to 71.3)",
    criterion: "at least a tenth fewer, in each cell",
    judge: inEachCell([], ({ mcCom }) => {
      const { calls, samples } = callsOf(mcCom);
      return { holds: calls <= 0.9 * samples, numbers: `${calls} of ${samples} (−${percent(1 - calls / samples)})` };
    }),
  },
  {
    id: "C33",
    claim: "The context draft speeds up the local model",
    paper: "−19.3 %",
    criterion: "less time than without any draft, in each cell",
    judge: (evaluation) => {
      const names = ["local only", "local only, without drafts"] as const;
      const cells = cellsOf(evaluation, ({ by }) => names.every((name) => by(name) !== null));
      const found = cells.map(({ pair, by }) => {
        const [drafted, alone] = names.map((name) => msOf(by(name) ?? []));
        return { pair, change: (drafted ?? 0) / (alone ?? 1) - 1 };
      });
      if (found.length === 0) return cannotBeTested("There are no rows of `--method without-drafts`.");
      const words = found.map(
        ({ pair, change }) => `${cellName(pair)}: ${percent(change)} of the time (${pair.tasks.length} tasks)`,
      );
      return decided(
        found.every(({ change }) => change < 0),
        words.join("; "),
      );
    },
  },
  {
    id: "C34",
    claim: "Both draft stages matter",
    paper: "shares of 12.4–24.8 % and 2.6–10.3 % of the variant's time",
    criterion: "without the second draft slower, in each cell; the first is not taken away",
    judge: inEachCell(["MCCom", "MCCom without second draft"], (_, [whole = [], without = []]) => {
      const share = 1 - msOf(whole) / msOf(without);
      return { holds: share > 0, numbers: `${percent(share)} of the time without the second draft` };
    }),
  },
  {
    id: "C36",
    claim: "The second retrieval helps, at no cost",
    paper: "exact match +1.2 %, 7 ms",
    criterion: "> 0, in each cell",
    judge: inEachCell(["MCCom", "MCCom without second retrieval"], (_, [whole = [], without = []]) => {
      const gain = exactGain(whole, without);
      return { holds: gain.mean > 0, numbers: points(100 * gain.mean) };
    }),
  },
  {
    id: "C40",
    claim: "Less gain with left context only and on API lines",
    paper: "20.8 % against 30.4 % latency, mean",
    criterion: "mean reduction of latency with the left context below that with both",
    judge: (evaluation) => {
      const cells = cellsOf(evaluation, () => true);
      const reductions = (setting: Pair["setting"]) =>
        cells.flatMap(({ pair, mcCom, by }) => {
          const large = by("large only");
          return pair.setting === setting && large !== null ? [1 - msOf(mcCom) / msOf(large)] : [];
        });
      const [both, left] = [reductions("left-and-right"), reductions("left")];
      if (both.length === 0 || left.length === 0) return cannotBeTested("It takes rows in both settings.");
      const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
      return decidedByRouting(
        cells.map(({ pair }) => pair),
        "exact",
        {
          holds: mean(left) < mean(both),
          numbers: `${percent(mean(left))} with the left context, ${percent(mean(both))} with both`,
        },
      );
    },
  },
];
