/** `nearfirst eval sweep`: every routing policy at many thresholds on two models' rows; no model runs. */
import { POLICY_NAMES, type PolicyName } from "@nearfirst/core";
import type { Measure, PairFacts, PolicySweep, Setting } from "@nearfirst/eval";
import type { OperatingPoint, SimulatedUser } from "@nearfirst/node";
import { evaluationPackage } from "../evaluate/evaluation-package.js";
import { jsonText, table } from "../terminal.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface EvalSweepOptions {
  readonly policy: readonly PolicyName[];
  readonly thresholds: number;
  readonly setting: Setting;
  readonly measure: Measure;
  readonly user: SimulatedUser;
  readonly networkMs: number;
  readonly common?: true;
  readonly json?: true;
}

interface SweepReport extends Omit<EvalSweepOptions, "policy" | "json"> {
  readonly benchmark: string;
  readonly local: string;
  readonly large: string;
  readonly pair: PairFacts;
  readonly sweeps: readonly PolicySweep[];
}

export async function runEvalSweep(localPath: string, largePath: string, options: EvalSweepOptions): Promise<number> {
  const { policy, json, ...given } = options;
  const unknown = policy.find((name) => !POLICY_NAMES.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no policy "${unknown}". There are ${POLICY_NAMES.join(", ")}.`);
  const evaluation = await evaluationPackage();
  const { local, large } = evaluation.readPair(localPath, largePath);
  const rows = evaluation.pairRows(local, large, given);
  if (rows.length === 0)
    throw new UsageError(`${localPath} has no rows in the setting ${given.setting}. Name the other with --setting.`);
  const report: SweepReport = {
    benchmark: local.header.benchmark,
    local: local.header.model.name,
    large: large.header.model.name,
    ...given,
    pair: evaluation.pairFacts(rows),
    sweeps: evaluation.sweepPolicies(rows, { ...given, policies: policy.length === 0 ? POLICY_NAMES : policy }),
  };
  process.stdout.write(json ? `${jsonText(report)}\n` : `${sweepLines(report).join("\n")}\n`);
  return EXIT.ok;
}

function sweepLines({
  benchmark,
  local,
  large,
  setting,
  measure,
  user,
  networkMs,
  pair,
  sweeps,
}: SweepReport): readonly string[] {
  const right = measure === "tests" ? "tests pass" : "exact match";
  const head = ["policy", "points", "best %", "escalated %", "threshold", "mean ms", "paper's %", "escalated %"];
  const rows = sweeps.map(({ policy, points, best, paper }) => [
    policy,
    `${points.length}`,
    percent(best.rightShare),
    percent(best.escalatedShare),
    Number.isNaN(best.threshold) ? "–" : best.threshold.toFixed(3),
    best.meanMs.toFixed(0),
    ...shares(paper),
  ]);
  return [
    `${benchmark}, ${setting}, ${pair.tasks} tasks; right: ${right}; user ${user}; network ${networkMs} ms`,
    `local ${local} ${percent(pair.localShare)} %, large ${large} ${percent(pair.largeShare)} %, oracle ${percent(pair.oracleShare)} %; only local ${percent(pair.onlyLocalShare)} %, only large ${percent(pair.onlyLargeShare)} %`,
    "",
    ...table([head, ...rows], [1, 2, 3, 4, 5, 6, 7]),
    "",
    "Best thresholds were chosen on these very rows. Latency adds up both models' own times, one after the other.",
  ];
}

function shares({ rightShare, escalatedShare }: OperatingPoint): readonly string[] {
  return [percent(rightShare), percent(escalatedShare)];
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
