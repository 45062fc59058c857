import { describe, expect, it } from "vitest";
import { serveDaemon } from "./served-daemon.js";

/** What llama.vim sends for a cursor behind `return ` in a file of four lines. */
const FROM_LLAMA_VIM = {
  input_prefix: "import math\n\ndef f():\n",
  input_suffix: "\nprint(f())\n",
  input_extra: [] as { text: string; time: number[]; filename: string }[],
  prompt: "    return ",
  n_predict: 128,
  stop: [],
  n_indent: 4,
  top_k: 40,
  top_p: 0.99,
  stream: false,
  samplers: ["top_k", "top_p", "infill"],
  cache_prompt: true,
  t_max_prompt_ms: 500,
  t_max_predict_ms: 1_000,
  response_fields: [
    "content",
    "timings/prompt_n",
    "timings/prompt_ms",
    "timings/prompt_per_token_ms",
    "timings/prompt_per_second",
    "timings/predicted_n",
    "timings/predicted_ms",
    "timings/predicted_per_token_ms",
    "timings/predicted_per_second",
    "truncated",
    "tokens_cached",
  ],
};

describe("llama.cpp's infill", () => {
  it("answers llama.vim with just the fields that it asks for, under their flat names", async () => {
    const { post } = await serveDaemon({ model: { profile: { languages: ["python"] } } });
    const reply = await post("/infill", FROM_LLAMA_VIM);
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.json())).toEqual(FROM_LLAMA_VIM.response_fields);
    expect(reply.json()).toMatchObject({
      content: "alpha + beta",
      "timings/prompt_n": expect.any(Number),
      "timings/predicted_n": 13,
      truncated: false,
      tokens_cached: 0,
    });
    expect(reply.headers.get("x-nearfirst-tier")).toBe("local");
  });

  it("tells everything where no fields are named", async () => {
    const { post } = await serveDaemon();
    const { response_fields, ...asked } = FROM_LLAMA_VIM;
    expect(response_fields.length).toBeGreaterThan(0);
    expect((await post("/infill", asked)).json()).toMatchObject({
      content: "alpha + beta",
      stop: true,
      stop_type: "word",
      model: "scripted",
      tokens_predicted: 13,
      timings: { predicted_n: 13 },
      nearfirst: { outcome: "suggested", tier: "local" },
    });
  });

  it("asks no model for what llama.vim sends ahead of time", async () => {
    const { post, model } = await serveDaemon();
    const ahead = { input_prefix: "", input_suffix: "", prompt: "", n_predict: 0, response_fields: [""] };
    const reply = await post("/infill", { ...FROM_LLAMA_VIM, ...ahead });
    expect(reply.json()).toEqual({});
    expect(model.requests).toEqual([]);
  });

  it("shows the newest snippets to the model, and takes the language from them", async () => {
    const { post, model } = await serveDaemon({ model: { profile: { languages: ["python", "go"] } } });
    const refused = await post("/infill", { ...FROM_LLAMA_VIM, response_fields: null });
    expect(refused.json().nearfirst).toMatchObject({ outcome: "skipped", reason: "unsupported-language" });
    const input_extra = [
      { text: "old = 1\n", time: [1, 2], filename: "old.py" },
      { text: "class Cart:\n    pass\n", time: [3, 4], filename: "shop/cart.py" },
    ];
    const answered = await post("/infill", { ...FROM_LLAMA_VIM, input_extra });
    expect(answered.json().content).toBe("alpha + beta");
    const prompt = String.fromCodePoint(...[...(model.requests[0]?.prompt ?? [])].map((id) => Math.max(0, id - 16)));
    expect(prompt).toContain("class Cart:");
  });

  it("goes on with an answer while it is typed, without asking the model", async () => {
    const { post, model } = await serveDaemon();
    await post("/infill", FROM_LLAMA_VIM);
    const typed = await post("/infill", { ...FROM_LLAMA_VIM, prompt: "    return alp" });
    expect(typed.json().content).toBe("ha + beta");
    expect(model.requests).toHaveLength(1);
  });

  it("streams as llama.cpp does: the text, then the end with the counts", async () => {
    const { post } = await serveDaemon();
    const { text } = await post("/infill", { ...FROM_LLAMA_VIM, stream: true, response_fields: null });
    const events = text
      .trim()
      .split("\n\n")
      .map((event) => JSON.parse(event.replace(/^data: /, "")));
    expect(events).toMatchObject([
      { content: "alpha + beta", stop: false },
      { content: "", stop: true, tokens_predicted: 13 },
    ]);
  });

  it("refuses a request without a prefix, and one that is not for it", async () => {
    const { post } = await serveDaemon();
    expect((await post("/infill", { prompt: "x" })).status).toBe(400);
    expect((await post("/infill", { ...FROM_LLAMA_VIM, input_extra: "all" })).status).toBe(400);
  });
});

it("llama.cpp's props tell the context's size, and no path of this machine", async () => {
  const { get } = await serveDaemon();
  const reply = await get("/props");
  expect(reply.json()).toMatchObject({ default_generation_settings: { n_ctx: 4096 }, model_path: "scripted" });
});
