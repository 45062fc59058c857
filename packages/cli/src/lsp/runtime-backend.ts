/** The real backend: the settings of the user and of every workspace folder, and a runtime composed from them. */
import { NearfirstError, type TextDocument } from "@nearfirst/core";
import {
  type ConfigRole,
  declineBy,
  EventStore,
  formatProblem,
  loadConfig,
  type OpenRuntimeOptions,
  openRuntime,
  parseWorkspaceConfig,
  pathForPatterns,
  type Settings,
  tighten,
} from "@nearfirst/node";
import type { LspBackend, OpenBackendOptions } from "./lsp-backend.js";

/** Loads the model. Rejects with a `NearfirstError` where the configuration or the model is wrong. */
export async function openRuntimeBackend({
  folders,
  clientOptions,
  warn,
  log,
}: OpenBackendOptions): Promise<LspBackend> {
  const settings = withClientOptions(await settingsFor(folders, warn), clientOptions, warn);
  return backendFrom(settings, folders, log);
}

/** The backend of effective settings. `options` are the runtime's, where they matter. */
export async function backendFrom(
  settings: Settings,
  folders: readonly string[],
  log: (message: string) => void,
  options: Pick<OpenRuntimeOptions, "configPath" | "unloadAfterMs" | "maxMemoryBytes"> = {},
): Promise<LspBackend> {
  const runtime = await openRuntime({ ...options, settings, workspaceFolders: folders, onNotice: log });
  const { capabilities, workspace } = runtime;
  const statistics = new EventStore({ settings: settings.statistics });
  const declines = declineBy(settings);
  const prepared = new Set<string>();
  return {
    capabilities,
    stopMode: settings.stopMode,
    maxTokens: settings.maxTokens,
    automatic: settings.trigger.automatic,
    delayMs: settings.trigger.delayMs,
    indexed: workspace?.ready ?? Promise.resolve(),
    declines: ({ uri, languageId }) => declines({ languageId, relativePath: pathForPatterns(uri, folders) }),
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

/** The user's settings, tightened by each folder's own. A mistake in a folder's file is told, and its rest counts. */
export async function settingsFor(folders: readonly string[], warn: (message: string) => void): Promise<Settings> {
  let settings: Settings | null = null;
  for (const workspaceFolder of folders.length === 0 ? [null] : folders) {
    const soFar: Settings | null = settings;
    const loaded = await loadConfig({ workspaceFolder, ...(soFar === null ? {} : { override: () => soFar }) });
    const mistakes = (role: ConfigRole) => loaded.problems.filter((each) => each.role === role).map(formatProblem);
    const own = mistakes("user");
    // A key of the user's that cannot be read may be the one that keeps a file private.
    if (own.length > 0)
      throw new NearfirstError({
        code: "config-invalid",
        message: `Nearfirst's configuration has mistakes. Correct them; it is read again soon after.\n${own.join("\n")}`,
      });
    for (const mistake of mistakes("workspace")) warn(mistake);
    settings = loaded.settings;
  }
  return settings as Settings;
}

/**
 * `initializationOptions` may take away what a workspace may, and set `trigger.delayMs`: how long to wait is a matter
 * of the editor. An option with a mistake is left out, the others count, and the developer is told.
 */
export function withClientOptions(settings: Settings, options: unknown, warn: (message: string) => void): Settings {
  if (options === undefined || options === null) return settings;
  const { delayMs, rest } = takeDelay(options);
  const isDelay = typeof delayMs === "number" && Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= 5_000;
  if (delayMs !== undefined && !isDelay)
    warn("Nearfirst: initializationOptions.trigger.delayMs must be a whole number from 0 to 5000; it is not used.");
  const parsed = parseWorkspaceConfig(JSON.stringify(rest), "initializationOptions");
  for (const { message } of parsed.problems) warn(`Nearfirst: initializationOptions: ${message}`);
  const tightened = tighten(settings, parsed.value);
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
