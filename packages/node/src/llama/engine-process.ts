/** Entry point of the engine process: answers the calls of `llama-model.ts`, one model a process. */
import { NearfirstError } from "@nearfirst/core";
import { EngineHost } from "./engine-host.js";
import type { FromEngine, ToEngine } from "./engine-protocol.js";

const host = new EngineHost();
const running = new Map<number, AbortController>();

function send(message: FromEngine): void {
  // A parent that is gone cannot be told; `disconnect` below ends this process.
  if (process.connected) process.send?.(message);
}

async function answer(message: Exclude<ToEngine, { type: "cancel" }>): Promise<void> {
  const { id } = message;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    switch (message.type) {
      case "load":
        send({ type: "result", id, value: await host.load(message.options) });
        break;
      case "tokenize":
        send({ type: "result", id, value: host.tokenize(message.texts) });
        break;
      case "generate": {
        const onTokens = (tokens: Extract<FromEngine, { type: "tokens" }>["tokens"]) =>
          send({ type: "tokens", id, tokens });
        send({ type: "result", id, value: await host.generate(message.request, controller.signal, onTokens) });
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

process.on("message", (message: ToEngine) => {
  if (message.type === "cancel") running.get(message.id)?.abort();
  else void answer(message);
});
process.on("disconnect", () => process.exit(0));
