/** A vote of several sampled answers (SynConfRoute 2.5 and 5.2: 3, 5, 7 or 10; best at temperature 0.6). */
import { type Alternative, type LocalModel, lotOf } from "@nearfirst/core";
import { chanceOf } from "@nearfirst/node";
import type { Row } from "../rows/row.js";
import { type AskingMethod, ofModel } from "./asking-method.js";
import { alternativesAfter, extended, generationOf, NO_TOKENS, type Path, unhealed } from "./step-by-step.js";

export const VOTES = [3, 5, 7, 10] as const;

const TEMPERATURE = 0.6;
const SEED = 42;
/** Tokens that are less likely than so many others are never drawn; at this temperature they hardly would be. */
const MOST_LIKELY = 64;

/** The n-th sample of a task is the same whatever the number of votes. */
export function voting(votes: (typeof VOTES)[number]): AskingMethod {
  return {
    header: { name: `voting-${votes}`, options: { votes, temperature: TEMPERATURE, seed: SEED } },
    async answer(asked, ask) {
      const rows: Row[] = [];
      for (let vote = 0; vote < votes; vote++) {
        const chance = chanceOf(SEED + 1_000 * vote + Math.floor(lotOf(asked.task.id) * 2 ** 31));
        rows.push(await ask(ofModel(asked, sampling(asked.capabilities.model, chance))));
      }
      return electedOf(rows);
    },
  };
}

function sampling(model: LocalModel, chance: () => number): LocalModel["generate"] {
  return async (given, signal) => {
    const startedAt = performance.now();
    const request = await unhealed(model, given);
    let path: Path = NO_TOKENS;
    let forwardPasses = 0;
    while (path.stopReason === null) {
      const alternatives = await alternativesAfter(model, request, { path, count: MOST_LIKELY }, signal);
      forwardPasses++;
      path = extended(path, drawn(alternatives, chance), request);
    }
    return generationOf(path, { forwardPasses, engineMs: performance.now() - startedAt });
  };
}

/** By softmax at the temperature, over the alternatives. */
export function drawn(alternatives: readonly Alternative[], chance: () => number): Alternative {
  const weights = alternatives.map(({ probability }) => probability ** (1 / TEMPERATURE));
  let left = chance() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [at, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return alternatives[at] as Alternative;
  }
  return alternatives.at(-1) as Alternative;
}

/** The row of the most frequent text, of equally frequent ones the first; where something was suggested, a suggestion. */
export function electedOf(rows: readonly Row[]): Row {
  const counts = new Map<string, number>();
  for (const { text } of rows) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const elected = rows.find(({ text }) => text !== null && counts.get(text) === most) ?? (rows[0] as Row);
  const sum = (amountOf: (row: Row) => number) => rows.reduce((total, row) => total + amountOf(row), 0);
  return {
    ...elected,
    samples: rows.map(({ text }) => text),
    passes: sum(({ passes }) => passes),
    ms: {
      ...elected.ms,
      total: Number(sum(({ ms }) => ms.total).toFixed(2)),
      engine: Number(sum(({ ms }) => ms.engine).toFixed(2)),
    },
  };
}
