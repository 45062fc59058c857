import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { startDelayProxy } from "./delay-proxy.js";

it("a request through the proxy comes back whole, and later by the round trip", async () => {
  const server = createServer((request, response) => request.pipe(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = await startDelayProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 200);
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const body = "0123456789".repeat(20_000);
  const startedAt = performance.now();
  const reply = await fetch(proxy.url, { method: "POST", body });
  expect(await reply.text()).toBe(body);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195);
});
