/** The same files as they are committed, with the lines that their latest commits wrote: what the user types himself. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { SampledFile } from "./sample-holes.js";
import type { WorkspaceSource } from "./workspace-sources.js";

export interface HistorySourcesOptions {
  /** Absolute path of the workspace, to which the paths of `sources` are relative. */
  readonly workspaceFolder: string;
  /** How many of the latest commits count, merges left out. */
  readonly commits: number;
  /** The files that may be completed in. */
  readonly sources: readonly WorkspaceSource[];
}

/** More than any list of paths, or one file with what `git blame` says of each line. */
const MOST_BYTES = 200_000_000;

/** Those of `sources` that the commits touched. Null where the folder is in no repository, or nothing was committed. */
export async function historySources({
  workspaceFolder: folder,
  commits,
  sources,
}: HistorySourcesOptions): Promise<readonly SampledFile[] | null> {
  const latest = [`--max-count=${commits}`, "--no-merges", "HEAD"];
  const hashes = await git(folder, ["rev-list", ...latest, "--", "."]).catch(() => "");
  if (hashes === "") return null;
  const shown = ["--format=", "--no-show-signature", "--name-only", "--relative", "-z"];
  const names = await git(folder, ["log", ...latest, ...shown, "--", "."]);
  const touched = new Set(names.split("\0"));
  const known = new Set(hashes.trim().split("\n"));
  return sources
    .filter(({ path }) => touched.has(path))
    .map((source) => ({ ...source, read: () => readBlamed(folder, source.path, known) }));
}

/** Null for what is not committed. Without the converters that a repository may name: they are programs. */
async function readBlamed(folder: string, path: string, commits: ReadonlySet<string>): ReturnType<SampledFile["read"]> {
  const blamed = await git(folder, ["blame", "--no-textconv", "--porcelain", "HEAD", "--", path]).catch(() => null);
  if (blamed === null) return null;
  const lines = new Set<number>();
  const text: string[] = [];
  let isLatest = false;
  for (const line of blamed.split("\n")) {
    const commit = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line)?.[1];
    if (commit !== undefined) isLatest = commits.has(commit);
    if (!line.startsWith("\t")) continue;
    if (isLatest) lines.add(text.length);
    text.push(line.slice(1));
  }
  return { text: `${text.join("\n")}\n`, isWanted: (line) => lines.has(line) };
}

async function git(folder: string, args: readonly string[]): Promise<string> {
  const command = ["-C", folder, "-c", "color.ui=false", ...args];
  // What a partial clone left out would be fetched: over the network, by programs that the repository may name.
  const env = { ...process.env, GIT_ALLOW_PROTOCOL: "none" };
  const { stdout } = await promisify(execFile)("git", command, { maxBuffer: MOST_BYTES, env });
  return stdout;
}
