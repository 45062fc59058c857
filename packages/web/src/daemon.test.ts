import { afterEach, expect, it, vi } from "vitest";
import { DaemonError, daemonFor } from "./daemon.js";

afterEach(() => vi.unstubAllGlobals());

/** A server that begins its answer and is gone before its end. */
function breaksOff(): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"text": "retu'));
        controller.error(new TypeError("network error"));
      },
    }),
  );
}

it("takes an answer that breaks off for the daemon's end, and sends no code to whoever listens there next", async () => {
  const fetched = vi.fn(async () => breaksOff());
  vi.stubGlobal("fetch", fetched);
  const daemon = daemonFor("token");
  for (const path of ["/page/completions", "/page/events"])
    await expect(daemon.post(path, { prefix: "code" })).rejects.toThrow(/does not answer.*nearfirst serve --open/);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("goes on after a question that the page itself gave up, and after a refusal", async () => {
  const leave = new AbortController();
  const fetched = vi.fn(async () => {
    leave.signal.throwIfAborted();
    return new Response('{"error": {"message": "Too many requests are running."}}', { status: 429 });
  });
  vi.stubGlobal("fetch", fetched);
  const daemon = daemonFor("token");
  await expect(daemon.get("/page/project")).rejects.toThrow(new DaemonError(429, "Too many requests are running."));
  leave.abort();
  await expect(daemon.post("/page/completions", {}, leave.signal)).rejects.toMatchObject({ name: "AbortError" });
  await expect(daemon.get("/page/project")).rejects.toMatchObject({ name: "AbortError" });
  expect(fetched).toHaveBeenCalledTimes(3);
});
