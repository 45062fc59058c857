/** Composes the product from settings: both models, the workspace index, the routing policy, the syntax gate. */
import { availableParallelism } from "node:os";
import {
  alwaysLocal,
  type Capabilities,
  identityOf,
  type LocalModel,
  type ModelProfile,
  NearfirstError,
  policyNamed,
  type Retriever,
  type RoutingPolicy,
} from "@nearfirst/core";
import { calibratedPolicy } from "./calibration/calibrated-policy.js";
import { calibrationPath, readCalibration } from "./calibration/stored-calibration.js";
import { userConfigPath } from "./config/load-config.js";
import type { Settings } from "./config/settings.js";
import { LlamaModel, type LlamaModelOptions } from "./llama/llama-model.js";
import { profileOf } from "./llama/profile.js";
import { findModel } from "./models/installed-models.js";
import { openLargeTier, type RuntimeLarge } from "./open-large-tier.js";
import { openWorkspace, type RuntimeWorkspace } from "./open-workspace.js";
import { SYNTAX_LIMIT_MS, WorkerSyntaxParser } from "./syntax/worker-syntax-parser.js";
import { systemClock } from "./system-clock.js";

/**
 * Half of the hardware threads, which is one a core on most machines, at most 8: the model's threads wait for each other,
 * so that taking all of them makes every token wait for whatever else runs.
 */
function autoThreads(): number {
  return Math.max(1, Math.min(8, Math.floor(availableParallelism() / 2)));
}

export interface OpenRuntimeOptions {
  /** The effective settings: the user's, tightened by the workspace's. */
  readonly settings: Settings;
  /** Absolute paths of the folders to take context from; none means no retrieval. */
  readonly workspaceFolders: readonly string[];
  /** The user's configuration, beside which a calibration lies; by default where it usually is. */
  readonly configPath?: string;
  /** `off` where the process ends after one request: changes of files are not followed. Default: `on`. */
  readonly watch?: "on" | "off";
  /** Gets what the developer should know of the workspace index, in sentences, each once. */
  readonly onNotice?: (notice: string) => void;
  /** With calls waiting, an engine that says nothing for this long is ended as hung; for machines that have no time for it. */
  readonly silenceLimitMs?: number;
  /** An engine that was asked nothing for so long is ended until it is needed again; by default never. */
  readonly unloadAfterMs?: number;
  /** One that has grown beyond it is ended between two questions, and starts anew with the next; by default there is no limit. */
  readonly maxMemoryBytes?: number;
}

/** Loads a model as the settings want it. */
export type OpenModel<Model extends RuntimeModel> = (options: LlamaModelOptions) => Promise<Model>;

export interface RuntimeModel extends LocalModel {
  close(): void;
}

export interface Runtime<Model extends RuntimeModel = LlamaModel> {
  readonly capabilities: Capabilities;
  /** Null where retrieval is off or there is no workspace folder. */
  readonly workspace: RuntimeWorkspace | null;
  readonly model: Model;
  /** Null where the user configured none: then nothing leaves the machine. */
  readonly large: RuntimeLarge | null;
  readonly settings: Settings;
  /** Loads what checks the syntax of a language, so that the first suggestion in it is checked too. Never rejects. */
  prepareLanguage(languageId: string): Promise<void>;
  /** Ends the engine process, the index, the syntax worker and all connections. */
  close(): Promise<void>;
}

/**
 * Loads the model while the workspace is indexed. Resolves when the model is ready; the index may still be reading
 * (`workspace.ready`). Rejects with a `NearfirstError` that says what to do, and leaves nothing running.
 */
export function openRuntime(options: OpenRuntimeOptions): Promise<Runtime> {
  return openRuntimeWith((model) => LlamaModel.load(model), options);
}

/** The same with a model that runs elsewhere, such as in a process that others use too. */
export async function openRuntimeWith<Model extends RuntimeModel>(
  openModel: OpenModel<Model>,
  options: OpenRuntimeOptions,
): Promise<Runtime<Model>> {
  const { settings, workspaceFolders: folders } = options;
  const large = await openLargeTier({ settings, folders });
  const workspace = workspaceOf(options);
  const parser = new WorkerSyntaxParser();
  const closeOthers = async () => {
    await Promise.all([workspace?.close(), large?.close(), parser.close()]);
  };
  try {
    const model = await openModel(await modelOptionsOf(options));
    return {
      capabilities: {
        clock: systemClock,
        model,
        retriever: workspace ?? emptyRetriever,
        policy: large === null ? alwaysLocal : await policyFor({ ...options, model, large }),
        large,
        syntax: { parser, limitMs: SYNTAX_LIMIT_MS },
      },
      workspace,
      model,
      large,
      settings,
      prepareLanguage: (languageId) => parser.prepare(languageId),
      async close() {
        model.close();
        await closeOthers();
      },
    };
  } catch (thrown) {
    await closeOthers();
    throw thrown;
  }
}

interface Tiers extends OpenRuntimeOptions {
  readonly model: LocalModel;
  readonly large: RuntimeLarge;
}

/** The policy of the settings, at the threshold that was found for these two models, where there is one. */
async function policyFor({ settings, configPath, onNotice, model, large }: Tiers): Promise<RoutingPolicy> {
  const { policy, threshold } = settings.routing;
  if (threshold !== "auto") return policyNamed(policy, threshold);
  try {
    const calibration = await readCalibration(calibrationPath(configPath ?? userConfigPath()));
    const models = { localIdentity: identityOf(model.profile), largeName: large.model.name };
    return calibration === null ? policyNamed(policy) : calibratedPolicy(policy, calibration, models);
  } catch (thrown) {
    onNotice?.(NearfirstError.from(thrown).message);
    return policyNamed(policy);
  }
}

/** Starts indexing; null where there is nothing to index. */
function workspaceOf(options: OpenRuntimeOptions): RuntimeWorkspace | null {
  const { settings, workspaceFolders: folders, watch = "on", onNotice } = options;
  if (!settings.retrieval.enabled || folders.length === 0) return null;
  return openWorkspace({ folders, settings, watch, onNotice });
}

const emptyRetriever: Retriever = { revision: 0, search: async () => [] };

async function modelOptionsOf({ settings, ...limits }: OpenRuntimeOptions): Promise<LlamaModelOptions> {
  const { path, card, name } = await findModel(settings.model);
  const { contextTokens, sequences, gpu } = settings;
  return {
    modelPath: path,
    contextTokens,
    sequences,
    threads: settings.threads === "auto" ? autoThreads() : settings.threads,
    gpu,
    profileOf: (info) => withModelSettings(profileOf(info, card, contextTokens), settings.models[name]),
    ...(limits.silenceLimitMs === undefined ? {} : { silenceLimitMs: limits.silenceLimitMs }),
    ...(limits.unloadAfterMs === undefined ? {} : { unloadAfterMs: limits.unloadAfterMs }),
    ...(limits.maxMemoryBytes === undefined ? {} : { maxMemoryBytes: limits.maxMemoryBytes }),
  };
}

/** The profile with the user's settings for this model. In chat mode they count for nothing. */
export function withModelSettings(profile: ModelProfile, own: Settings["models"][string] = {}): ModelProfile {
  const { tokenHealing = profile.tokenHealing, draftWeight = profile.draftWeight } = own;
  if (profile.mode === "chat") return profile;
  return { ...profile, tokenHealing, draftWeight };
}
