/** Two answers by a beam search of 2, and an oracle that takes the one nearer to the target (MCCom 4.2.1, "twice"). */
import type { GenerationRequest, LocalModel } from "@nearfirst/core";
import { similarityOf } from "../scores/similarity.js";
import { type AskingMethod, ofModel } from "./asking-method.js";
import { alternativesAfter, extended, generationOf, NO_TOKENS, type Path, unhealed } from "./step-by-step.js";

const BEAMS = 2;

export const TWICE: AskingMethod = {
  header: { name: "twice", options: { beams: BEAMS } },
  async answer(asked, ask) {
    const { model } = asked.capabilities;
    let found: Beams | null = null;
    const beam =
      (rank: number): LocalModel["generate"] =>
      async (given, signal) => {
        found ??= await beamsOf(model, given, signal);
        return generationOf(found.paths[rank] ?? (found.paths[0] as Path), found);
      };
    // The search is done once, and its time is the first request's.
    const first = await ask(ofModel(asked, beam(0)));
    const second = await ask(ofModel(asked, beam(1)));
    const nearness = ({ text }: typeof first) => similarityOf(text, asked.task.target).editSimilarity;
    const nearer = nearness(second) > nearness(first) ? second : first;
    return { ...nearer, samples: [first.text, second.text], ms: first.ms };
  },
};

interface Beams {
  /** Likeliest first, by the mean log-probability of a token. */
  readonly paths: readonly Path[];
  readonly forwardPasses: number;
  readonly engineMs: number;
}

interface Beam {
  readonly path: Path;
  readonly logProbability: number;
}

async function beamsOf(model: LocalModel, given: GenerationRequest, signal: AbortSignal): Promise<Beams> {
  const startedAt = performance.now();
  const request = await unhealed(model, given);
  let beams: readonly Beam[] = [{ path: NO_TOKENS, logProbability: 0 }];
  let forwardPasses = 0;
  while (beams.some(({ path }) => path.stopReason === null)) {
    const candidates: Beam[] = [];
    for (const beam of beams) {
      if (beam.path.stopReason !== null) {
        candidates.push(beam);
        continue;
      }
      const alternatives = await alternativesAfter(model, request, { path: beam.path, count: BEAMS }, signal);
      forwardPasses++;
      for (const next of alternatives)
        candidates.push({
          path: extended(beam.path, next, request),
          logProbability: beam.logProbability + Math.log(Math.max(next.probability, Number.MIN_VALUE)),
        });
    }
    beams = candidates.sort((one, other) => other.logProbability - one.logProbability).slice(0, BEAMS);
  }
  const mean = ({ path, logProbability }: Beam) => logProbability / (path.tokens.length + 1);
  const paths = [...beams].sort((one, other) => mean(other) - mean(one)).map(({ path }) => path);
  return { paths, forwardPasses, engineMs: performance.now() - startedAt };
}
