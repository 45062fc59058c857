import { NearfirstError } from "@nearfirst/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BackendLoader, RETRY_AFTER_MS } from "./backend-loader.js";
import type { LspBackend } from "./lsp-backend.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loader whose backends take 100 ms to open and 10 ms to close; `log` holds what happened, in order. */
function scene(failures = 0) {
  const log: string[] = [];
  let opened = 0;
  const open = async () => {
    const name = `backend ${++opened}`;
    log.push(`${name} opens`);
    await new Promise((done) => setTimeout(done, 100));
    if (opened <= failures) throw new NearfirstError({ code: "model-missing", message: "No model." });
    const close = async () => {
      await new Promise((done) => setTimeout(done, 10));
      log.push(`${name} is closed`);
    };
    return { name, close } as unknown as LspBackend;
  };
  const loader = new BackendLoader({
    open,
    onReady: () => log.push("ready"),
    onFailure: ({ code }) => log.push(code),
  });
  return { loader, log };
}

it("closes what is loaded before it loads anew: two models may not fit into memory", async () => {
  const { loader, log } = scene();
  loader.load();
  await vi.advanceTimersByTimeAsync(100);
  loader.load();
  expect(loader.current).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(log).toEqual(["backend 1 opens", "ready", "backend 1 is closed", "backend 2 opens", "ready"]);
});

it("never shows a backend that was asked for before a newer one", async () => {
  const { loader, log } = scene();
  loader.load();
  await vi.advanceTimersByTimeAsync(50);
  loader.load();
  await vi.advanceTimersByTimeAsync(500);
  expect(log).toEqual(["backend 1 opens", "backend 1 is closed", "backend 2 opens", "ready"]);
});

it("does not hold up the end while it loads, and closes what is ready only afterwards", async () => {
  const { loader, log } = scene();
  loader.load();
  await vi.advanceTimersByTimeAsync(50);
  void loader.close().then(() => log.push("end"));
  await vi.advanceTimersByTimeAsync(500);
  expect(log).toEqual(["backend 1 opens", "end", "backend 1 is closed"]);
  expect(loader.current).toBeNull();
});

it("tries again after a failure, but not with every key", async () => {
  const { loader, log } = scene(1);
  loader.load();
  await vi.advanceTimersByTimeAsync(100);
  expect(loader.failure?.code).toBe("model-missing");
  loader.retry();
  await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
  expect(log).toEqual(["backend 1 opens", "model-missing"]);
  loader.retry();
  loader.retry();
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(["backend 1 opens", "model-missing", "backend 2 opens", "ready"]);
  expect(loader.failure).toBeNull();
});
