/** Which files' text may leave: the settings, those of folders that a file lies in, ignore files, and what is kept in any case. */
import { homedir } from "node:os";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type FileFacts, type KeepReason, languageOfPath, type ReleasePolicy } from "@nearfirst/core";
import ignore, { type Ignore } from "ignore";
import { composed, pathsToTest } from "../config/decline.js";
import type { Settings } from "../config/settings.js";
import { isAlwaysIgnored, isInSecretDirectory } from "../workspace/always-ignored.js";
import { pathOfUri } from "../workspace/file-uri.js";
import { IgnoreRules } from "../workspace/ignore-rules.js";
import { isWithin, realPathOf, WorkspaceFolders } from "../workspace/workspace-folders.js";
import { FolderSettings } from "./folder-settings.js";

export interface WorkspacePolicyOptions {
  /** Absolute paths of the workspace's folders. */
  readonly folders: readonly string[];
  /** The effective settings: the user's, tightened by the workspace's. */
  readonly settings: Settings;
}

/** What lies in folders is read anew when what is known of it is older: a change counts from then on. */
const RULES_LAST_MS = 1_000;

interface Rules {
  readonly opened: Promise<WorkspaceFolders>;
  readonly folderSettings: FolderSettings;
  readonly atMs: number;
}

export function workspacePolicy({ folders, settings }: WorkspacePolicyOptions): ReleasePolicy {
  const { everything, paths, languages, workspaces } = settings.privacy.localOnly;
  const localOnly = ignore().add(paths.map(composed));
  const ignored = ignore().add(settings.ignore.map(composed));
  const keptLanguages = new Set(languages.map((each) => each.toLowerCase()));
  const keptFolders = workspaces.map((path) => resolve(path.replace(/^~(?=$|[\\/])/, homedir())));
  let known: Rules | null = null;
  const rules = (): Rules => {
    if (known === null || performance.now() - known.atMs > RULES_LAST_MS)
      known = {
        opened: WorkspaceFolders.open(folders, settings.ignore),
        folderSettings: new FolderSettings(),
        atMs: performance.now(),
      };
    return known;
  };

  return {
    async reasonToKeep(file, signal): Promise<KeepReason | null> {
      if (everything) return "local-only-workspace";
      const { opened, folderSettings } = rules();
      const workspace = await opened;
      signal.throwIfAborted();
      const named = placesOf(file, workspace);
      if (named === "unknown" || isAlwaysIgnored(basename(file.path), { isDirectory: false })) return "ignored-file";
      // Of a path as it was named and of the file that it leads to, either may be kept.
      const places = [...new Set([...named, ...(await Promise.all(named.map(realPlaceOf)))])];
      const names = languagesOf(file, places);
      if (names.some((name) => keptLanguages.has(name.toLowerCase()))) return "local-only-language";
      const keptRoots = [...keptFolders, ...(await Promise.all(keptFolders.map(realPathOf)))];
      const isKept = (path: string) => keptRoots.some((root) => root !== null && isWithin(root, path));
      if ([...folders, ...workspace.all.map(({ root }) => root), ...places].some(isKept)) return "local-only-workspace";
      if (isNamed(localOnly, file.path)) return "local-only-path";
      if (isNamed(ignored, file.path)) return "ignored-file";
      // A text that was never saved may come to lie in any of the folders.
      const newPlaces = workspace.all.map(({ root }) => join(root, basename(file.path)));
      for (const path of places.length === 0 ? newPlaces : places) {
        const reason = await folderSettings.reasonToKeep({ path, languages: names });
        if (reason !== null) return reason;
      }
      for (const path of places) {
        const reason = await reasonOfPath(path, workspace, { localOnly, ignored });
        if (reason !== null) return reason;
      }
      signal.throwIfAborted();
      return null;
    },
  };
}

/** An editor may know the file's language by another name, or not at all; we know few: many are called as their files end. */
function languagesOf({ path, languageId }: FileFacts, places: readonly string[]): readonly string[] {
  const byPath = [path, ...places].map((each) => {
    const known = languageOfPath(each);
    return known === "plaintext" ? extname(each).slice(1) : known;
  });
  return [languageId, ...byPath];
}

/**
 * Where a file lies; nowhere for a text that was never saved. A snippet has its path in the workspace alone: with several
 * folders that begins with a folder's name, and more than one may have it. `unknown`: what its name says cannot be read, or
 * it came from no folder that is there.
 */
function placesOf({ uri, path }: FileFacts, workspace: WorkspaceFolders): readonly string[] | "unknown" {
  if (uri !== null) return placeOfUri(uri);
  if (!isPathInFolder(path)) return "unknown";
  const inFolder = path.split("/").join(sep);
  const [only, ...others] = workspace.all;
  if (only !== undefined && others.length === 0) return [join(only.root, inFolder)];
  const [name = "", ...rest] = path.split("/");
  const places = workspace.all
    .filter(({ root }) => basename(root) === name)
    .map(({ root }) => join(root, rest.join(sep)));
  return places.length === 0 ? "unknown" : places;
}

/** False for an absolute path, an address, and one that leads out or to the folder itself. */
function isPathInFolder(path: string): boolean {
  if (isAbsolute(path) || /^[a-z][\w+.-]*:/i.test(path)) return false;
  return path !== "" && path.split(/[\\/]/).every((step) => step !== ".." && step !== ".");
}

/**
 * What is no `file:` may still name one: a notebook's cell, a file's earlier state, a new file with its place, as
 * `untitled:/work/.env` does, an archive's member, or a path alone.
 */
function placeOfUri(uri: string): readonly string[] | "unknown" {
  const place = pathOfUri(uri);
  if (place !== null) return [place];
  const path = /^(?:[^:/?#]+:)*(?:\/\/[^/?#]*)?(\/[^?#]*)/.exec(uri)?.[1];
  if (path === undefined) return /^file:/i.test(uri) ? "unknown" : [];
  const named = pathOfUri(`file://${path}`);
  return named === null ? "unknown" : [named];
}

interface Patterns {
  readonly localOnly: Ignore;
  readonly ignored: Ignore;
}

async function reasonOfPath(path: string, workspace: WorkspaceFolders, patterns: Patterns): Promise<KeepReason | null> {
  const folder = workspace.folderOf(path);
  const inWorkspace = folder === null ? path : relative(folder.root, path).split(sep).join("/");
  if (isNamed(patterns.localOnly, inWorkspace)) return "local-only-path";
  if (isNamed(patterns.ignored, inWorkspace)) return "ignored-file";
  if (isInSecretDirectory(path) || (folder === null && isAlwaysKept(path))) return "ignored-file";
  const rules = folder?.rules ?? (await IgnoreRules.of(dirname(path)));
  await rules.loadFor(path);
  return rules.isIgnored(path, { isDirectory: false }) ? "ignored-file" : null;
}

/** The file that a path leads to; of one that is not there yet, by the folder that it is to lie in. */
async function realPlaceOf(path: string): Promise<string> {
  const real = await realPathOf(path);
  if (real !== null) return real;
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
