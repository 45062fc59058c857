/** What MCCom's claims are judged by: its variants in each cell, a benchmark in one setting. */
import { benchmarkNamed } from "../benchmarks/benchmarks.js";
import { canTestRouting } from "../methods/can-test-routing.js";
import type { Pair } from "../methods/pair.js";
import { meanOf, type UserOutcome } from "../methods/simulated-user.js";
import { clusteredShare } from "../scores/clustered-interval.js";
import { allPairs, type Evaluation } from "../tables/evaluation.js";
import { exactGain, mcComCells } from "../tables/mccom/effectiveness.js";
import { type Claim, cannotBeTested, cellName, decidedByRouting, type Finding, gainInWords, percent } from "./claim.js";

export const NO_PAIR = cannotBeTested("There are no judged rows of both models.");

export interface Cell {
  readonly pair: Pair;
  readonly by: (name: string) => readonly UserOutcome[] | null;
  /** MCCom whole where its own rows are there, else over plain rows. */
  readonly mcCom: readonly UserOutcome[];
}

/** On MCCom's kind of benchmark, holes in repositories, where there is one; else on what there is. */
function mcComPairs(evaluation: Evaluation): readonly Pair[] {
  const all = allPairs(evaluation);
  const inRepositories = all.filter(({ benchmark }) => benchmarkNamed(benchmark)?.kind === "repositories");
  return inRepositories.length > 0 ? inRepositories : all;
}

/** Cells for which `has` holds: those in repositories, and the others where none of those does. */
export function cellsOf(evaluation: Evaluation, has: (cell: Cell) => boolean): readonly Cell[] {
  const inRepositories = new Set(mcComPairs(evaluation).map(({ benchmark }) => benchmark));
  const cells = allCells(evaluation).filter(has);
  const preferred = cells.filter(({ pair }) => inRepositories.has(pair.benchmark));
  return preferred.length > 0 ? preferred : cells;
}

function allCells(evaluation: Evaluation): readonly Cell[] {
  return mcComCells(evaluation, ["left-and-right", "left"]).map(({ pair, variants }) => {
    const by = (name: string) => variants.find((each) => each.name === name)?.outcomes ?? null;
    const plain = variants.find(({ name }) => name.startsWith("MCCom over plain rows"))?.outcomes ?? [];
    return { pair, by, mcCom: by("MCCom") ?? plain };
  });
}

/** Fewer answers say nothing of a rate. */
export const FEWEST = 30;
export const FEWEST_RIGHT = 5;

export const msOf = (outcomes: readonly UserOutcome[]) => meanOf(outcomes, ({ ms }) => ms).mean;

/** In each cell with all the variants; `judge` gives what must hold and the numbers. */
export function inEachCell(
  names: readonly string[],
  judge: (
    cell: Cell,
    others: readonly (readonly UserOutcome[])[],
  ) => { readonly holds: boolean; readonly numbers: string },
): Claim["judge"] {
  return (evaluation) => {
    if (allPairs(evaluation).length === 0) return NO_PAIR;
    const cells = cellsOf(evaluation, ({ by }) => names.every((name) => by(name) !== null));
    const found = cells.map((cell) => ({
      cell,
      ...judge(
        cell,
        names.map((name) => cell.by(name) ?? []),
      ),
    }));
    if (found.length === 0) return cannotBeTested(`There are no rows of ${names.join(", ")}.`);
    const numbers = found.map(({ cell, numbers: own }) => `${cellName(cell.pair)}: ${own}`).join("; ");
    const deciding = found.filter(({ cell }) => canTestRouting(cell.pair, "exact"));
    const holds = (deciding.length === 0 ? found : deciding).every((each) => each.holds);
    return decidedByRouting(
      found.map(({ cell }) => cell.pair),
      "exact",
      { holds, numbers },
    );
  };
}

/** Than each of them. */
export function fasterThan(...names: readonly string[]): Claim["judge"] {
  return inEachCell(names, ({ mcCom }, others) => {
    const changes = others.map((other) => msOf(mcCom) / msOf(other) - 1);
    const numbers = names.map((name, at) => `${names.length === 1 ? "" : `${name} `}${percent(changes[at] ?? 0)}`);
    return { holds: changes.every((change) => change < 0), numbers: numbers.join(", ") };
  });
}

export function exactAgainst(names: readonly string[], leastPoints: number): Claim["judge"] {
  return inEachCell(names, ({ mcCom }, others) => {
    const gains = others.map((other) => exactGain(mcCom, other));
    return {
      holds: gains.every(({ mean }) => 100 * mean > leastPoints),
      numbers: gains.map(gainInWords).join(", "),
    };
  });
}

/** Over both models' plain rows, whatever the pair is good for. */
export function overPairs(judge: (pairs: readonly Pair[], evaluation: Evaluation) => Finding): Claim["judge"] {
  return (evaluation) => {
    const pairs = mcComPairs(evaluation);
    return pairs.length === 0 ? NO_PAIR : judge(pairs, evaluation);
  };
}

export function exactShareOf({ tasks }: Pair, side: "local" | "large"): number {
  return clusteredShare(tasks.map((task) => ({ cluster: task.cluster, passed: task[side].judged.isExact }))).share;
}

export function localExact(pair: Pair): number {
  return exactShareOf(pair, "local");
}
