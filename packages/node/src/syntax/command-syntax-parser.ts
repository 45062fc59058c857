/** SynConfRoute's own checks (4.1), by programs of the machine: slow, and not for whoever types; the papers' benchmarks use them. */
import { spawn } from "node:child_process";
import { NearfirstError, type SyntaxParser, type SyntaxProblem } from "@nearfirst/core";

export interface SyntaxCommand {
  readonly program: string;
  /** The text comes on standard input; exit code 0 means that it passes. */
  readonly parameters: readonly string[];
}

/**
 * Whole programs by LSP language identifier. `g++` looks at more than syntax: undeclared names and wrong types fail too
 * (reading R34), under the standard that SAFIM compiles with.
 */
export const SYNTAX_COMMANDS: ReadonlyMap<string, SyntaxCommand> = new Map([
  ["python", { program: "python3", parameters: ["-c", "import ast, sys; ast.parse(sys.stdin.buffer.read())"] }],
  ["cpp", { program: "g++", parameters: ["-fsyntax-only", "-std=c++17", "-w", "-x", "c++", "-"] }],
]);

const LIMIT_MS = 30_000;

const FAILED: readonly SyntaxProblem[] = [{ start: null, isUnfinished: null }];

/** Null for languages without a command, and where the program is not installed; a text that takes too long fails. */
export const commandSyntaxParser: SyntaxParser = {
  async parse(text, languageId, signal) {
    signal.throwIfAborted();
    const command = SYNTAX_COMMANDS.get(languageId);
    return command === undefined ? null : run(command, text, signal);
  },
};

function run({ program, parameters }: SyntaxCommand, text: string, signal: AbortSignal) {
  return new Promise<readonly SyntaxProblem[] | null>((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["pipe", "ignore", "ignore"], timeout: LIMIT_MS, signal });
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason);
      else if (error.code === "ENOENT") resolve(null);
      else reject(new NearfirstError({ code: "internal", message: `${program} cannot be run.`, cause: error }));
    });
    child.on("close", (code) => resolve(code === 0 ? [] : FAILED));
    // A parser that has seen enough reads no further.
    child.stdin.on("error", () => undefined);
    child.stdin.end(text);
  });
}
