import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ScriptedModel, type ScriptedModelOptions } from "@nearfirst/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { type CompletionServerOptions, completionServer } from "./completion-server.js";

const SCRIPT = [{ after: "return ", answer: "alpha + beta\nprint(1)" }];
const ASKED = { prompt: "def f():\n    return ", suffix: "\n", language: "python", path: "f.py", max_tokens: 32 };

async function served(options: Partial<CompletionServerOptions> = {}, modelOptions: ScriptedModelOptions = {}) {
  const model = new ScriptedModel(SCRIPT, modelOptions);
  const server = completionServer({ model, key: null, host: "127.0.0.1", ...options });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = async (body: unknown, headers: Record<string, string> = {}, path = "/v1/completions") => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: text };
    const response = await fetch(url + path, init);
    const reply = await response.text();
    return { status: response.status, text: reply, json: () => JSON.parse(reply) };
  };
  return { url, model, post };
}

describe("the server of serve-large", () => {
  it("answers like OpenAI's completions, and says what the draft was worth", async () => {
    const { post } = await served();
    const plain = await post(ASKED);
    expect(plain.json()).toMatchObject({
      object: "text_completion",
      model: "scripted",
      choices: [{ index: 0, text: "alpha + beta", finish_reason: "stop" }],
      nearfirst: { stop_reason: "statement", draft_offered: 0, draft_accepted: 0 },
    });
    const drafted = (await post({ ...ASKED, draft: "alpha + gamma" })).json();
    expect(drafted).toMatchObject({
      choices: [{ text: "alpha + beta" }],
      nearfirst: { draft_offered: 13, draft_accepted: 8 },
    });
    expect(drafted.nearfirst.forward_passes).toBeLessThan(plain.json().nearfirst.forward_passes);
    expect(drafted.nearfirst.tokens[0]).toEqual({
      id: expect.any(Number),
      text: "a",
      probability: 0.9,
      from_draft: true,
    });
  });

  it("streams, for clients that want that", async () => {
    const { post } = await served();
    const { text } = await post({ ...ASKED, stream: true });
    const [event = "", done] = text.split("\n\n");
    expect(JSON.parse(event.replace(/^data: /, "")).choices[0]).toMatchObject({ text: "alpha + beta" });
    expect(done).toBe("data: [DONE]");
  });

  it("says where a limit ended the answer", async () => {
    const { post } = await served();
    expect((await post({ ...ASKED, max_tokens: 5 })).json()).toMatchObject({
      choices: [{ text: "alpha", finish_reason: "length" }],
      nearfirst: { stop_reason: "max-tokens" },
    });
  });

  it("tells its model and its health", async () => {
    const { url } = await served();
    expect(await (await fetch(`${url}/v1/models`)).json()).toMatchObject({
      data: [{ id: "scripted", max_model_len: expect.any(Number) }],
    });
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
  });

  it("stops the model when the client goes away", async () => {
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { url, model } = await served(
      {},
      {
        beforeToken: () => {
          begun();
          return new Promise(() => undefined);
        },
      },
    );
    const leave = new AbortController();
    const headers = { "content-type": "application/json" };
    const asked = fetch(`${url}/v1/completions`, {
      method: "POST",
      headers,
      body: JSON.stringify(ASKED),
      signal: leave.signal,
    });
    await hasBegun;
    leave.abort();
    await expect(asked).rejects.toThrow();
    while (model.running > 0) await delay(5);
    expect(model.aborted).toBe(1);
  });
});

describe("the server of serve-large refuses", () => {
  it.each<[string, number, unknown]>([
    ["what is no JSON", 400, "{"],
    ["a request without a prompt", 400, { suffix: "x" }],
    ["too many tokens", 400, { ...ASKED, max_tokens: 100_000 }],
    ["sampling", 400, { ...ASKED, temperature: 0.7 }],
    ["a state that cannot be", 400, { ...ASKED, lexical: { at: { brackets: "(", quote: null, comment: "loud" } } }],
    ["a body without an end", 413, JSON.stringify({ ...ASKED, suffix: "x".repeat(3_000_000) })],
  ])("%s", async (_name, status, body) => {
    const { post, model } = await served();
    const reply = await post(body);
    expect(reply.status).toBe(status);
    expect(reply.json()).toMatchObject({ error: { code: status, message: expect.stringMatching(/\w/) } });
    expect(model.requests).toEqual([]);
  });

  it("to quote the code that it was sent", async () => {
    const { post } = await served();
    expect((await post({ prompt: ["hunter2"], suffix: "hunter2", max_tokens: "hunter2" })).text).not.toContain(
      "hunter2",
    );
  });

  it("requests without the key, and with a wrong one", async () => {
    const { post, url } = await served({ key: "sk-right" });
    expect((await post(ASKED)).status).toBe(401);
    expect((await post(ASKED, { authorization: "Bearer sk-wrong" })).status).toBe(401);
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    expect((await post(ASKED, { authorization: "Bearer sk-right" })).status).toBe(200);
  });

  it("what a web page could send here without asking", async () => {
    const { post, url } = await served();
    expect((await post(ASKED, { "content-type": "text/plain" })).status).toBe(415);
    const renamed = await new Promise<number | undefined>((resolve) => {
      const headers = { host: "evil.example", "content-type": "application/json" };
      httpRequest(`${url}/v1/completions`, { method: "POST", headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      }).end(JSON.stringify(ASKED));
    });
    expect(renamed).toBe(403);
  });

  it("a request for a model that it has not", async () => {
    const { post } = await served();
    expect((await post({ ...ASKED, model: "scripted" })).status).toBe(200);
    const reply = await post({ ...ASKED, model: "another" });
    expect(reply.status).toBe(404);
    expect(reply.json().error.message).toBe('This server has the model "scripted" alone.');
  });

  it("other addresses and methods", async () => {
    const { post, url } = await served();
    expect((await post(ASKED, {}, "/v1/chat/completions")).status).toBe(404);
    expect((await fetch(`${url}/v1/completions`)).status).toBe(405);
  });

  it("a request that does not fit the model's context", async () => {
    const { post } = await served({}, { profile: { contextTokens: 64 } });
    const reply = await post(ASKED);
    expect(reply.status).toBe(400);
    expect(reply.json().error.message).toMatch(/context of 64 tokens/);
  });
});
