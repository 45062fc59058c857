import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { DEFAULT_SETTINGS, type Settings } from "@nearfirst/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkLarge } from "./check-large.js";

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const saying =
  (text: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ choices: [{ text, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`);
  };

async function checks(settings: Partial<Settings["large"]>, env: NodeJS.ProcessEnv = {}) {
  const large = { ...DEFAULT_SETTINGS.large, family: "starcoder2", ...settings } as Settings["large"];
  const { signal } = new AbortController();
  return (await checkLarge(large, { env, signal })).checks.map(
    ({ id, status, message }) => `${status} ${id}: ${message}`,
  );
}

describe("the check of the large model", () => {
  it("says that nothing leaves the machine where there is none, or where it is turned off", async () => {
    expect(await checks({})).toEqual(["ok large: no large model is configured, so nothing leaves this machine"]);
    expect(await checks({ url: "http://gpu:1", enabled: false })).toEqual([
      expect.stringMatching(/^ok large: .*turned off/),
    ]);
  });

  it("says what the server can do, and that it fills a hole", async () => {
    const url = await serverThat(saying("height"));
    expect(await checks({ url, model: "big" })).toEqual([
      expect.stringMatching(
        /^ok large-server: big at 127\.0\.0\.1:\d+: the prompt is laid out here, .*drafts are not verified$/,
      ),
      expect.stringMatching(/^ok large-answer: it fills a known hole with "height" in \d+ ms$/),
    ]);
  });

  it("says how much its context leaves to code and answer, and when that is little", async () => {
    const telling = (tokens: number) =>
      serverThat((request, response) => {
        const models = { data: [{ id: "big", max_model_len: tokens }] };
        if (request.method === "GET") response.end(JSON.stringify(models));
        else saying("height")(request, response);
      });
    const last = async (tokens: number) => (await checks({ url: await telling(tokens), model: "big" })).at(-1);
    expect(await last(8_192)).toBe("ok large-context: its context leaves 8192 tokens to code and answer");
    expect(await last(512)).toBe("warning large-context: Its context leaves only 512 tokens to code and answer");
  });

  it("says in words what is unfit", async () => {
    const url = await serverThat(saying("Sure! Here is what you asked for"));
    expect((await checks({ url })).at(-1)).toMatch(
      /^warning large-answer: .* is unfit\. It talks instead .*"openai-chat"/,
    );
  });

  it("names each fault with its typed reason, and what the server itself says of our own hole", async () => {
    const url = await serverThat((_, response) => response.writeHead(400).end('{"error":"no such model: big"}'));
    expect((await checks({ url })).at(-1)).toMatch(
      /^problem large-answer: large-rejected: .*\(400\).* The server says: \{"error":"no such model: big"\}$/,
    );
    const mute = await serverThat((_, response) => response.end(Buffer.from([0x7b, 0xff])));
    expect((await checks({ url: mute })).at(-1)).toMatch(
      /^problem large-answer: large-malformed: .*UTF-8(?!.*The server says)/,
    );
    const key = "sk-secret-0123456789";
    const refusing = await serverThat(({ headers }, response) => response.writeHead(401).end(headers.authorization));
    const refused = (await checks({ url: refusing, keyEnvironment: "K" }, { K: key })).at(-1);
    expect(refused).toMatch(/^problem large-answer: large-refused: /);
    expect(refused).not.toContain(key);
  });

  it("names a mistake in the settings, without asking anybody", async () => {
    expect(await checks({ url: "http://gpu:1/v1", keyEnvironment: "NO_KEY_HERE" })).toEqual([
      expect.stringMatching(/^problem large-config: The environment variable NO_KEY_HERE/),
    ]);
  });

  it("warns of code and keys that travel unencrypted", async () => {
    const settings = { url: "http://no-such-host.invalid/v1", keyEnvironment: "K", timeoutMs: 5_000 };
    const found = await checks(settings, { K: "sk-1" });
    expect(found[1]).toBe("warning large-encryption: Code and key travel to no-such-host.invalid unencrypted");
    expect(found[2]).toMatch(/^problem large-answer: large-unreachable/);
  });
});
