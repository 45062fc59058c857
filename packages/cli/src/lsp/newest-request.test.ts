import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CANCELLATION_GRACE_MS, NewestRequest } from "./newest-request.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Serves requests whose work lasts until `finish`; `log` holds what happened, in order. */
function scene() {
  const requests = new NewestRequest();
  const log: string[] = [];
  const finish = new Map<string, (result: string) => void>();
  const cancels = new Map<string, AbortController>();
  const ask = (name: string, { key = "a.py", delayMs = 0 } = {}) => {
    const cancel = new AbortController();
    cancels.set(name, cancel);
    const run = (signal: AbortSignal) => {
      log.push(`${name} runs`);
      signal.addEventListener("abort", () => log.push(`${name} is stopped`));
      return new Promise<string>((resolve) => finish.set(name, resolve));
    };
    void requests.serve({ key, cancelled: cancel.signal, delayMs, run }).then((ending) => {
      log.push(`${name}: ${ending.kind === "done" ? ending.result : ending.kind}`);
    });
  };
  return {
    requests,
    log,
    ask,
    finish: (name: string) => finish.get(name)?.("done"),
    cancel: (name: string) => cancels.get(name)?.abort(),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the newest request wins", () => {
  it("runs at once without a delay", async () => {
    const { log, ask, finish } = scene();
    ask("one");
    expect(log).toEqual(["one runs"]);
    finish("one");
    await settle();
    expect(log).toEqual(["one runs", "one: done"]);
  });

  it("waits for the pause, and runs only the last of a burst", async () => {
    const { log, ask } = scene();
    for (const name of ["one", "two", "three"]) {
      ask(name, { delayMs: 60 });
      await vi.advanceTimersByTimeAsync(30);
    }
    expect(log).toEqual(["one: superseded", "two: superseded"]);
    await vi.advanceTimersByTimeAsync(30);
    expect(log).toEqual(["one: superseded", "two: superseded", "three runs"]);
  });

  it("stops the older one's work only after the newer one has begun, so that it can be taken over", async () => {
    const { log, ask } = scene();
    ask("one");
    ask("two");
    await settle();
    expect(log).toEqual(["one runs", "two runs", "one is stopped", "one: superseded"]);
  });

  it("ends a request for another document too, also one that still waits: it would stop the newer one's generation", async () => {
    const { log, ask, finish } = scene();
    ask("one", { key: "a.py", delayMs: 60 });
    ask("two", { key: "b.py" });
    await vi.advanceTimersByTimeAsync(100);
    finish("two");
    await settle();
    expect(log).toEqual(["two runs", "one: superseded", "two: done"]);
  });
});

describe("a cancelled request", () => {
  it("is answered at once, while its work goes on for the grace period", async () => {
    const { log, ask, cancel } = scene();
    ask("one");
    cancel("one");
    await settle();
    expect(log).toEqual(["one runs", "one: cancelled"]);
    await vi.advanceTimersByTimeAsync(CANCELLATION_GRACE_MS - 1);
    expect(log).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(log).toEqual(["one runs", "one: cancelled", "one is stopped"]);
  });

  it("hands its work to a request that comes within the grace period", async () => {
    const { log, ask, cancel } = scene();
    ask("one");
    cancel("one");
    await vi.advanceTimersByTimeAsync(50);
    ask("two");
    await settle();
    expect(log).toEqual(["one runs", "one: cancelled", "two runs", "one is stopped"]);
  });

  it("never runs when it is cancelled while it waits, or before it came", async () => {
    const { log, requests, ask, cancel } = scene();
    ask("one", { delayMs: 60 });
    cancel("one");
    const run = async () => expect.unreachable();
    const ending = await requests.serve({ key: "b.py", cancelled: AbortSignal.abort(), delayMs: 0, run });
    expect(ending.kind).toBe("cancelled");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["one: cancelled"]);
  });

  it("is answered once when its work ends within the grace period", async () => {
    const { log, ask, cancel, finish } = scene();
    ask("one");
    cancel("one");
    finish("one");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(["one runs", "one: cancelled"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("closing", () => {
  it("answers the document's request and stops its work at once", async () => {
    const { log, requests, ask } = scene();
    ask("one");
    requests.close("b.py");
    requests.close("a.py");
    await settle();
    expect(log).toEqual(["one runs", "one is stopped", "one: closed"]);
  });

  it("of everything leaves no timer", async () => {
    const { log, requests, ask } = scene();
    ask("one", { delayMs: 60 });
    requests.closeAll();
    await settle();
    expect(log).toEqual(["one: closed"]);
    ask("two");
    requests.closeAll();
    await settle();
    expect(log).toEqual(["one: closed", "two runs", "two is stopped", "two: closed"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("rejects when the work does, and serves the next request", async () => {
  const requests = new NewestRequest();
  const { signal } = new AbortController();
  const fail = async () => {
    throw new Error("broken");
  };
  await expect(requests.serve({ key: "a.py", cancelled: signal, delayMs: 0, run: fail })).rejects.toThrow("broken");
  const ending = await requests.serve({ key: "a.py", cancelled: signal, delayMs: 0, run: async () => "fine" });
  expect(ending).toEqual({ kind: "done", result: "fine" });
});
