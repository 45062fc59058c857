import { alwaysLarge } from "@nearfirst/core";
import { ScriptedLarge } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import { SCRIPT, serveDaemon } from "./served-daemon.js";

const ASKED = { prompt: "def f():\n    return ", suffix: "\n", language: "python" };

describe("OpenAI's completions", () => {
  it("answer with the code between prompt and suffix, which tier it is from, and why", async () => {
    const { post } = await serveDaemon();
    const reply = await post("/v1/completions", ASKED);
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({
      object: "text_completion",
      model: "scripted",
      choices: [{ index: 0, text: "alpha + beta", finish_reason: "stop", logprobs: null }],
      usage: { completion_tokens: 13 },
      nearfirst: { outcome: "suggested", tier: "local", source: "model" },
    });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "x-nearfirst-outcome": "suggested",
      "x-nearfirst-tier": "local",
      "x-nearfirst-reason": "this policy never asks a large model",
    });
  });

  it("say where a limit ended the answer, and end before a stop text", async () => {
    const { post } = await serveDaemon();
    const cut = await post("/v1/completions", { ...ASKED, max_tokens: 5 });
    expect(cut.json().choices[0]).toMatchObject({ text: "alpha", finish_reason: "length" });
    const stopped = await post("/v1/completions", { ...ASKED, stop: [" beta", "zzz"] });
    expect(stopped.json().choices[0]).toMatchObject({ text: "alpha +", finish_reason: "stop" });
  });

  it("stream in one event, since the answer is repaired as a whole", async () => {
    const { post } = await serveDaemon();
    const { text, headers } = await post("/v1/completions", { ...ASKED, stream: true });
    expect(headers.get("content-type")).toMatch("text/event-stream");
    expect(headers.get("x-nearfirst-tier")).toBe("local");
    const [event = "", done] = text.split("\n\n");
    expect(JSON.parse(event.replace(/^data: /, "")).choices[0]).toMatchObject({ text: "alpha + beta" });
    expect(done).toBe("data: [DONE]");
  });

  it("tell the log-probabilities of the tokens that are shown", async () => {
    const { post } = await serveDaemon();
    const { logprobs } = (
      await post("/v1/completions", { prompt: "total = ", suffix: "", language: "python", logprobs: 0 })
    ).json().choices[0];
    expect(logprobs.tokens.join("")).toBe("sum(items)");
    expect(logprobs.token_logprobs.every((each: number) => Math.abs(each - Math.log(0.25)) < 1e-9)).toBe(true);
    expect(logprobs.text_offset).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("take a batch of one, and no other", async () => {
    const { post } = await serveDaemon();
    expect((await post("/v1/completions", { ...ASKED, prompt: [ASKED.prompt] })).status).toBe(200);
    expect((await post("/v1/completions", { ...ASKED, prompt: [1, 2, 3] })).status).toBe(400);
    expect((await post("/v1/completions", { ...ASKED, n: 2 })).status).toBe(400);
  });

  it("come without a text and with a reason where no suggestion is wanted", async () => {
    const { post, model } = await serveDaemon({ settings: { declines: () => "language-disabled" } });
    const reply = await post("/v1/completions", ASKED);
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({
      choices: [{ text: "" }],
      nearfirst: { outcome: "declined", tier: "none", reason: "language-disabled" },
    });
    expect(model.requests).toEqual([]);

    const noComments = await serveDaemon({ settings: { inComments: false } });
    const comment = { ...ASKED, prompt: "def f():\n    # Here we return " };
    expect((await noComments.post("/v1/completions", comment)).json().nearfirst.reason).toBe("comments-off");
    const asked = (await noComments.post("/v1/completions", { ...comment, trigger: "explicit" })).json();
    expect(asked.choices[0].text).toMatch(/alpha/);

    const inWord = await serveDaemon();
    const skipped = await inWord.post("/v1/completions", { ...ASKED, suffix: "value" });
    expect(skipped.json().nearfirst).toEqual({
      outcome: "skipped",
      tier: "none",
      reason: "inside-word",
      source: "none",
    });
  });

  it.each([
    ["a line break", "return \r", "\n"],
    ["a character", "return \ud83d", "\ude00"],
    ["a byte order mark and the file's start", "", "\ufeff"],
  ])("insert nothing where prefix and suffix part %s", async (_, prompt, suffix) => {
    const { post } = await serveDaemon({ script: [...SCRIPT, { after: "", answer: "1" }] });
    const reply = await post("/v1/completions", { prompt, suffix, language: "python", trigger: "explicit" });
    expect(reply.json()).toMatchObject({ choices: [{ text: "" }], nearfirst: { reason: "replaces-text" } });
  });

  it("repeat an answer without asking the model again, and go on with it while it is typed", async () => {
    const { post, model } = await serveDaemon();
    await post("/v1/completions", ASKED);
    expect((await post("/v1/completions", ASKED)).json().choices[0].text).toBe("alpha + beta");
    const typed = await post("/v1/completions", { ...ASKED, prompt: `${ASKED.prompt}alp` });
    expect(typed.json()).toMatchObject({ choices: [{ text: "ha + beta" }], nearfirst: { source: "typed-through" } });
    expect(model.requests).toHaveLength(1);
  });

  it("answer every request of a client that asks for several places at once", async () => {
    const { post } = await serveDaemon();
    const texts = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const prompt = at % 2 === 0 ? `# ${at}\nreturn ` : `# ${at}\ntotal = `;
        return (await post("/v1/completions", { prompt, language: "python" })).json().choices[0].text;
      }),
    );
    expect(texts).toEqual(Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? "alpha + beta" : "sum(items)")));
  });

  it("show the client's own snippets to the model", async () => {
    const { post, model } = await serveDaemon();
    await post("/v1/completions", { ...ASKED, snippets: [{ path: "shop/cart.py", text: "class Cart: pass" }] });
    const prompt = String.fromCodePoint(...[...(model.requests[0]?.prompt ?? [])].map((id) => Math.max(0, id - 16)));
    expect(prompt).toContain("class Cart: pass");
  });

  it("fail in words that hold no code", async () => {
    const { post } = await serveDaemon({ model: { profile: { contextTokens: 64 } } });
    const reply = await post("/v1/completions", ASKED);
    expect(reply.status).toBe(400);
    expect(reply.json().error).toMatchObject({ code: 400, message: expect.stringMatching(/context of 64 tokens/) });
    expect(reply.headers.get("x-nearfirst-outcome")).toBe("failed");
  });
});

describe("what a large model is asked by an HTTP client", () => {
  const large = () => new ScriptedLarge([{ after: "return ", answer: "omega" }]);

  it("is code of a file in the workspace", async () => {
    const tier = large();
    const { post } = await serveDaemon({ capabilities: { large: tier, policy: alwaysLarge }, folder: "/work" });
    const reply = await post("/v1/completions", { ...ASKED, path: "shop/cart.py" });
    expect(reply.json()).toMatchObject({ choices: [{ text: "omega" }], nearfirst: { tier: "large" } });
    expect(tier.prompts).toHaveLength(1);
  });

  it.each([
    ["whose file is not told", {}],
    ["of a file outside of the workspace", { path: "../elsewhere/a.py" }],
    ["with a snippet from elsewhere", { path: "a.py", snippets: [{ path: "/etc/hosts", text: "127.0.0.1" }] }],
  ])("is no code %s: nobody knows what may leave", async (_, place) => {
    const tier = large();
    const { post } = await serveDaemon({ capabilities: { large: tier, policy: alwaysLarge }, folder: "/work" });
    const reply = await post("/v1/completions", { ...ASKED, ...place });
    expect(reply.json()).toMatchObject({ choices: [{ text: "alpha + beta" }], nearfirst: { tier: "local" } });
    expect(tier.departed).toEqual([]);
  });

  it("is no snippet from elsewhere that the same client sent for the same line before", async () => {
    const tier = large();
    const { post } = await serveDaemon({ capabilities: { large: tier, policy: alwaysLarge }, folder: "/work" });
    const elsewhere = [{ path: "/elsewhere/a.py", text: "alpha = beta" }];
    await post("/v1/completions", { ...ASKED, path: "shop/cart.py", snippets: elsewhere });
    await post("/v1/completions", { ...ASKED, prompt: "def f():\n    if x: return ", path: "shop/cart.py" });
    expect(tier.prompts).toMatchObject([{ path: "work/shop/cart.py", snippets: [] }]);
  });
});

describe("OpenAI's chat", () => {
  const ask = (content: unknown) => ({ messages: [{ role: "user", content }], language: "python" });

  it.each([
    ["def f():\n    return {{FILL_HERE}}\n"],
    ["Fill {{FILL_HERE}} below.\n<QUERY>\ndef f():\n    return {{FILL_HERE}}\n</QUERY>\nAnswer with code."],
    ["<|fim_prefix|>def f():\n    return <|fim_suffix|>\n<|fim_middle|>"],
    ["<AFTER>\n</AFTER>\n<BEFORE>def f():\n    return </BEFORE>\nReturn only the missing code."],
    [[{ type: "text", text: "def f():\n    return {{FILL_HERE}}\n" }]],
  ])("fills the hole that %j marks", async (content) => {
    const { post } = await serveDaemon();
    const reply = await post("/v1/chat/completions", ask(content));
    expect(reply.json()).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { role: "assistant", content: "alpha + beta" }, finish_reason: "stop" }],
      nearfirst: { tier: "local" },
    });
  });

  it("streams in one event", async () => {
    const { post } = await serveDaemon();
    const { text } = await post("/v1/chat/completions", { ...ask("return {{FILL_HERE}}"), stream: true });
    const [event = ""] = text.split("\n\n");
    expect(JSON.parse(event.replace(/^data: /, ""))).toMatchObject({
      object: "chat.completion.chunk",
      choices: [{ delta: { content: "alpha + beta" } }],
    });
  });

  it("finds at once that marks mark no hole, however many there are: others wait meanwhile", async () => {
    const { post } = await serveDaemon();
    const marks = "<fim_prefix>".repeat(1_000) + "<fim_suffix>".repeat(1_000) + "<QUERY>".repeat(1_000);
    const startedAt = performance.now();
    expect(await post("/v1/chat/completions", ask(marks))).toMatchObject({ status: 400 });
    // By patterns that try every combination it took seconds.
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("says what to do where no hole is marked", async () => {
    const { post, model } = await serveDaemon();
    const reply = await post("/v1/chat/completions", ask("Write me a poem."));
    expect(reply.status).toBe(400);
    expect(reply.json().error.message).toContain("{{FILL_HERE}}");
    expect(model.requests).toEqual([]);
  });
});

it("OpenAI's models name the local one", async () => {
  const { get } = await serveDaemon({ script: SCRIPT });
  expect((await get("/v1/models")).json()).toEqual({
    object: "list",
    data: [{ id: "scripted", object: "model", owned_by: "nearfirst" }],
  });
});
