/** The three ways to a model: the daemon's, one of this process alone, and inside the daemon itself. */
import { LlamaModel } from "@nearfirst/node";
import type { OpenEditorModel } from "../lsp/runtime-backend.js";
import { NEARFIRST_VERSION } from "../version.js";
import type { EnginePool } from "./engine-pool.js";
import { joinDaemon } from "./join-daemon.js";
import { SharedModel } from "./shared-model.js";
import { engineSocketPath } from "./socket-path.js";
import { startDaemon } from "./start-daemon.js";

/** In this user's daemon, which is started where there is none. */
export const openSharedModel: OpenEditorModel = (options, log) =>
  SharedModel.open({
    ...options,
    log,
    join: async () => joinDaemon({ path: await engineSocketPath(), version: NEARFIRST_VERSION, start: startDaemon }),
  });

/** In a process of its own, which nobody else uses. */
export const openOwnModel: OpenEditorModel = async (options) =>
  Object.assign(await LlamaModel.load(options), { kind: "own" as const });

/** In this process, which is the daemon. */
export function openPooledModel(pool: EnginePool): OpenEditorModel {
  return async (options) => ({ ...(await pool.openModel(options)), kind: "shared" });
}
