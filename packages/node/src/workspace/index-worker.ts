/** Entry point of the index worker: answers the calls of `workspace-index.ts`. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import type { FromIndex, IndexCall, IndexMemory, IndexResults, ToIndex, WorkspaceOptions } from "./index-protocol.js";
import { IndexedWorkspace } from "./indexed-workspace.js";

/** A crawl changes the index thousands of times a second; the main thread hears of it at this pace. */
const STATUS_INTERVAL_MS = 50;

if (parentPort === null) throw new Error("The index worker is started by WorkspaceIndex, not by itself.");
const port = parentPort;
/** Calls that have not begun to run, and can be cancelled. */
const waiting = new Set<number>();
let statusTimer: NodeJS.Timeout | null = null;
/** The state that the main thread was told last: a new one is told at once. */
let toldState = "";

const workspace = await IndexedWorkspace.open(workerData as WorkspaceOptions, () => {
  if (workspace.status().state !== toldState) tellStatus();
  else statusTimer ??= setTimeout(tellStatus, STATUS_INTERVAL_MS);
});

function send(message: FromIndex): void {
  port.postMessage(message);
}

function tellStatus(): void {
  if (statusTimer !== null) clearTimeout(statusTimer);
  statusTimer = null;
  const status = workspace.status();
  toldState = status.state;
  send({ type: "status", status, changes: workspace.changes });
}

async function run(call: IndexCall): Promise<IndexResults[keyof IndexResults]> {
  switch (call.type) {
    case "search":
      return workspace.search(call.query);
    case "refresh":
      await workspace.refresh(call.paths);
      return null;
    case "open":
      await workspace.openDocument(call.document);
      return null;
    case "close":
      await workspace.closeDocument(call.uri);
      return null;
    case "memory":
      return memory();
  }
}

async function answer(message: Extract<ToIndex, IndexCall>): Promise<void> {
  const { id } = message;
  waiting.add(id);
  // Lets cancellations through that were sent right after a call.
  await new Promise(setImmediate);
  if (!waiting.delete(id)) return;
  const value = await run(message);
  if (statusTimer !== null) tellStatus();
  send({ type: "result", id, value });
}

function memory(): IndexMemory {
  setFlagsFromString("--expose-gc");
  const collectGarbage: unknown = runInNewContext("gc");
  if (typeof collectGarbage === "function") collectGarbage();
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics();
  return { heapBytes, externalBytes };
}

port.on("message", (message: ToIndex) => {
  if (message.type === "cancel") waiting.delete(message.id);
  else void answer(message);
});
await workspace.crawl();
