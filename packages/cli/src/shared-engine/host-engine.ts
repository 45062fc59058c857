/** The models of a daemon: for itself, and for the language servers that join it. */
import type { OpenEditorModel } from "../lsp/runtime-backend.js";
import { NEARFIRST_VERSION } from "../version.js";
import { EnginePool, type EnginePoolOptions } from "./engine-pool.js";
import { EngineServer, type EngineServerOptions } from "./engine-server.js";
import { openPooledModel, openSharedModel } from "./open-editor-model.js";
import { engineSocketPath } from "./socket-path.js";

export interface HostEngineOptions
  extends EnginePoolOptions,
    Pick<EngineServerOptions, "retires" | "idleMs" | "onIdle"> {}

export interface HostedEngine {
  /** False where another process of this user is the daemon already; then models are its. */
  readonly isHost: boolean;
  readonly openModel: OpenEditorModel;
  readonly close: () => Promise<void>;
}

/** Rejects where the socket's folder cannot be used. */
export async function hostEngine({ retires, idleMs, onIdle, ...limits }: HostEngineOptions): Promise<HostedEngine> {
  const pool = new EnginePool(limits);
  const server = await EngineServer.listen({
    pool,
    path: await engineSocketPath(),
    version: NEARFIRST_VERSION,
    retires,
    ...(idleMs === undefined ? {} : { idleMs }),
    ...(onIdle === undefined ? {} : { onIdle }),
  });
  if (server === null) return { isHost: false, openModel: openSharedModel, close: async () => undefined };
  return {
    isHost: true,
    openModel: openPooledModel(pool),
    async close() {
      await server.close();
      await pool.close();
    },
  };
}
