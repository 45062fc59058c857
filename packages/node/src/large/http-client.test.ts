/** Certificates and proxies; faults and limits are in large-faults.test.ts. */
import { readFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { listening, localServer } from "../../test/local-server.js";
import { HttpClient, type HttpClientOptions } from "./http-client.js";

const tls = (name: string) => readFileSync(new URL(`../../test/fixtures/tls/${name}`, import.meta.url), "utf8");
const unaborted = () => new AbortController().signal;

async function tlsServer() {
  const server = createTlsServer({ key: tls("server-key.pem"), cert: tls("server.pem") }, (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"secure":true}'),
  );
  return listening(server, "https");
}

/** A proxy that notes what it is asked for. */
async function proxyServer() {
  const seen: string[] = [];
  const server = createServer((message, response) => {
    seen.push(`${message.method} ${message.url}`);
    const onward = httpRequest(message.url ?? "", { method: message.method, headers: message.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    message.pipe(onward);
  });
  server.on("connect", ({ url = "" }, socket) => {
    seen.push(`CONNECT ${url}`);
    const [host, port] = url.split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  return { seen, ...(await listening(server)) };
}

async function jsonFrom(options: Partial<HttpClientOptions> & { readonly url: string }): Promise<unknown> {
  const client = new HttpClient({ key: null, ca: null, proxy: "none", timeoutMs: 20_000, ...options });
  try {
    return await (await client.post("/x", { a: 1 }, { signal: unaborted(), beforeSend: async () => undefined })).json();
  } finally {
    await client.close();
  }
}

describe("a server with a certificate of the organisation's own authority", () => {
  it("is trusted once the authority is named", async () => {
    const { url } = await tlsServer();
    expect(await jsonFrom({ url, ca: tls("authority.pem") })).toEqual({ secure: true });
  });

  it("is refused without, and the message names the setting", async () => {
    const { url } = await tlsServer();
    await expect(jsonFrom({ url })).rejects.toMatchObject({
      code: "large-unreachable",
      isRetryable: false,
      message: expect.stringContaining('"large.ca"'),
    });
  });

  it("is refused for another host than its certificate names", async () => {
    const { port } = await tlsServer();
    await expect(jsonFrom({ url: `https://localhost:${port}`, ca: tls("authority.pem") })).rejects.toMatchObject({
      code: "large-unreachable",
      message: expect.stringContaining("certificate"),
    });
  });
});

describe("a proxy", () => {
  it("carries requests to a server without TLS", async () => {
    const proxy = await proxyServer();
    const server = await localServer((response) => response.writeHead(200).end('{"ok":1}'));
    expect(await jsonFrom({ url: server.url, proxy: proxy.url })).toEqual({ ok: 1 });
    expect(proxy.seen).toEqual([`POST ${server.url}/x`]);
  });

  it("carries a tunnel to one with TLS, whose authority is still checked", async () => {
    const proxy = await proxyServer();
    const { url, port } = await tlsServer();
    expect(await jsonFrom({ url, proxy: proxy.url, ca: tls("authority.pem") })).toEqual({ secure: true });
    expect(proxy.seen).toEqual([`CONNECT 127.0.0.1:${port}`]);
    await expect(jsonFrom({ url, proxy: proxy.url })).rejects.toMatchObject({ code: "large-unreachable" });
  });

  it("of the environment is not asked for what is on this machine", async () => {
    const proxy = await proxyServer();
    const server = await localServer((response) => response.writeHead(200).end("{}"));
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    expect(await jsonFrom({ url: server.url, proxy: "environment", env })).toEqual({});
    expect(proxy.seen).toEqual([]);
  });

  it("that wants a password it was not given is a typed fault", async () => {
    const proxy = createServer((_, response) => response.writeHead(407).end());
    proxy.on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    const { url } = await listening(proxy);
    const server = await localServer((response) => response.writeHead(200).end("{}"));
    await expect(jsonFrom({ url: server.url, proxy: url })).rejects.toMatchObject({ code: "large-refused" });
    await expect(jsonFrom({ url: "https://gpu.invalid", proxy: url })).rejects.toMatchObject({
      code: "large-refused",
      message: expect.stringContaining("behind a proxy"),
    });
  });

  it("that is not there is a typed fault", async () => {
    const server = await localServer((response) => response.writeHead(200).end("{}"));
    await expect(jsonFrom({ url: server.url, proxy: "http://127.0.0.1:1" })).rejects.toMatchObject({
      code: "large-unreachable",
    });
  });
});
