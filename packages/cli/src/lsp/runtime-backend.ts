/** The real backend: the settings of the user and of every workspace folder, and a runtime composed from them. */
import { NearfirstError, type TextDocument } from "@nearfirst/core";
import {
  type ConfigRole,
  declineBy,
  EventStore,
  folderOfUri,
  formatProblem,
  type LlamaModelOptions,
  loadConfig,
  type OpenRuntimeOptions,
  openRuntimeWith,
  parseWorkspaceConfig,
  pathForPatterns,
  type RuntimeModel,
  type Settings,
  tighten,
} from "@nearfirst/node";
import type { LspBackend, OpenBackendOptions } from "./lsp-backend.js";

/** Opens a model, and says afterwards where it runs. `log` gets what the developer need not be interrupted for. */
export type OpenEditorModel = (options: LlamaModelOptions, log: (message: string) => void) => Promise<EditorModel>;

export interface EditorModel extends RuntimeModel {
  /** `shared`: in the daemon. */
  readonly kind: "shared" | "own";
}

/** Loads the model. Rejects with a `NearfirstError` where the configuration or the model is wrong. */
export async function openRuntimeBackend(
  openModel: OpenEditorModel,
  { folders, clientOptions, warn, log }: OpenBackendOptions,
): Promise<LspBackend> {
  const { all, own } = await settingsFor(folders, warn);
  const settings = withClientOptions(all, clientOptions, warn);
  // What is wrong with the options was told just now.
  const ownSettings = new Map([...own].map(([folder, each]) => [folder, withClientOptions(each, clientOptions)]));
  return backendFrom(openModel, { settings, ownSettings, workspaceFolders: folders, onNotice: log });
}

export interface BackendOptions extends OpenRuntimeOptions {
  readonly onNotice: (notice: string) => void;
  /** Of each folder alone; a file is declined by those of the innermost that holds it. Default: `settings` for all. */
  readonly ownSettings?: ReadonlyMap<string, Settings>;
}

/** The backend of effective settings. */
export async function backendFrom(openModel: OpenEditorModel, options: BackendOptions): Promise<LspBackend> {
  const { settings, ownSettings = new Map(), workspaceFolders: folders, onNotice: log } = options;
  const runtime = await openRuntimeWith((model) => openModel(model, log), options);
  const { capabilities, large, model, workspace } = runtime;
  const statistics = new EventStore({ settings: settings.statistics });
  const declines = declineBy(settings);
  const ownDeclines = new Map([...ownSettings].map(([folder, own]) => [folder, declineBy(own)]));
  const prepared = new Set<string>();
  return {
    capabilities,
    modelName: settings.model,
    engine: () => model.kind,
    large() {
      if (large === null) return null;
      const { isFailing, lastFault } = large.status();
      return { name: large.model.name, isDown: isFailing, lastFault };
    },
    stopMode: settings.stopMode,
    maxTokens: settings.maxTokens,
    automatic: settings.trigger.automatic,
    inComments: settings.trigger.inComments,
    delayMs: settings.trigger.delayMs,
    indexed: workspace?.ready ?? Promise.resolve(),
    declines({ uri, languageId }) {
      const own = ownDeclines.get(folderOfUri(uri, folders) ?? "") ?? declines;
      return own({ languageId, relativePath: pathForPatterns(uri, folders) });
    },
    setOpenDocument(document: TextDocument) {
      workspace?.setOpenDocument(document);
      if (prepared.has(document.languageId)) return;
      prepared.add(document.languageId);
      void runtime.prepareLanguage(document.languageId);
    },
    closeDocument: (uri) => workspace?.closeDocument(uri),
    record: (event) => statistics.record(event),
    async close() {
      await Promise.all([runtime.close(), statistics.close()]);
    },
  };
}

export interface FolderSettings {
  /** The user's, tightened by every folder: what is read and what leaves is about all of them at once. */
  readonly all: Settings;
  /** The user's, tightened by one folder. */
  readonly own: ReadonlyMap<string, Settings>;
}

/** A mistake in a folder's file is told, and its rest counts; nothing is sent to a large model until it is corrected. */
export async function settingsFor(
  folders: readonly string[],
  warn: (message: string) => void,
): Promise<FolderSettings> {
  let all: Settings | null = null;
  const own = new Map<string, Settings>();
  for (const workspaceFolder of folders.length === 0 ? [null] : folders) {
    const soFar: Settings | null = all;
    const loaded = await loadConfig({ workspaceFolder, ...(soFar === null ? {} : { override: () => soFar }) });
    const mistakes = (role: ConfigRole) => loaded.problems.filter((each) => each.role === role).map(formatProblem);
    const users = mistakes("user");
    // A key of the user's that cannot be read may be the one that keeps a file private.
    if (users.length > 0)
      throw new NearfirstError({
        code: "config-invalid",
        message: `Nearfirst's configuration has mistakes. Correct them; it is read again soon after.\n${users.join("\n")}`,
      });
    for (const mistake of mistakes("workspace")) warn(mistake);
    all = loaded.settings;
    if (workspaceFolder !== null)
      own.set(workspaceFolder, soFar === null ? all : (await loadConfig({ workspaceFolder })).settings);
  }
  return { all: all as Settings, own };
}

/**
 * `initializationOptions` may take away what a workspace may, and set `trigger.delayMs`: how long to wait is a matter
 * of the editor. An option with a mistake is left out, the others count, and the developer is told; as in a workspace's file
 * it may be the one that keeps code on this machine, so that nothing is sent to a large model then.
 */
export function withClientOptions(
  settings: Settings,
  options: unknown,
  warn: (message: string) => void = () => undefined,
): Settings {
  if (options === undefined || options === null) return settings;
  const { delayMs, rest } = takeDelay(options);
  const isDelay = typeof delayMs === "number" && Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= 5_000;
  if (delayMs !== undefined && !isDelay)
    warn("Nearfirst: initializationOptions.trigger.delayMs must be a whole number from 0 to 5000; it is not used.");
  const parsed = parseWorkspaceConfig(JSON.stringify(rest), "initializationOptions");
  const hasMistake = parsed.problems.length > 0;
  const { enabled, url } = settings.large;
  const consequence = enabled && url !== "" ? " Until it is corrected, nothing is sent to a large model." : "";
  for (const { message } of parsed.problems) warn(`Nearfirst: initializationOptions: ${message}${consequence}`);
  const tightened = tighten(settings, hasMistake ? { ...parsed.value, large: false } : parsed.value);
  return isDelay ? { ...tightened, trigger: { ...tightened.trigger, delayMs } } : tightened;
}

/** `trigger.delayMs`, and the options without it. */
function takeDelay(options: unknown): { delayMs: unknown; rest: unknown } {
  if (!isObject(options) || !isObject(options["trigger"])) return { delayMs: undefined, rest: options };
  const { delayMs, ...trigger } = options["trigger"];
  return { delayMs, rest: { ...options, trigger } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
