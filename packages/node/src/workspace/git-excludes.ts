/** Files of patterns that git ignores by without their being committed: a repository's own, and the user's for all repositories. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readTextFile } from "../read-text-file.js";

/** More than a path takes. */
const LARGEST_LINK_BYTES = 10_000;
/** More than any settings of git. */
const LARGEST_CONFIG_BYTES = 1_000_000;

/**
 * For the directory that holds `.git`, the weaker one first. Files that are not there are among them. What git includes into its
 * settings from elsewhere (`include.path`) is not looked at.
 */
export async function gitExcludeFiles(directory: string): Promise<readonly string[]> {
  const gitFolder = await gitFolderOf(directory);
  return [await userExcludeFile(gitFolder), join(gitFolder, "info", "exclude")];
}

/** Where a repository's own settings lie; those of a linked worktree or a submodule lie elsewhere. */
async function gitFolderOf(directory: string): Promise<string> {
  const place = join(directory, ".git");
  const link = /^gitdir: (.+)/.exec(await read(place, LARGEST_LINK_BYTES))?.[1]?.trimEnd();
  if (link === undefined) return place;
  const gitFolder = resolve(directory, link);
  return resolve(gitFolder, (await read(join(gitFolder, "commondir"), LARGEST_LINK_BYTES)).trimEnd());
}

/** `core.excludesFile` as git finds it: the repository's setting, the user's, the machine's, or git's usual place. */
async function userExcludeFile(gitFolder: string): Promise<string> {
  const { GIT_CONFIG_GLOBAL, XDG_CONFIG_HOME } = process.env;
  const folder = join(XDG_CONFIG_HOME || join(homedir(), ".config"), "git");
  const ofUser = GIT_CONFIG_GLOBAL ? [GIT_CONFIG_GLOBAL] : [join(homedir(), ".gitconfig"), join(folder, "config")];
  for (const path of [join(gitFolder, "config"), ...ofUser, "/etc/gitconfig"]) {
    const named = excludesFileIn(await read(path, LARGEST_CONFIG_BYTES));
    if (named !== null) return resolve(dirname(gitFolder), named.replace(/^~(?=[\\/])/, homedir()));
  }
  return join(folder, "ignore");
}

/** The last one counts; null where the settings name none. */
function excludesFileIn(config: string): string | null {
  let section = "";
  let found: string | null = null;
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[([^\]]*)\]/.exec(line);
    if (header !== null) section = (header[1] as string).trim().toLowerCase();
    const value = /^\s*excludesfile\s*=\s*(.*)$/i.exec(line.slice(header?.[0].length ?? 0))?.[1];
    if (section === "core" && value !== undefined) found = valueIn(value);
  }
  return found;
}

/** Without a comment behind it, quotes and backslashes. */
function valueIn(text: string): string {
  const parts = text.matchAll(/"((?:\\.|[^"\\])*)"|((?:\\.|[^"#;\\])+)|[#;].*$/g);
  const joined = [...parts].map(([, quoted, plain]) => quoted ?? plain ?? "").join("");
  return joined.replace(/\\(.)/g, "$1").trim();
}

async function read(path: string, largestBytes: number): Promise<string> {
  return readTextFile(path, largestBytes).catch(() => "");
}
