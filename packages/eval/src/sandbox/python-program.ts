/** Runs a Python program that must come to its end, and makes sure that it did. */
import { randomBytes } from "node:crypto";
import type { Sandbox, SandboxLimits, SandboxResult } from "./sandbox.js";
import type { Verdict } from "./verdict.js";

/** HumanEval's own limit is 3 s by the clock; of the processor's time, so that a busy machine fails nothing. */
export const PYTHON_LIMITS: SandboxLimits = {
  cpuSeconds: 3,
  wallMs: 30_000,
  memoryBytes: 2 ** 29,
  processes: 8,
  outputBytes: 2 ** 20,
  folderBytes: 2 ** 24,
};

/** Under /usr, which is all that a sandbox shows; isolated from the environment and from installed packages. */
const PYTHON = ["/usr/bin/python3", "-I", "-B", "-S", "-c"];

/**
 * Reads the proof and the program from standard input, runs the program as HumanEval's harness does (\`exec\` in an empty
 * namespace), and writes the proof to file descriptor 3 once that has returned. Whatever else happens leaves no proof.
 */
const RUNNER = `
import sys
def main():
    proof, program = sys.stdin.readline().strip(), sys.stdin.read()
    import os
    try:
        exec(program, {})
        told = "returned " + proof
    except BaseException as error:
        told = "raised " + type(error).__name__
    os.write(3, told.encode())
    os._exit(0)
main()
`;

/** What a program cannot come back from: with it at the end, only a forged proof comes. */
const CONTROL = '\nraise RuntimeError("no program comes to this end")\n';

export interface JudgePythonOptions {
  readonly sandbox: Sandbox;
  readonly limits?: SandboxLimits;
}

/**
 * Passed: the program ran to its end, and does not say so of the same program with an end that cannot be reached. A program
 * that leaves early, prints what a success prints, or finds the proof and writes it itself, fails.
 */
export async function judgePython(
  program: string,
  { sandbox, limits = PYTHON_LIMITS }: JudgePythonOptions,
  signal: AbortSignal,
): Promise<Verdict> {
  const verdict = await runPython(program, { sandbox, limits }, signal);
  if (verdict.kind !== "passed") return verdict;
  const control = await runPython(program + CONTROL, { sandbox, limits }, signal);
  return control.kind === "passed" ? { ...verdict, kind: "forged" } : verdict;
}

async function runPython(
  program: string,
  { sandbox, limits }: Required<JudgePythonOptions>,
  signal: AbortSignal,
): Promise<Verdict> {
  const proof = randomBytes(16).toString("hex");
  const result = await sandbox.run({ command: [...PYTHON, RUNNER], input: `${proof}\n${program}`, limits }, signal);
  return { ...endOf(result, proof), ms: result.ms };
}

/** 128 + SIGXCPU, and 128 + SIGKILL: what the soft and the hard limit of the processor's time leave behind. */
const CPU_LIMIT_CODES: readonly (number | null)[] = [152, 137];

function endOf({ end, exitCode, report }: SandboxResult, proof: string): Omit<Verdict, "ms"> {
  if (end === "output-limit") return { kind: "output-limit", error: null };
  if (end === "wall-limit" || CPU_LIMIT_CODES.includes(exitCode)) return { kind: "time-limit", error: null };
  if (report === `returned ${proof}`) return { kind: "passed", error: null };
  const error = /^raised (\w{1,60})$/.exec(report)?.[1];
  return error === undefined ? { kind: "unproven", error: null } : { kind: "failed", error };
}
