/**
 * How a program with its tests ended.
 * - `failed`: a test or the program raised something, or wrote another output than wanted.
 * - `unproven`: it ended before its tests did, by an exit, a crash, or a limit of memory or processes.
 * - `forged`: it also told of success where no success is possible.
 */
export type VerdictKind =
  | "passed"
  | "failed"
  | "does-not-compile"
  | "unproven"
  | "time-limit"
  | "output-limit"
  | "forged";

export interface Verdict {
  readonly kind: VerdictKind;
  /** The kind of error where one was raised, for statistics; never its text. */
  readonly error: string | null;
  readonly ms: number;
}
