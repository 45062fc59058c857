/** What `nearfirst eval table` and `nearfirst eval report` read. */
import type { Evaluation } from "@nearfirst/eval";
import { quotedForShell } from "@nearfirst/node";
import { UsageError } from "../usage-error.js";
import type { EvaluationPackage } from "./evaluation-package.js";

export interface EvaluationOptions {
  /** Names of the pair's models or of their files, the first that fits. */
  readonly local: readonly string[];
  readonly large: readonly string[];
  /** Of several benchmarks. */
  readonly data: readonly string[];
  readonly anyData?: true;
  readonly networkMs: number;
}

export interface OpenEvaluationOptions extends EvaluationOptions {
  readonly rows: readonly string[];
  /** The command as it is told in what it makes. */
  readonly command: string;
}

/** Ctrl-C is nothing to be heard of here: it ends the process at once, as nothing is half done that would have to be put in order. */
export async function openEvaluation(
  { readEvaluation, checkIdentities }: EvaluationPackage,
  { rows, local, large, data, anyData, networkMs, command }: OpenEvaluationOptions,
): Promise<Evaluation> {
  if (local.length === 0 || large.length === 0)
    throw new UsageError("Name the pair: --local and --large, as the rows or their files name the models.");
  const evaluation = await readEvaluation({
    paths: rows,
    names: { local, large },
    data,
    accept: anyData ? "any" : "published",
    networkMs,
    command,
    signal: new AbortController().signal,
    onNotice: (notice) => process.stderr.write(`${notice}\n`),
  });
  checkIdentities(evaluation);
  return evaluation;
}

/** A command that whoever reads the table can give: the folder of the data is his own. */
export function toldCommand(name: string, rows: readonly string[], options: EvaluationOptions): string {
  const { local, large, data, anyData, networkMs } = options;
  return [
    `nearfirst eval ${name}`,
    ...rows.map(quotedForShell),
    ...local.map((each) => `--local ${quotedForShell(each)}`),
    ...large.map((each) => `--large ${quotedForShell(each)}`),
    ...data.map(() => "--data DATA"),
    ...(anyData ? ["--any-data"] : []),
    ...(networkMs === 200 ? [] : [`--network-ms ${networkMs}`]),
  ].join(" ");
}
