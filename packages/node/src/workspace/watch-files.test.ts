import { EventEmitter } from "node:events";
import type { Stats } from "node:fs";
import type { watch as chokidarWatch, FSWatcher } from "chokidar";
import { describe, expect, it, vi } from "vitest";
import { FileWatch } from "./watch-files.js";

/** A watcher whose events the test sends. */
class SentEvents extends EventEmitter {
  isClosed = false;
  async close(): Promise<void> {
    this.isClosed = true;
  }
}

function watchSentEvents() {
  const events = new SentEvents();
  const changes: string[][] = [];
  const reasons: string[] = [];
  const watch = new FileWatch({
    roots: ["/w"],
    isIgnored: () => false,
    isChange: (path) => path !== "/w/known.py",
    onChange: (paths) => changes.push([...paths]),
    onReady: () => undefined,
    onUnavailable: (reason) => reasons.push(reason),
    debounceMs: 20,
    watch: (() => events as unknown as FSWatcher) as typeof chokidarWatch,
  });
  return { events, changes, reasons, watch };
}

const stats = {} as Stats;

describe("following file changes", () => {
  it("reports a burst once, each path once, and nothing that is known already", async () => {
    const { events, changes, watch } = watchSentEvents();
    for (const path of ["/w/a.py", "/w/b.py", "/w/a.py", "/w/known.py"]) events.emit("all", "change", path, stats);
    events.emit("all", "unlink", "/w/known.py", undefined);
    await vi.waitFor(() => expect(changes).toEqual([["/w/a.py", "/w/b.py", "/w/known.py"]]), { timeout: 30_000 });
    await watch.close();
  });

  it.each(["EMFILE", "ENOSPC"])("stops with a reason when the system has no more watches (%s)", async (code) => {
    const { events, reasons, changes } = watchSentEvents();
    events.emit("error", Object.assign(new Error("no more"), { code }));
    events.emit("error", Object.assign(new Error("no more"), { code }));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain(code);
    expect(events.isClosed).toBe(true);
    events.emit("all", "change", "/w/a.py", stats);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(changes).toEqual([]);
  });

  it("goes on after an error about one file", async () => {
    const { events, reasons, changes, watch } = watchSentEvents();
    events.emit("error", Object.assign(new Error("no access"), { code: "EACCES" }));
    events.emit("all", "add", "/w/a.py", stats);
    await vi.waitFor(() => expect(changes).toEqual([["/w/a.py"]]), { timeout: 30_000 });
    expect(reasons).toEqual([]);
    await watch.close();
  });
});
