import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@nearfirst/core";

/** The process's monotonic clock. Nothing waits for its timers: a process may end before they do. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
};
