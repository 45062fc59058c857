/** Which files' text may leave: `privacy.localOnly` of the settings, the ignore files, and what is kept in any case. */
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type FileFacts, type KeepReason, languageOfPath, type ReleasePolicy } from "@nearfirst/core";
import ignore, { type Ignore } from "ignore";
import { composed, pathsToTest } from "../config/decline.js";
import type { Settings } from "../config/settings.js";
import { isAlwaysIgnored } from "../workspace/always-ignored.js";
import { pathOfUri } from "../workspace/file-uri.js";
import { IgnoreRules } from "../workspace/ignore-rules.js";
import { isWithin, realPathOf, WorkspaceFolders } from "../workspace/workspace-folders.js";

export interface WorkspacePolicyOptions {
  /** Absolute paths of the workspace's folders. */
  readonly folders: readonly string[];
  /** The effective settings: the user's, tightened by the workspace's. */
  readonly settings: Settings;
}

/** Ignore files are read anew when what is known of them is older: a change counts from then on. */
const RULES_LAST_MS = 1_000;

export function workspacePolicy({ folders, settings }: WorkspacePolicyOptions): ReleasePolicy {
  const { everything, paths, languages, workspaces } = settings.privacy.localOnly;
  const localOnly = ignore().add(paths.map(composed));
  const ignored = ignore().add(settings.ignore.map(composed));
  const keptLanguages = new Set(languages.map((each) => each.toLowerCase()));
  const keptFolders = workspaces.map((path) => resolve(path.replace(/^~(?=$|[\\/])/, homedir())));
  let known: { readonly opened: Promise<WorkspaceFolders>; readonly atMs: number } | null = null;
  const opened = () => {
    if (known === null || performance.now() - known.atMs > RULES_LAST_MS)
      known = { opened: WorkspaceFolders.open(folders, settings.ignore), atMs: performance.now() };
    return known.opened;
  };

  return {
    async reasonToKeep(file, signal): Promise<KeepReason | null> {
      if (everything) return "local-only-workspace";
      // An editor may know the file's language by another name, or not at all.
      const byPath = languageOfPath(file.path);
      const names = byPath === "plaintext" ? [file.languageId] : [file.languageId, byPath];
      if (names.some((name) => keptLanguages.has(name.toLowerCase()))) return "local-only-language";
      const workspace = await opened();
      signal.throwIfAborted();
      const places = placesOf(file, workspace);
      if (places === "unknown" || isAlwaysIgnored(basename(file.path), { isDirectory: false })) return "ignored-file";
      const keptRoots = [...keptFolders, ...(await Promise.all(keptFolders.map(realPathOf)))];
      const isKept = (path: string) => keptRoots.some((root) => root !== null && isWithin(root, path));
      if ([...folders, ...workspace.all.map(({ root }) => root), ...places].some(isKept)) return "local-only-workspace";
      if (isNamed(localOnly, file.path)) return "local-only-path";
      if (isNamed(ignored, file.path)) return "ignored-file";
      for (const path of places) {
        const reason = await reasonOfPath(path, workspace, { localOnly, ignored });
        if (reason !== null) return reason;
      }
      signal.throwIfAborted();
      return null;
    },
  };
}

/**
 * Where a file lies; nowhere for a text that was never saved. What is no `file:` may still name one: a notebook's cell, a
 * file's earlier state, a new file with its place. A snippet has its path in the workspace alone: with several
 * folders that begins with a folder's name, and more than one may have it. `unknown`: it came from no folder that is there.
 */
function placesOf({ uri, path }: FileFacts, workspace: WorkspaceFolders): readonly string[] | "unknown" {
  if (uri !== null) {
    const place = pathOfUri(uri) ?? pathNamedBy(uri);
    return place === null ? [] : [place];
  }
  const inFolder = path.split("/").join(sep);
  const [only, ...others] = workspace.all;
  if (only !== undefined && others.length === 0) return [join(only.root, inFolder)];
  const [name = "", ...rest] = path.split("/");
  const places = workspace.all
    .filter(({ root }) => basename(root) === name)
    .map(({ root }) => join(root, rest.join(sep)));
  return places.length === 0 ? "unknown" : places;
}

/** The absolute path that a URI of another scheme holds, as `untitled:/work/.env` does, or one of none; else null. */
function pathNamedBy(uri: string): string | null {
  const path = /^(?:[^:/?#]+:)?(?:\/\/[^/?#]*)?(\/[^?#]*)/.exec(uri)?.[1];
  return path === undefined ? null : pathOfUri(`file://${path}`);
}

interface Patterns {
  readonly localOnly: Ignore;
  readonly ignored: Ignore;
}

/** Of the path as it was named and of the file that it leads to, either may be kept. */
async function reasonOfPath(path: string, workspace: WorkspaceFolders, patterns: Patterns): Promise<KeepReason | null> {
  const real = (await realPathOf(path)) ?? (await realPathOfNewFile(path));
  for (const each of new Set([path, real])) {
    const folder = workspace.folderOf(each);
    const inWorkspace = folder === null ? each : relative(folder.root, each).split(sep).join("/");
    if (isNamed(patterns.localOnly, inWorkspace)) return "local-only-path";
    if (isNamed(patterns.ignored, inWorkspace)) return "ignored-file";
    if (folder === null && isAlwaysKept(each)) return "ignored-file";
    const rules = folder?.rules ?? (await IgnoreRules.of(dirname(each)));
    await rules.loadFor(each);
    if (rules.isIgnored(each, { isDirectory: false })) return "ignored-file";
  }
  return null;
}

async function realPathOfNewFile(path: string): Promise<string> {
  const directory = await realPathOf(dirname(path));
  return directory === null ? path : join(directory, basename(path));
}

function isNamed(patterns: Ignore, path: string): boolean {
  return pathsToTest(path).some((each) => patterns.ignores(each));
}

/** Outside of all folders every step of the path counts: a file of `.ssh` is one wherever it was opened from. */
function isAlwaysKept(path: string): boolean {
  const steps = path.split(/[\\/]/).filter((step) => step !== "");
  return steps.some((name, at) => isAlwaysIgnored(name, { isDirectory: at < steps.length - 1 }));
}
