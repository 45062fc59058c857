import { describe, expect, it } from "vitest";
import { ALL_KINDS, adapterFor, type Kind } from "../../test/large-kinds.js";
import { localServer } from "../../test/local-server.js";
import { ContextLimit } from "./context-limit.js";

/** What servers say of themselves, shortened: llama.cpp's and vLLM's as real ones said it, Ollama's by its documented schema. */
const REPLIES: Readonly<Record<Exclude<Kind, "nearfirst">, readonly [path: string, reply: unknown, tokens: number][]>> =
  {
    openai: [
      ["/models", { object: "list", data: [{ id: "big", owned_by: "vllm", max_model_len: 2048 }] }, 2_048],
      [
        "/models",
        {
          data: [
            { id: "small", max_model_len: 512 },
            { id: "big", max_model_len: 8192 },
          ],
        },
        8_192,
      ],
      [
        "/models",
        { data: [{ id: "/models/b.gguf", owned_by: "llamacpp", meta: { n_ctx: 3072, n_ctx_train: 9 } }] },
        3_072,
      ],
    ],
    // Without what our own words around the code take.
    "openai-chat": [["/models", { object: "list", data: [{ id: "big", max_model_len: 4096 }] }, 4_096 - 248]],
    "llama-server": [["/props", { default_generation_settings: { n_ctx: 2048, params: {} }, total_slots: 1 }, 2_048]],
    ollama: [
      ["/api/show", { parameters: 'stop    "<end>"\nnum_ctx    16384\n', model_info: {} }, 16_384],
      ["/api/show", { model_info: { "general.architecture": "qwen2", "qwen2.context_length": 32768 } }, 4_096],
      ["/api/show", { model_info: { "llama.context_length": 2048 } }, 2_048],
    ],
  };

const CASES = Object.entries(REPLIES).flatMap(([kind, replies]) =>
  replies.map((reply) => [kind as Kind, ...reply] as const),
);

it.each(CASES)("a server of kind %s tells its context by %s: %j", async (kind, path, reply, tokens) => {
  const server = await localServer((response) => response.end(JSON.stringify(reply)));
  const adapter = await adapterFor(kind, server.url, { keyEnvironment: "K", env: { K: "sk-1" } });
  expect(await adapter.contextTokens()).toBe(tokens);
  await adapter.contextTokens();
  expect(server.requests).toEqual([expect.objectContaining({ path })]);
  expect(server.requests[0]?.headers.authorization).toBe("Bearer sk-1");
  expect(server.requests[0]?.body).toEqual(kind === "ollama" ? { model: "big" } : "");
});

it("our own server cuts by itself, and is not asked", async () => {
  const server = await localServer(() => undefined);
  expect(await (await adapterFor("nearfirst", server.url)).contextTokens()).toBeNull();
  expect(server.requests).toEqual([]);
});

it.each(ALL_KINDS)("a server of kind %s that does not tell has no limit, and no fault", async (kind) => {
  for (const [status, body] of [
    [404, "nothing here"],
    [200, "<html>"],
    [200, "{}"],
    [200, '{"data":[{"id":"big"}],"default_generation_settings":{}}'],
  ] as const) {
    const server = await localServer((response) => response.writeHead(status).end(body));
    expect(await (await adapterFor(kind, server.url)).contextTokens()).toBeNull();
  }
  expect(await (await adapterFor(kind, "http://127.0.0.1:9")).contextTokens()).toBeNull();
});

it("a server that says nothing at all holds nobody up for longer than a second", async () => {
  const server = await localServer(() => undefined);
  const adapter = await adapterFor("llama-server", server.url);
  const startedAt = performance.now();
  expect(await adapter.contextTokens()).toBeNull();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await server.allClosed();
});

describe("the length of a context", () => {
  /** Each ask takes the next of the script. */
  function limitOf(...script: (number | null | "fault")[]) {
    const clock = { ms: 0 };
    let asked = 0;
    const ask = async () => {
      const next = script[asked++];
      if (next === undefined) throw new Error("asked too often");
      if (next === "fault") throw new Error("unreachable");
      return next;
    };
    const limit = new ContextLimit(ask, () => clock.ms);
    return { limit, clock, asked: () => asked };
  }

  it("is asked for once, whoever wants to know", async () => {
    const { limit, asked } = limitOf(2_048);
    expect(await Promise.all([limit.tokens(), limit.tokens()])).toEqual([2_048, 2_048]);
    expect(await limit.tokens()).toBe(2_048);
    expect(asked()).toBe(1);
  });

  it("is asked for anew after five minutes, and nobody waits for that", async () => {
    const { limit, clock, asked } = limitOf(2_048, 4_096);
    await limit.tokens();
    clock.ms += 299_999;
    expect([await limit.tokens(), asked()]).toEqual([2_048, 1]);
    clock.ms += 1;
    expect([await limit.tokens(), asked()]).toEqual([2_048, 2]);
    expect(await limit.tokens()).toBe(4_096);
  });

  it("is kept where the server says nothing later, and asked for sooner after a fault", async () => {
    const { limit, clock } = limitOf("fault", 2_048, null);
    expect(await limit.tokens()).toBeNull();
    clock.ms += 30_000;
    await limit.tokens();
    expect(await limit.tokens()).toBe(2_048);
    clock.ms += 300_000;
    await limit.tokens();
    expect(await limit.tokens()).toBe(2_048);
  });
});
