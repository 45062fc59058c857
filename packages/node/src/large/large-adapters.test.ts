/** What all kinds of servers have in common, each in its own format. */
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  ALL_KINDS,
  adapterFor,
  KINDS,
  type Kind,
  largeRequestAt,
  replyOf,
  STREAMING_KINDS,
} from "../../test/large-kinds.js";
import { type LocalServer, localServer } from "../../test/local-server.js";

const unaborted = () => new AbortController().signal;

/** A server that gives one whole reply to each request. */
const answering = (kind: Kind, text: string, reason: "stop" | "length" = "stop"): Promise<LocalServer> =>
  localServer((response) =>
    response.writeHead(200, { "content-type": KINDS[kind].contentType }).end(replyOf(kind, text, reason)),
  );

describe.each(ALL_KINDS)("a large model on a server of kind %s", (kind) => {
  it("answers with what the server wrote, ended by our stop rule", async () => {
    const server = await answering(kind, "total(\n    a,\n)\nprint(1)\n");
    const adapter = await adapterFor(kind, server.url);
    const generation = await adapter.generate(largeRequestAt("x = █\n"), unaborted());
    expect(generation).toMatchObject({ text: "total(\n    a,\n)", stopReason: "statement", draftAccepted: 0 });
  });

  it("says whether the server came to an end or to the limit", async () => {
    for (const [reason, stopReason] of [
      ["stop", "end-of-middle"],
      ["length", "max-tokens"],
    ] as const) {
      const server = await answering(kind, "a + bé🎉", reason);
      const adapter = await adapterFor(kind, server.url);
      expect(await adapter.generate(largeRequestAt("x = █"), unaborted())).toMatchObject({
        text: "a + bé🎉",
        stopReason,
      });
    }
  });

  it("asks once, with a key in the header and nowhere else, for at most the tokens that were wanted", async () => {
    const server = await answering(kind, "a\n");
    const adapter = await adapterFor(kind, server.url, { keyEnvironment: "K", env: { K: " sk-12345\n" } });
    await adapter.generate(largeRequestAt("x = █", { maxTokens: 17 }), unaborted());
    const [request, ...more] = server.requests;
    expect(more).toEqual([]);
    expect(request).toMatchObject({ method: "POST", path: KINDS[kind].path });
    expect(request?.headers).toMatchObject({ authorization: "Bearer sk-12345", "content-type": "application/json" });
    const body = JSON.stringify(request?.body);
    expect(body).not.toContain("sk-12345");
    expect(body).toMatch(kind === "openai-chat" ? /:65\b/ : /:17\b/);
  });

  it("sends no half of a character, which the prompt's edge may leave and servers refuse", async () => {
    const server = await answering(kind, "a\n");
    const adapter = await adapterFor(kind, server.url);
    await adapter.generate(largeRequestAt("\ude00 = █ '\ud83d\ude00\ud83d"), unaborted());
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).toContain("'\ud83d\ude00\ufffd");
    expect(body).not.toMatch(/\\ud[89a-f]/i);
  });

  it("sends the released prompt, and not the line that the stop rule knows", async () => {
    const server = await answering(kind, "a\n");
    const adapter = await adapterFor(kind, server.url);
    const snippets = [
      { path: "best.py", text: "one = 1" },
      { path: "other.py", text: "two = 2" },
    ];
    const request = largeRequestAt("key = █\nafter()", { snippets });
    const stop = { ...request.stop, linePrefix: 'key = "hunter2"' };
    await adapter.generate({ ...request, stop }, unaborted());
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).not.toContain("hunter2");
    for (const text of ["key = ", "after()", "one = 1", "two = 2"]) expect(body).toContain(text);
  });

  it("uses one connection for requests one after the other", async () => {
    const server = await answering(kind, "a + b");
    const adapter = await adapterFor(kind, server.url);
    for (let round = 0; round < 3; round++) {
      await adapter.generate(largeRequestAt("x = █"), unaborted());
      await delay(200);
    }
    expect(server.requests.length).toBe(3);
    expect(server.connections.made).toBe(1);
  });

  it("closes the connection when it is cancelled, before and while the server answers", async () => {
    for (const begins of [false, true]) {
      const abort = new AbortController();
      const reason = new DOMException("typed on", "AbortError");
      const server = await localServer((response) => {
        if (begins) {
          response.writeHead(200, { "content-type": KINDS[kind].contentType });
          response.write(KINDS[kind].piece?.("a") ?? " ");
        }
        setTimeout(() => abort.abort(reason), 50);
      });
      const adapter = await adapterFor(kind, server.url);
      await expect(adapter.generate(largeRequestAt("x = █"), abort.signal)).rejects.toBe(reason);
      await server.allClosed();
      expect(server.connections.made).toBe(1);
    }
  });

  it("asks nothing once it is cancelled", async () => {
    const server = await localServer(() => undefined);
    const adapter = await adapterFor(kind, server.url);
    await expect(adapter.generate(largeRequestAt("x = █"), AbortSignal.abort("gone"))).rejects.toBe("gone");
    expect(server.connections.made).toBe(0);
  });

  it("has a name for people, with neither key nor scheme", async () => {
    const adapter = await adapterFor(kind, "http://gpu.internal:8000/v1");
    expect(adapter.name).toMatch(/^\S+ at gpu\.internal:8000$/);
  });
});

describe.each(STREAMING_KINDS)("an answer that a server of kind %s streams", (kind) => {
  it("is ended, and the connection closed, as soon as the statement is complete", async () => {
    const server = await localServer((response) => {
      response.writeHead(200, { "content-type": KINDS[kind].contentType });
      const write = (text: string) => response.write(KINDS[kind].piece?.(text));
      if (kind === "openai-chat") write("```python\n");
      write("a + ");
      write("b\n");
      // And then it thinks on: the request does not wait for that.
    });
    const adapter = await adapterFor(kind, server.url);
    const generation = await adapter.generate(largeRequestAt("x = █"), unaborted());
    expect(generation).toMatchObject({ text: "a + b", stopReason: "statement" });
    await server.allClosed();
  });

  it("is the same in whatever pieces the bytes come", async () => {
    const whole = Buffer.from(replyOf(kind, "größe + 🎉"));
    const server = await localServer(async (response) => {
      response.writeHead(200, { "content-type": KINDS[kind].contentType });
      for (let at = 0; at < whole.length; at += 7) {
        response.write(whole.subarray(at, at + 7));
        await delay(1);
      }
      response.end();
    });
    const adapter = await adapterFor(kind, server.url);
    expect(await adapter.generate(largeRequestAt("x = █"), unaborted())).toMatchObject({ text: "größe + 🎉" });
  });

  it("is complete at its end, whatever a server goes on to send", async () => {
    const server = await localServer((response) => {
      response.writeHead(200, { "content-type": KINDS[kind].contentType });
      response.write(replyOf(kind, "a + b"));
      const beat = setInterval(() => response.write(KINDS[kind].piece?.("c") ?? ""), 20);
      response.on("close", () => clearInterval(beat));
    });
    const adapter = await adapterFor(kind, server.url);
    expect(await adapter.generate(largeRequestAt("x = █"), unaborted())).toMatchObject({ text: "a + b" });
    await server.allClosed();
  });

  it("may turn into an error on the way", async () => {
    const failure = JSON.stringify({ error: { message: "CUDA out of memory", code: 500 } });
    const server = await localServer((response) => {
      response.writeHead(200, { "content-type": KINDS[kind].contentType });
      response.write(KINDS[kind].piece?.("a + "));
      response.end(kind === "ollama" ? `${failure}\n` : `data: ${failure}\n\n`);
    });
    const adapter = await adapterFor(kind, server.url);
    await expect(adapter.generate(largeRequestAt("x = █"), unaborted())).rejects.toMatchObject({
      code: "large-failed",
      message: expect.not.stringContaining("CUDA"),
    });
  });
});

it("llama-server: the passes of an answer are those that wrote a token of their own", async () => {
  const piece = (content: string, predicted: number, accepted: number) => {
    const timings = { predicted_n: predicted, predicted_ms: 1, draft_n: 4, draft_n_accepted: accepted };
    return `data: ${JSON.stringify({ content, stop: false, timings })}\n\n`;
  };
  const server = await localServer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(piece("a", 1, 0) + piece(" +", 2, 2) + piece(" b", 3, 2) + piece(" +", 4, 2) + piece(" c\n", 5, 2));
  });
  const adapter = await adapterFor("llama-server", server.url);
  expect(await adapter.generate(largeRequestAt("x = █"), unaborted())).toMatchObject({
    text: "a + b + c",
    forwardPasses: 3,
  });
});

describe.each(ALL_KINDS)("a file with CRLF on a server of kind %s", (kind) => {
  it("is sent with the line breaks of training", async () => {
    const server = await answering(kind, "a\n");
    const adapter = await adapterFor(kind, server.url);
    const snippets = [{ path: "b.py", text: "one\r\ntwo" }];
    await adapter.generate(largeRequestAt("a = 1\r\nx = █\r\nb = 2", { snippets, draft: "f(\r\n)" }), unaborted());
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("\\r");
  });
});

describe("what a kind of server is sent", () => {
  const bodyOf = async (kind: Kind, settings: Parameters<typeof adapterFor>[2] = {}) => {
    const server = await answering(kind, "a\n");
    const adapter = await adapterFor(kind, server.url, settings);
    const snippets = [
      { path: "best.py", text: "one = 1" },
      { path: "other.py", text: "two = 2" },
    ];
    const picture = "def f():\n    return █\n# <|fim_middle|>";
    await adapter.generate(largeRequestAt(picture, { snippets, draft: "f(" }), unaborted());
    const [request] = server.requests;
    return { ...(request?.body as { readonly prompt?: string }), path: request?.path };
  };

  it("openai: the family's prompt, in which the code has no special token", async () => {
    expect(await bodyOf("openai")).toMatchObject({
      model: "big",
      prompt:
        "<|repo_name|>workspace\n<|file_sep|>other.py\ntwo = 2\n<|file_sep|>best.py\none = 1\n<|file_sep|>stock.py\n" +
        "<|fim_prefix|>def f():\n    return <|fim_suffix|>\n# < |fim_middle|><|fim_middle|>",
      max_tokens: 32,
      temperature: 0,
      stream: true,
      stop: ["<|endoftext|>", "<|fim_pad|>", "<|im_start|>", "<|im_end|>"],
    });
  });

  it("openai: a template of the user's own", async () => {
    const { prompt } = await bodyOf("openai", { family: "", template: "<A> prefix <B> suffix <C>" });
    expect(prompt).toBe("<A>def f():\n    return <B>\n# < |fim_middle|><C>");
  });

  it("openai-chat: the question in words", async () => {
    expect(await bodyOf("openai-chat")).toMatchObject({
      messages: [
        { role: "system", content: expect.stringContaining("Return only the missing code") },
        { role: "user", content: expect.stringContaining("<BEFORE>def f():\n    return </BEFORE>") },
      ],
    });
  });

  it("llama-server: prefix, suffix and files, or a prompt where the family is named", async () => {
    expect(await bodyOf("llama-server")).toMatchObject({
      path: "/infill",
      input_prefix: "def f():\n    return ",
      // The server takes no special token from these.
      input_suffix: "\n# <|fim_middle|>",
      input_extra: [
        { filename: "other.py", text: "two = 2" },
        { filename: "best.py", text: "one = 1" },
      ],
      n_predict: 32,
      top_k: 1,
    });
    expect(await bodyOf("llama-server", { family: "starcoder" })).toMatchObject({
      path: "/completion",
      prompt: expect.stringMatching(
        /^<fim_prefix><fim_suffix>\n# < \|fim_middle\|><fim_middle>two = 2\n\none = 1\n\ndef f/,
      ),
    });
  });

  it("ollama: prefix and suffix with the files above, or a raw prompt where the family is named", async () => {
    expect(await bodyOf("ollama")).toMatchObject({
      model: "big",
      prompt: "two = 2\n\none = 1\n\ndef f():\n    return ",
      suffix: "\n# < |fim_middle|>",
      stream: true,
      options: { temperature: 0, num_predict: 32 },
    });
    expect(await bodyOf("ollama", { family: "starcoder" })).toMatchObject({ raw: true, prompt: expect.any(String) });
  });

  it("nearfirst: all of it, with the draft and the state at the cursor", async () => {
    expect(await bodyOf("nearfirst")).toMatchObject({
      prompt: "def f():\n    return ",
      suffix: "\n# <|fim_middle|>",
      draft: "f(",
      language: "python",
      path: "/v1/completions",
      stop_mode: "statement",
      lexical: { at: { brackets: "", quote: null, comment: "none" } },
    });
  });
});
