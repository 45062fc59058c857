/** Finds and reads the configuration: the user's file, then the workspace's, which may only take away. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isModelPath } from "../models/installed-models.js";
import { readTextFile } from "../read-text-file.js";
import { type ConfigProblem, type ConfigRole, parseUserConfig, parseWorkspaceConfig } from "./parse-config.js";
import type { Settings, WorkspaceSettings } from "./settings.js";
import { tighten } from "./tighten.js";

/** Name of a workspace's own configuration, in the workspace's folder. */
export const WORKSPACE_CONFIG = ".nearfirst.json";

/** More than any configuration needs. */
const LARGEST_FILE_BYTES = 1_000_000;

export interface LoadConfigOptions {
  /** Folder of the workspace; null for none. */
  readonly workspaceFolder: string | null;
  /** The user's file, where another than the usual one is meant. */
  readonly configPath?: string;
  /** Settings that were asked for by the user elsewhere (command line, editor): they count as the user's. */
  readonly override?: (settings: Settings) => Settings;
  readonly env?: NodeJS.ProcessEnv;
}

export interface ConfigFile {
  readonly role: ConfigRole;
  readonly path: string;
  readonly isPresent: boolean;
}

export interface LoadedConfig {
  /**
   * The effective settings. A key with a problem has its default; so with a problem in the user's file, refuse to go on:
   * the key may be the one that keeps a file private. With one in the workspace's file `large.enabled` is false.
   */
  readonly settings: Settings;
  /** Dotted key to the place its value comes from; keys that are not here have their defaults. */
  readonly origins: Readonly<Record<string, ConfigRole | "override">>;
  readonly files: readonly ConfigFile[];
  readonly problems: readonly ConfigProblem[];
}

/** Where the user's configuration lies: `NEARFIRST_CONFIG`, else in the platform's folder for configuration. */
export function userConfigPath(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const named = env["NEARFIRST_CONFIG"];
  if (named) return resolve(named);
  const appData = platform === "win32" ? env["APPDATA"] : undefined;
  return join(env["XDG_CONFIG_HOME"] || appData || join(homedir(), ".config"), "nearfirst", "config.json");
}

/** Never rejects for what stands in a file: `problems` says it. */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { workspaceFolder, override, env = process.env } = options;
  const isNamed = options.configPath !== undefined || Boolean(env["NEARFIRST_CONFIG"]);
  const userPath = options.configPath === undefined ? userConfigPath(env) : resolve(options.configPath);
  const userFile = await readConfig(userPath, "user", isNamed);
  const user = parseUserConfig(userFile.text, userPath);
  const { model, large, download } = user.value;
  const own = {
    ...user.value,
    model: modelFrom(model, userPath),
    large: { ...large, keyFile: fileFrom(large.keyFile, userPath), ca: fileFrom(large.ca, userPath) },
    download: { ...download, ca: fileFrom(download.ca, userPath) },
  };
  const asked = override === undefined ? own : override(own);

  const files: ConfigFile[] = [{ role: "user", path: userPath, isPresent: userFile.isPresent }];
  const problems = [...userFile.problems, ...user.problems];
  let settings = asked;
  if (workspaceFolder !== null) {
    const { path, isPresent, mistakes, value } = await readWorkspaceConfig(workspaceFolder);
    settings = tighten(asked, value);
    files.push({ role: "workspace", path, isPresent });
    problems.push(...(asked.large.enabled && asked.large.url !== "" ? mistakes.map(withConsequence) : mistakes));
  }

  const origins: Record<string, ConfigRole | "override"> = {};
  for (const key of user.keys) origins[key] = "user";
  for (const key of changedKeys(own, asked)) origins[key] = "override";
  for (const key of changedKeys(asked, settings)) origins[key] = "workspace";
  return { settings, origins, files, problems };
}

/** `FILE:LINE:COLUMN: what is wrong`. */
export function formatProblem({ file, line, column, message }: ConfigProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`;
}

export interface WorkspaceConfig {
  readonly path: string;
  readonly isPresent: boolean;
  /** With a mistake in the file, `large` is false. */
  readonly value: WorkspaceSettings;
  readonly mistakes: readonly ConfigProblem[];
}

/** What a folder's own file says; nothing where there is none. Never rejects. */
export async function readWorkspaceConfig(folder: string): Promise<WorkspaceConfig> {
  const path = join(folder, WORKSPACE_CONFIG);
  const { text, isPresent, problems } = await readConfig(path, "workspace", false);
  const parsed = parseWorkspaceConfig(text, path);
  const mistakes = [...problems, ...parsed.problems];
  return { path, isPresent, value: mistakes.length === 0 ? parsed.value : nothingLeaves(parsed.value), mistakes };
}

/** What a workspace's file says with a mistake in it: what is wrong may be what was to keep its code on this machine. */
function nothingLeaves(workspace: WorkspaceSettings): WorkspaceSettings {
  return { ...workspace, large: false };
}

function withConsequence(mistake: ConfigProblem): ConfigProblem {
  const { message } = mistake;
  return { ...mistake, message: `${message} Until it is corrected, nothing is sent to a large model from here.` };
}

/** A relative path in the file is meant from the file's folder. */
function modelFrom(model: string, configPath: string): string {
  return isModelPath(model) && !model.startsWith("~") ? resolve(dirname(configPath), model) : model;
}

function fileFrom(path: string, configPath: string): string {
  return path === "" ? "" : resolve(dirname(configPath), path.replace(/^~(?=$|[\\/])/, homedir()));
}

interface ReadConfig {
  readonly text: string;
  readonly isPresent: boolean;
  readonly problems: readonly ConfigProblem[];
}

async function readConfig(path: string, role: ConfigRole, mustExist: boolean): Promise<ReadConfig> {
  const failed = (message: string): ReadConfig => ({
    text: "",
    isPresent: true,
    problems: [{ role, file: path, line: 0, column: 0, key: null, message }],
  });
  try {
    return { text: await readTextFile(path, LARGEST_FILE_BYTES), isPresent: true, problems: [] };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : null;
    if ((code === "ENOENT" || code === "ENOTDIR") && !mustExist) return { text: "", isPresent: false, problems: [] };
    if (code === "ENOENT" || code === "ENOTDIR") return { ...failed("There is no such file."), isPresent: false };
    return failed(REASONS[String(code)] ?? `It cannot be read (${code ?? "unknown error"}).`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: "This is a folder, not a file.",
  ENOTFILE: "This is a pipe or a device, not a file.",
  EFBIG: "The file is too large for a configuration.",
};

/** Dotted keys whose values differ. */
function changedKeys(before: unknown, after: unknown, prefix = ""): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isObject(before) || !isObject(after)) return [prefix];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changedKeys(before[key], after[key], prefix === "" ? key : `${prefix}.${key}`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
