/** The daemon's socket in this process, for tests. It serves real engines. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { EnginePool } from "../../packages/cli/src/shared-engine/engine-pool.js";
import { EngineServer, type EngineServerOptions } from "../../packages/cli/src/shared-engine/engine-server.js";

/** For what another process does in its own time. */
export const POLLED = { timeout: 20_000 };

/** A place for a socket, gone with the test. */
export function socketPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "nearfirst-socket-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "own", "engine.sock");
}

/** Ends with the test. Null where another listens at the path. */
export async function serveEngine(path: string, options: Partial<EngineServerOptions> = {}) {
  const pool = new EnginePool({ keepMs: 0 });
  const server = await EngineServer.listen({ pool, path, version: "1.2.3", retires: "when-unused", ...options });
  if (server === null) return null;
  const close = async () => {
    await server.close();
    await pool.close();
  };
  onTestFinished(close);
  return { server, pool, close };
}
