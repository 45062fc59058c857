/** Entry point of the engine process: answers the calls of `engine-connection.ts`, one model a process. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { NearfirstError } from "@nearfirst/core";
import { EngineHost } from "./engine-host.js";
import type { FromEngine, ToEngine } from "./engine-protocol.js";

/** Signs of life are sent no more often than this. */
const PROGRESS_INTERVAL_MS = 500;

// Not as an argument of the process: Electron ignores it.
setFlagsFromString("--expose-gc");
const host = new EngineHost({ collectGarbage: runInNewContext("gc") as () => void });
const running = new Map<number, AbortController>();
let lastSentAt = 0;
let isGivingUp = false;

function send(message: FromEngine): void {
  lastSentAt = performance.now();
  // A parent that is gone cannot be told; `disconnect` below ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function sendResult(id: number, value: Extract<FromEngine, { type: "result" }>["value"]): void {
  send({ type: "result", id, value, memoryBytes: process.memoryUsage.rss() });
}

function onProgress(): void {
  if (performance.now() - lastSentAt > PROGRESS_INTERVAL_MS) send({ type: "progress" });
}

async function answer(message: Exclude<ToEngine, { type: "cancel" }>): Promise<void> {
  const { id } = message;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    switch (message.type) {
      case "load":
        sendResult(id, await host.load(message.options, onProgress));
        break;
      case "tokenize":
        sendResult(id, host.tokenize(message.texts));
        break;
      case "generate": {
        const events = {
          onTokens: (tokens: Extract<FromEngine, { type: "tokens" }>["tokens"]) => send({ type: "tokens", id, tokens }),
          onProgress,
        };
        sendResult(id, await host.generate(message.request, controller.signal, events));
        break;
      }
    }
  } catch (thrown) {
    if (controller.signal.aborted) send({ type: "aborted", id });
    else {
      const { code, message: text, isRetryable } = NearfirstError.from(thrown);
      send({ type: "error", id, code, message: text, isRetryable });
    }
  } finally {
    running.delete(id);
  }
}

/** What nobody caught leaves an unknown state behind: say why, and let the parent start a new process. */
function giveUp(thrown: unknown): void {
  if (isGivingUp) return;
  isGivingUp = true;
  const detail = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const end = () => process.kill(process.pid, "SIGKILL");
  if (process.connected) process.send?.({ type: "fatal", detail } satisfies FromEngine, undefined, undefined, end);
  setTimeout(end, 200);
}

process.on("uncaughtException", giveUp);
process.on("unhandledRejection", giveUp);
process.on("message", (message: ToEngine) => {
  if (message.type === "cancel") running.get(message.id)?.abort();
  else void answer(message);
});
// Not `exit`: that waits for a batch that is under way, and frees a model that the system frees faster.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Ctrl-C in a terminal reaches the whole group; the parent decides when the engine ends.
process.on("SIGINT", () => undefined);
