/** Entry point of the secret worker: answers the questions of `worker-secret-finder.ts`, one after the other. */
import { parentPort } from "node:worker_threads";
import { findSecrets } from "./find-secrets.js";
import type { FromSecretWorker, ToSecretWorker } from "./secret-worker-protocol.js";

if (parentPort === null) throw new Error("The secret worker is started by WorkerSecretFinder, not by itself.");
const port = parentPort;
const send = (message: FromSecretWorker) => port.postMessage(message);

port.on("message", ({ id, text }: ToSecretWorker) => {
  void findSecrets(text).then(
    (found) => send({ type: "found", id, found }),
    // What went wrong may quote the text: only that it went wrong is told.
    () => send({ type: "found", id, found: null }),
  );
});
send({ type: "ready" });
