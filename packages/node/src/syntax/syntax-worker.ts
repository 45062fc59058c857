/** Entry point of the syntax worker: answers the calls of `worker-syntax-parser.ts`, one after the other. */
import { parentPort } from "node:worker_threads";
import type { FromSyntaxWorker, ToSyntaxWorker } from "./syntax-protocol.js";
import { textParserOf } from "./text-parsers.js";

if (parentPort === null) throw new Error("The syntax worker is started by WorkerSyntaxParser, not by itself.");
const port = parentPort;
/** Calls that have not begun to run, and can be cancelled. */
const waiting = new Set<number>();

async function answer({ id, text, languageId }: Extract<ToSyntaxWorker, { type: "parse" }>): Promise<FromSyntaxWorker> {
  try {
    const loading = textParserOf(languageId);
    if (loading === null) return { id, problems: null };
    const parser = await loading;
    // Lets cancellations through that were sent right after a call, or while the parser was loaded.
    await new Promise(setImmediate);
    return { id, problems: waiting.has(id) ? parser(text, languageId) : null };
  } catch (thrown) {
    return { id, failure: thrown instanceof Error ? thrown.name : typeof thrown };
  }
}

port.on("message", (message: ToSyntaxWorker) => {
  if (message.type === "cancel") {
    waiting.delete(message.id);
    return;
  }
  waiting.add(message.id);
  void answer(message).then((reply) => {
    waiting.delete(message.id);
    // Given up or not: the reply says that the worker is not stuck.
    port.postMessage(reply);
  });
});
