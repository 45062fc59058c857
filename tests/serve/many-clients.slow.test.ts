/** Fifty editors type at once against one daemon, for two minutes. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { measureClients } from "../../bench/src/clients/clients.js";

it.runIf(existsSync("/proc/self/status"))(
  "answers every request of 50 typists once, and holds no more after the second minute",
  async () => {
    const measured = await measureClients({ clients: 50, seconds: 120 });
    console.log(JSON.stringify(measured));
    expect(measured.asked).toBeGreaterThan(5_000);
    expect(measured.ended).toBe(measured.asked);
    expect(Object.keys(measured.outcomes).filter((name) => name.startsWith("failed"))).toEqual([]);
    expect(measured.memoryRatio).toBeLessThanOrEqual(1.1);
  },
);
