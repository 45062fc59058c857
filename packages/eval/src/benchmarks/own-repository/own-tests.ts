/** Judges answers by the developer's own test command, in copies of his repository. The command is run as it is: in no sandbox. */

import { constants } from "node:fs";
import { cp, mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { containedProcess } from "../../sandbox/contained-process.js";
import type { SandboxResult } from "../../sandbox/sandbox.js";
import type { Verdict } from "../../sandbox/verdict.js";
import type { BenchmarkTask } from "../benchmark.js";

const OUTPUT_BYTES = 64_000_000;
/** Of the output of a command that fails on the code as it is. */
const TOLD_LINES = 12;

export interface OwnTestsOptions {
  /** Given to `sh -c` in the copy's root; exit status 0 means that all tests pass. */
  readonly command: string;
  readonly timeoutMs: number;
  /** How many copies there are, and commands at one time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
}

export interface OwnTests {
  /** The tasks, each judged by the command with its answer in the file. */
  readonly tasks: readonly BenchmarkTask[];
  /** Removes the copies. */
  close(): Promise<void>;
}

interface Copy {
  readonly root: string;
  /** Seconds since the epoch of the last file that was written. */
  lastWritten: number;
}

/**
 * Copies the repository of `tasks`, all of it, and runs the command there once. Rejects with `file-unreadable` where it fails on the
 * code as it is: then it says nothing of an answer. Leaves no copy where it rejects.
 */
export async function openOwnTests(tasks: readonly BenchmarkTask[], options: OwnTestsOptions): Promise<OwnTests> {
  const root = tasks[0]?.place?.root;
  if (root === undefined) throw new Error("the tasks stand in no repository");
  const folder = await mkdtemp(join(tmpdir(), "nearfirst-own-tests-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const copies: Copy[] = [];
    for (let at = 0; at < options.parallel; at++) copies.push(await copyOf(root, join(folder, `${at}`)));
    await refuseFailing(copies[0] as Copy, options);
    const free = [...copies];
    const judged = tasks.map((task) => ({
      ...task,
      judge: async (completion: string, _: unknown, signal: AbortSignal): Promise<Verdict> => {
        const copy = free.pop();
        if (copy === undefined) throw new Error("more answers are judged at one time than there are copies");
        try {
          return await judgeIn(copy, { task, completion, options: { ...options, signal } });
        } finally {
          free.push(copy);
        }
      },
    }));
    return { tasks: judged, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function copyOf(root: string, parent: string): Promise<Copy> {
  const copy = join(parent, basename(root));
  // Links stay links; what they name outside of the repository is not copied.
  await cp(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  });
  return { root: copy, lastWritten: 0 };
}

async function refuseFailing({ root }: Copy, options: OwnTestsOptions): Promise<void> {
  const { end, exitCode, stdout, stderr } = await run(root, options);
  if (end === "exited" && exitCode === 0) return;
  const how = end === "exited" ? `exit status ${exitCode}` : end === "wall-limit" ? "out of time" : "too much output";
  const said = `${stdout}\n${stderr}`.trim().split("\n").slice(-TOLD_LINES).join("\n");
  throw new NearfirstError({
    code: "file-unreadable",
    message: `Your test command fails on the code as it is (${how}), so it cannot tell a right answer from a wrong one. It ran in a copy of the repository: \`${options.command}\`.${said === "" ? "" : ` The end of what it said:\n${said}`}`,
  });
}

interface Judging {
  readonly task: BenchmarkTask;
  readonly completion: string;
  readonly options: OwnTestsOptions;
}

async function judgeIn(copy: Copy, { task, completion, options }: Judging): Promise<Verdict> {
  const { prefix, target, suffix, place } = task;
  const path = join(copy.root, place?.path ?? "");
  await write(copy, path, prefix + completion + suffix);
  try {
    const { end, exitCode, ms } = await run(copy.root, options);
    if (end !== "exited") return { kind: end === "wall-limit" ? "time-limit" : "output-limit", error: null, ms };
    return { kind: exitCode === 0 ? "passed" : "failed", error: null, ms };
  } finally {
    await write(copy, path, prefix + target + suffix);
  }
}

/** Every text has a later second than the one before: Python's caches and `make` go by time, some by whole seconds. */
async function write(copy: Copy, path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  await writeFile(path, text, { mode });
  copy.lastWritten = Math.max(Math.floor(Date.now() / 1000), copy.lastWritten + 1);
  await utimes(path, copy.lastWritten, copy.lastWritten);
}

function run(root: string, { command, timeoutMs, signal }: OwnTestsOptions): Promise<SandboxResult> {
  const limits = { wallMs: timeoutMs, outputBytes: OUTPUT_BYTES };
  return containedProcess(["/bin/sh", "-c", command], { input: "", limits, cwd: root }, signal);
}
