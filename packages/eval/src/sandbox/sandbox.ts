/** Where untrusted programs run: what a sandbox promises, whatever it is made of. */

export interface SandboxLimits {
  /** Of the processor, of one process. */
  readonly cpuSeconds: number;
  /** From start to end; then the whole tree is killed. */
  readonly wallMs: number;
  /** Address space of one process. */
  readonly memoryBytes: number;
  /** Processes and threads at one time. */
  readonly processes: number;
  /** Standard output and error together; with more the tree is killed. A report has as much of its own. */
  readonly outputBytes: number;
  /** All files of the folder together; they lie in memory and are gone afterwards. */
  readonly folderBytes: number;
}

/** The only folder that a program can write to, and its working directory. */
export const SANDBOX_FOLDER = "/work";

export interface SandboxRun {
  /** A program with its arguments. Programs are looked for in /usr/bin and /bin. */
  readonly command: readonly string[];
  /** Standard input. */
  readonly input: string;
  readonly limits: SandboxLimits;
  /** Absolute paths besides /usr that the program needs to read; those that do not exist are left out. */
  readonly readable?: readonly string[];
}

export interface SandboxResult {
  /** `wall-limit`, `output-limit`: the tree was killed for it. */
  readonly end: "exited" | "wall-limit" | "output-limit";
  /** 128 and the signal's number where a signal ended it; null where the tree was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What was written to file descriptor 3, cut off at about `outputBytes`. */
  readonly report: string;
  readonly ms: number;
}

export interface Sandbox {
  /** What it is made of, for people. */
  readonly name: string;
  /**
   * No network, nothing to write to but a folder of its own, nothing to read but /usr and what the run names. Nothing of the
   * tree outlives the call. Rejects with the signal's reason once aborted, and where the sandbox itself cannot start.
   */
  run(run: SandboxRun, signal: AbortSignal): Promise<SandboxResult>;
}
