import type { ParseArgsConfig } from "node:util";

/** One performance figure or a few that belong together. */
export interface Bench {
  readonly name: string;
  readonly description: string;
  /** Options of its own, and the text that `NAME --help` shows for them; none for most. */
  readonly options?: { readonly config: NonNullable<ParseArgsConfig["options"]>; readonly help: string };
  /** Runs without a network; the numbers by their names, units in the names, rounded (`statistics.ts`). */
  readonly run: (call: BenchCall) => Promise<object>;
}

/** What stands on the command line beside the bench's name, `--json` and `--help`. */
export interface BenchCall {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** The bench cannot go on; the message says what to do. */
export class BenchError extends Error {
  /** 1: something is wrong with the input; 2: with the command line; 130: interrupted. */
  readonly exitCode: 1 | 2 | 130;

  constructor(message: string, exitCode: 1 | 2 | 130 = 1, cause?: unknown) {
    super(message, { cause });
    this.name = "BenchError";
    this.exitCode = exitCode;
  }
}
