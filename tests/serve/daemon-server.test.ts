import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { heldModel, serveDaemon, statusWith, TOKEN } from "./served-daemon.js";

const ASKED = { prompt: "def f():\n    return ", suffix: "\n", language: "python" };

/** Sends bytes as they are; what came back until the server closed the connection. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    connect(port, "127.0.0.1")
      .setEncoding("utf8")
      .on("data", (piece) => {
        received += piece;
      })
      .on("close", () => resolve(received))
      .on("error", reject)
      .end(bytes);
  });
}

describe("the daemon refuses", () => {
  it.each([
    ["GET", "/v1/models"],
    ["POST", "/v1/completions"],
    ["GET", "/no/such/path"],
  ])("%s %s without the token, and with a wrong one", async (method, path) => {
    const { url } = await serveDaemon();
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: TOKEN }]) {
      const response = await fetch(url + path, { method, headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.text()).not.toContain(TOKEN);
    }
  });

  it("a token in the address, where it would be written into histories", async () => {
    const { url } = await serveDaemon();
    expect((await fetch(`${url}/v1/models?token=${TOKEN}&api_key=${TOKEN}`)).status).toBe(401);
  });

  it("a Host that is not this machine: a page's name that was made to mean it", async () => {
    const { url, port } = await serveDaemon();
    for (const host of ["evil.example", "evil.example:80", "127.0.0.1.evil.example", `192.168.0.7:${port}`])
      expect(await statusWith(`${url}/health`, { host })).toBe(403);
    for (const host of [`localhost:${port}`, "127.0.0.1", `[::1]:${port}`])
      expect(await statusWith(`${url}/health`, { host })).toBe(200);
  });

  it("other names on a network, unless they were allowed; addresses in numbers cannot lie", async () => {
    const server = { host: "0.0.0.0", allowedHosts: ["gpu.internal"] };
    const { url } = await serveDaemon({ server });
    expect(await statusWith(`${url}/health`, { host: "evil.example" })).toBe(403);
    expect(await statusWith(`${url}/health`, { host: "GPU.internal:8012" })).toBe(200);
    expect(await statusWith(`${url}/health`, { host: "192.168.0.7:8012" })).toBe(200);
  });

  it("pages of other servers, whatever token they have, and not its own", async () => {
    const { url, port } = await serveDaemon();
    for (const origin of ["https://evil.example", "null", "http://localhost:3000", `https://127.0.0.1:${port}`])
      expect(await statusWith(`${url}/v1/models`, { origin })).toBe(403);
    expect(await statusWith(`${url}/v1/models`, { origin: url })).toBe(200);
  });

  it.each<[string, number, unknown, Record<string, string>]>([
    ["what is no JSON", 400, "{", {}],
    ["half a UTF-16 text as JSON", 400, '"\\ud800', {}],
    ["another type than an object", 400, [1, 2], {}],
    ["a request without a prompt", 400, { suffix: "x" }, {}],
    ["too many tokens", 400, { ...ASKED, max_tokens: 100_000 }, {}],
    ["a body that is too large", 413, { ...ASKED, suffix: "x".repeat(5_000_000) }, {}],
    ["a text that is too long", 400, { ...ASKED, suffix: "x".repeat(1_500_000) }, {}],
    ["what a web page could send without asking first", 415, ASKED, { "content-type": "text/plain" }],
  ])("%s", async (_, status, body, headers) => {
    const { post, model } = await serveDaemon();
    const reply = await post("/v1/completions", body, headers);
    expect(reply.status).toBe(status);
    expect(reply.json()).toMatchObject({ error: { code: status, message: expect.stringMatching(/\w/) } });
    expect(model.requests).toEqual([]);
  });

  it("arrays by the thousand one within the other, before they hold up anybody, and no brackets in code", async () => {
    const { post } = await serveDaemon();
    const reply = await post("/v1/completions", `${"[".repeat(1_000)}${"]".repeat(1_000)}`);
    expect(reply.status).toBe(400);
    expect(reply.json().error.message).toContain("one within the other");
    const code = { ...ASKED, suffix: `${'"\\['.repeat(1_000)}\n` };
    expect((await post("/v1/completions", code)).status).toBe(200);
  });

  it("to quote the code that it was sent", async () => {
    const { post } = await serveDaemon();
    const reply = await post("/v1/completions", { prompt: { hunter2: 1 }, suffix: ["hunter2"], max_tokens: "hunter2" });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain("hunter2");
  });

  it("other paths and methods, saying what there is", async () => {
    const { get, url } = await serveDaemon();
    expect((await get("/v1/nothing")).status).toBe(404);
    const wrongMethod = await get("/v1/completions");
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get("allow")).toBe("POST");
    expect((await fetch(`${url}/health`, { method: "DELETE" })).status).toBe(405);
  });

  it("what is no HTTP, and serves the next request", async () => {
    const { port, post } = await serveDaemon();
    for (const bytes of [
      "hello\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
      `GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`,
      "\0\0\0\0",
    ])
      expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await post("/v1/completions", ASKED)).status).toBe(200);
  });
});

describe("the daemon", () => {
  it("keeps a browser's connection longer than the browser does, so that no request meets a closing one", async () => {
    const { get } = await serveDaemon();
    const [, seconds] = /timeout=(\d+)/.exec((await get("/health")).headers.get("keep-alive") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThan(300);
  });

  it("says its health and its version to anyone on this machine", async () => {
    const { url } = await serveDaemon();
    const response = await fetch(`${url}/health`);
    expect(await response.json()).toEqual({ status: "ok", nearfirst: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(response.headers.get("x-nearfirst-version")).toMatch(/^\d/);
  });

  it("does not count what a client that had left did not get as shown to it, and refused by it", async () => {
    const held = heldModel();
    const ended = vi.fn();
    const { post, backend } = await serveDaemon({ model: held.options, server: { onAnswered: ended } });
    const ask = { prompt: "return ", language: "python", user: "one", trigger: "explicit" };
    const leave = new AbortController();
    const left = post("/v1/completions", ask, {}, { signal: leave.signal });
    await held.begun;
    leave.abort();
    await expect(left).rejects.toThrow();
    await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { interval: 1, timeout: 30_000 });
    held.letGo();
    const again = await post("/v1/completions", ask);
    expect(again.json().choices[0].text).toBe("alpha + beta");
    expect(backend.events.filter(({ type }) => type === "action")).toEqual([]);
    expect(backend.events.filter((each) => each.type === "request" && each.suggestionId !== null)).toHaveLength(1);
  });

  it("stops the model when the client goes away, and answers the next", async () => {
    const held = heldModel();
    const { post, model } = await serveDaemon({ model: held.options });
    const leave = new AbortController();
    const asked = post("/v1/completions", ASKED, {}, { signal: leave.signal });
    await held.begun;
    leave.abort();
    await expect(asked).rejects.toThrow();
    while (model.running > 0) await delay(5);
    expect(model.aborted).toBe(1);
    held.letGo();
    expect((await post("/v1/completions", ASKED)).json().choices[0].text).toBe("alpha + beta");
  });

  it("gives a client that typed on what is in the making", async () => {
    const held = heldModel();
    const { post, model, server } = await serveDaemon({ model: held.options });
    const first = post("/v1/completions", ASKED);
    await held.begun;
    const next = post("/v1/completions", { ...ASKED, prompt: `${ASKED.prompt}al` });
    while (server.running < 2) await delay(5);
    await delay(50);
    held.letGo();
    expect((await next).json()).toMatchObject({
      choices: [{ text: "pha + beta" }],
      nearfirst: { source: "in-flight" },
    });
    expect((await first).json().choices[0].text).toBe("alpha + beta");
    expect(model.requests).toHaveLength(1);
  });

  it("sends away what is more than it can do, and takes it later", async () => {
    const held = heldModel();
    const { post, server } = await serveDaemon({ model: held.options });
    const asked = Array.from({ length: 64 }, (_, at) =>
      post("/v1/completions", { ...ASKED, prompt: `# ${at}\n${ASKED.prompt}` }),
    );
    while (server.running < 64) await delay(5);
    const refused = await post("/v1/completions", ASKED);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    held.letGo();
    for (const reply of await Promise.all(asked)) expect(reply.status).toBe(200);
    expect((await post("/v1/completions", ASKED)).status).toBe(200);
  });

  it("is not held up in its end by connections that browsers keep ready", async () => {
    const { port, stop } = await serveDaemon();
    const ready = connect(port, "127.0.0.1").on("error", () => undefined);
    await new Promise((resolve) => ready.once("connect", resolve));
    await delay(50);
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    ready.destroy();
  });

  it("lets answers under way end when it is stopped, and takes no new requests", async () => {
    const held = heldModel();
    const { post, stop, url } = await serveDaemon({ model: held.options });
    const asked = post("/v1/completions", ASKED);
    await held.begun;
    const stopped = stop();
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    held.letGo();
    expect((await asked).json().choices[0].text).toBe("alpha + beta");
    await stopped;
  });
});
