/** Every policy on the same rows: quality, calls of the large model, latency. */
import { decide, lotOf, POLICIES, type RoutingPolicy } from "@nearfirst/core";
import {
  type EvaluatedRow,
  nearfirstPoints,
  type OperatingPoint,
  operatingPoint,
  type SimulatedUser,
  simulateRequest,
} from "@nearfirst/node";
import { percentile, rounded } from "../statistics.js";

/** `accepts-all` takes what is shown (SynConfRoute); `accepts-only-right` knows what he wants, and refuses the rest (MCCom 4.2). */
export const USERS: readonly SimulatedUser[] = ["accepts-all", "accepts-only-right"];

/** The papers' own policies, whole. */
const PAPERS: readonly string[] = ["synConfRoute", "mcCom"];

/** Shares in percent of all rows, times in milliseconds. */
export interface PolicyLine {
  readonly user: SimulatedUser;
  readonly policy: string;
  readonly rightPercent: number;
  /** Of what is shown first, before the user does anything. */
  readonly firstRightPercent: number;
  readonly escalatedPercent: number;
  readonly meanMs: number;
  readonly p95Ms: number;
}

export function policyTable(rows: readonly EvaluatedRow[], networkMs: number): readonly PolicyLine[] {
  return USERS.flatMap((user) =>
    POLICIES.map((policy) => {
      const { rightShare, escalatedShare, meanMs, p95Ms } = pointOf(policy, rows, { user, networkMs });
      const first = rows.filter((row) => simulateRequest(policy, row, { user, networkMs }).isFirstRight).length;
      return {
        user,
        policy: policy.name,
        rightPercent: percent(rightShare),
        firstRightPercent: percent(first / rows.length),
        escalatedPercent: percent(escalatedShare),
        meanMs: rounded(meanMs),
        p95Ms: rounded(p95Ms),
      };
    }),
  );
}

export interface PaperComparison {
  readonly user: SimulatedUser;
  /** The better of the papers' policies, with the paper's threshold. */
  readonly paper: string;
  readonly paperRightPercent: number;
  readonly paperEscalatedPercent: number;
  /** The best point of `nearfirst` with no more calls, its threshold swept on the same rows. */
  readonly threshold: number | null;
  readonly rightPercent: number | null;
  readonly escalatedPercent: number | null;
  /** Whether it is at least as good; else where not, and why. */
  readonly note: string;
}

export function paperComparisons(rows: readonly EvaluatedRow[], networkMs: number): readonly PaperComparison[] {
  return USERS.map((user) => {
    const [first, ...others] = POLICIES.filter(({ name }) => PAPERS.includes(name)).map((policy) => ({
      name: policy.name,
      ...pointOf(policy, rows, { user, networkMs }),
    }));
    const paper = others.reduce(
      (best, each) => (isBetter(each, best) ? each : best),
      first as NonNullable<typeof first>,
    );
    const own = nearfirstPoints(rows, { user, networkMs })
      .filter(({ escalatedShare }) => escalatedShare <= paper.escalatedShare)
      .reduce<OperatingPoint | null>((best, each) => (best === null || isBetter(each, best) ? each : best), null);
    return {
      user,
      paper: paper.name,
      paperRightPercent: percent(paper.rightShare),
      paperEscalatedPercent: percent(paper.escalatedShare),
      threshold: own === null ? null : rounded(own.threshold, 4),
      rightPercent: own === null ? null : percent(own.rightShare),
      escalatedPercent: own === null ? null : percent(own.escalatedShare),
      note: noteOf(own, paper),
    };
  });
}

function noteOf(own: OperatingPoint | null, paper: OperatingPoint): string {
  if (own === null)
    return "worse: it escalates more at any threshold, every answer that does not parse and every one that the user refuses";
  if (own.rightShare >= paper.rightShare) return "at least as good";
  return `worse by ${percent(paper.rightShare - own.rightShare)} points: see what both scores are worth here (…MeanAuc), and the syntax gate`;
}

/** The 99th percentile of single decisions over all policies and rows, in milliseconds. */
export function decisionMs(rows: readonly EvaluatedRow[]): number {
  const times: number[] = [];
  for (const policy of POLICIES)
    for (const row of rows) {
      const { task, languageId } = row;
      const facts = { ...row.facts, languageId, trigger: "automatic", rejection: null, lot: lotOf(task) } as const;
      const startedAt = performance.now();
      decide(policy, facts);
      times.push(performance.now() - startedAt);
    }
  return percentile(times, 0.99);
}

function pointOf(
  policy: RoutingPolicy,
  rows: readonly EvaluatedRow[],
  options: { readonly user: SimulatedUser; readonly networkMs: number },
): OperatingPoint {
  return operatingPoint(policy, rows, { ...options, threshold: 0 });
}

function isBetter(one: OperatingPoint, other: OperatingPoint): boolean {
  return (
    one.rightShare > other.rightShare ||
    (one.rightShare === other.rightShare && one.escalatedShare < other.escalatedShare)
  );
}

function percent(share: number): number {
  return rounded(100 * share, 1);
}
