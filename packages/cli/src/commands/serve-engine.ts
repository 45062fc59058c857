/** `nearfirst serve --no-http`: the model for this user's language servers, which start it themselves. */
import { once } from "node:events";
import { interruptSignal } from "../interrupt.js";
import { hostEngine } from "../shared-engine/host-engine.js";
import { EXIT } from "../usage-error.js";

export interface ServeEngineOptions {
  /** Minutes without a question after which a model's memory is freed; 0 for never. */
  readonly unloadAfter: number;
  /** Minutes without a client after which the process ends; 0 for never. */
  readonly exitAfter: number;
  /** Megabytes of an engine's process. */
  readonly memoryLimit?: number;
}

/** Resolves when it is told to end, when nobody uses it any more, and at once where another does the same. */
export async function runServeEngine({ unloadAfter, exitAfter, memoryLimit }: ServeEngineOptions): Promise<number> {
  const signal = interruptSignal();
  const unused = new AbortController();
  const engine = await hostEngine({
    retires: "when-unused",
    onIdle: () => unused.abort(),
    ...(exitAfter === 0 ? {} : { idleMs: exitAfter * 60_000 }),
    ...(unloadAfter === 0 ? {} : { unloadAfterMs: unloadAfter * 60_000 }),
    ...(memoryLimit === undefined ? {} : { maxMemoryBytes: memoryLimit * 1_000_000 }),
  });
  const ended = AbortSignal.any([signal, unused.signal]);
  if (engine.isHost && !ended.aborted) await once(ended, "abort");
  await engine.close();
  return EXIT.ok;
}
