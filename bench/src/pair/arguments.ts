/** What every bench of a local and a large model is told. */
import { fileURLToPath } from "node:url";
import { type BenchCall, BenchError } from "../bench.js";

/** The local model of our own pair, in which the embedded one is the large model. */
const SMALLER_MODEL = fileURLToPath(new URL("../../../models/nearfirst-small-q8_0.gguf", import.meta.url));

export const PAIR_CONFIG = {
  local: { type: "string" },
  large: { type: "string" },
  tasks: { type: "string" },
  corpus: { type: "string" },
  limit: { type: "string" },
  "max-tokens": { type: "string" },
  threads: { type: "string" },
} as const;

export const PAIR_HELP = `  --large GGUF      path, name, or \`default\`, the embedded model, which it is where none is named; its card says how it
                    is asked
  --local GGUF      the same (default: the embedded model; without --large our smaller one)
  --tasks FILE      tasks, a JSON object a line, as \`nearfirst calibrate --tasks\` takes them; with --corpus as
                    \`bench -- scores\` does (default: seeded holes in the Python files of bench/corpus)
  --corpus DIR      corpus/heldout of the training's work directory, where --tasks is its tasks/heldout.jsonl
  --limit N         most tasks; with --corpus of each kind
  --max-tokens N    longest answer (default: 48)
  --threads N       of each model (default: as the product)
  --json            one line of JSON`;

export interface PairArguments {
  /** As in the product's settings. */
  readonly local: string;
  readonly large: string;
  /** Null for holes in the bench's own files. */
  readonly tasks: string | null;
  readonly corpus: string | null;
  readonly limit: number;
  readonly maxTokens: number;
  readonly threads: number | "auto";
  /** False: a statement copied from the context counts for nothing beside either model, whatever their cards say. */
  readonly countsCopies: boolean;
}

export interface CommandLine {
  readonly call: BenchCall;
  /** Shown with what is wrong. */
  readonly help: string;
}

/** Throws a `BenchError` for a wrong command line. */
export function readPairArguments(line: CommandLine, defaults: { readonly limit: number }): PairArguments {
  const [extra] = line.call.positionals;
  if (extra !== undefined) throw misused(line, `What is "${extra}"?`);
  const [large, tasks, corpus] = [textOf(line, "large"), textOf(line, "tasks"), textOf(line, "corpus")];
  if (corpus !== null && tasks === null) throw misused(line, "--corpus needs --tasks.");
  return {
    local: textOf(line, "local") ?? (large === null ? SMALLER_MODEL : "default"),
    large: large ?? "default",
    tasks,
    corpus,
    limit: numberOf(line, "limit") ?? defaults.limit,
    maxTokens: numberOf(line, "max-tokens") ?? 48,
    threads: numberOf(line, "threads") ?? "auto",
    countsCopies: line.call.values["no-copies"] !== true,
  };
}

/** Null where the option is not given. */
export function textOf({ call }: CommandLine, option: string): string | null {
  const value = call.values[option];
  return typeof value === "string" ? value : null;
}

/** The same for a whole number, `least` or more. */
export function numberOf(line: CommandLine, option: string, least = 1): number | null {
  const value = textOf(line, option);
  if (value === null) return null;
  if (!/^\d{1,9}$/.test(value) || Number(value) < least)
    throw misused(line, `--${option} must be a whole number, ${least} or more.`);
  return Number(value);
}

export function misused({ help }: CommandLine, problem: string): BenchError {
  return new BenchError(`${problem}\n\n${help}`, 2);
}
