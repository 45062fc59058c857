/** A linter or type checker of the user's machine, asked about a folder of programs at a time. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { containedProcess } from "../sandbox/contained-process.js";
import type { SandboxResult } from "../sandbox/sandbox.js";

export interface Finding {
  /** The program's file, without its folder. */
  readonly file: string;
  readonly rule: string;
  readonly message: string;
}

/** How one such tool is asked. */
export interface SignalTool {
  /** As its command is called, and as the names of files have it. */
  readonly name: string;
  /** What `--version` prints, the version in its first group. */
  readonly version: RegExp;
  /** The command that installs it, for people. */
  readonly install: string;
  /** What it is asked for, for people and for files' headers: findings by other rules are others. */
  readonly rules: string;
  readonly arguments: readonly string[];
  /** Files that stand beside the programs, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Exit codes after which the output holds all findings. */
  readonly exitCodes: readonly number[];
  /** Throws where the output is not what it should be. */
  readonly read: (output: string) => readonly Finding[];
}

const VERSION_LIMITS = { wallMs: 60_000, outputBytes: 100_000 };
/** Of some hundred programs. */
const LIMITS = { wallMs: 900_000, outputBytes: 256_000_000 };

export interface OpenedTool extends SignalTool {
  /** Name on PATH, or a path. */
  readonly command: string;
  readonly installedVersion: string;
}

/** Rejects with `tool-failed` where there is no such command, or it is another. */
export async function openTool(tool: SignalTool, given: string, signal: AbortSignal): Promise<OpenedTool> {
  // It is started in a folder of its own.
  const command = given.includes("/") ? resolve(given) : given;
  const { stdout, stderr } = await ran(tool, { command: [command, "--version"], limits: VERSION_LIMITS }, signal);
  const installedVersion = tool.version.exec(stdout)?.[1];
  if (installedVersion === undefined)
    throw failure(`\`${command} --version\` does not answer as ${tool.name} does.${saidBy(stdout, stderr)}`);
  return { ...tool, command, installedVersion };
}

/** Findings in each program, sorted, as `RULE message`; one process for all. Rejects with `tool-failed`. Leaves nothing behind. */
export async function findingsIn(
  programs: readonly string[],
  tool: OpenedTool,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
  const folder = await mkdtemp(join(tmpdir(), `nearfirst-${tool.name}-`));
  try {
    const names = programs.map((_, at) => `program_${at}.py`);
    for (const [at, name] of names.entries()) await writeFile(join(folder, name), programs[at] as string);
    for (const [name, content] of Object.entries(tool.files)) await writeFile(join(folder, name), content);
    const command = [tool.command, ...tool.arguments];
    const { end, exitCode, stdout, stderr } = await ran(tool, { command, limits: LIMITS, cwd: folder }, signal);
    if (end !== "exited" || !tool.exitCodes.includes(exitCode ?? -1))
      throw failure(
        `${tool.name} did not come to an answer (${end === "exited" ? `exit code ${exitCode}` : end}).${saidBy(stdout, stderr)}`,
      );
    const byName = new Map<string, string[]>(names.map((name) => [name, []]));
    for (const { file, rule, message } of findingsOf(tool, stdout)) {
      const own = byName.get(basename(file));
      if (own === undefined) throw failure(`${tool.name} speaks of ${basename(file)}, which it was not asked about.`);
      own.push(`${rule} ${message.replaceAll(/\s+/g, " ").trim()}`);
    }
    return names.map((name) => (byName.get(name) as string[]).sort());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findingsOf(tool: SignalTool, output: string): readonly Finding[] {
  try {
    return tool.read(output);
  } catch (cause) {
    throw failure(`What ${tool.name} printed is not what this version of Nearfirst can read.`, cause);
  }
}

interface Run {
  readonly command: readonly string[];
  readonly limits: typeof LIMITS;
  readonly cwd?: string;
}

async function ran(
  { name, install }: SignalTool,
  { command, ...options }: Run,
  signal: AbortSignal,
): Promise<SandboxResult> {
  try {
    return await containedProcess(command, { input: "", ...options }, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    if (!isMissing) throw thrown;
    throw failure(
      `There is no command "${command[0]}". \`${install}\` installs ${name}; a path to it can be given instead of its name.`,
      thrown,
    );
  }
}

/** The end of it. */
function saidBy(stdout: string, stderr: string): string {
  const said = `${stdout}\n${stderr}`.trim().split("\n").slice(-5).join("\n").slice(-600);
  return said === "" ? "" : ` It said:\n${said}`;
}

function failure(message: string, cause?: unknown): NearfirstError {
  return new NearfirstError({ code: "tool-failed", message, cause });
}
