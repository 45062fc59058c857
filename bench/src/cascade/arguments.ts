import type { BenchCall } from "../bench.js";
import { numberOf, PAIR_CONFIG, PAIR_HELP, type PairArguments, readPairArguments, textOf } from "../pair/arguments.js";

export const CONFIG = { ...PAIR_CONFIG, rows: { type: "string" }, "network-ms": { type: "string" } } as const;

export const HELP = `Usage: npm run --silent bench -- cascade [--large GGUF] [--local GGUF] [options]

Asks a local and a large model for the same tasks (200 unless --limit says otherwise) by the product's own pipeline, the
large one through a real \`nearfirst serve-large\` on this machine, and replays every routing policy over the answers.

${PAIR_HELP}
  --rows FILE       keeps every row; the same command goes on where an interrupted one ended
  --network-ms N    added to each answer of the large model (default: 200, MCCom 4.3)

An answer is right if it equals the target without white space at the end. Policies have the papers' thresholds; the
comparison at no more calls sweeps nearfirst's threshold on these same rows.`;

export interface CascadeArguments extends PairArguments {
  readonly rows: string | null;
  readonly networkMs: number;
}

/** Throws a `BenchError` for a wrong command line. */
export function readArguments(call: BenchCall): CascadeArguments {
  const line = { call, help: HELP };
  return {
    ...readPairArguments(line, { limit: 200 }),
    rows: textOf(line, "rows"),
    networkMs: numberOf(line, "network-ms", 0) ?? 200,
  };
}
