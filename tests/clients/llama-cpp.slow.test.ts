/** The daemon with the embedded model, asked by what llama.vim and llama.vscode send, field by field, as their sources have it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOADING_MS, ServedProcess } from "./served-process.js";

const BEFORE = `import json


def read_settings(path):
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    return settings


def read_orders(path):
`;
const CODE = {
  input_prefix: BEFORE,
  input_suffix: "\n        orders = json.load(file)\n    return orders\n",
  prompt: "    with open(",
};

/** llama.vscode, src/llama-server.ts: createRequestPayload, with its default settings. */
const FROM_LLAMA_VSCODE = {
  ...CODE,
  input_extra: [{ text: "class Cart:\n    pass\n", time: 1_700_000_000_000, filename: "cart.py" }],
  n_predict: 128,
  top_k: 40,
  top_p: 0.99,
  stream: false,
  samplers: ["top_k", "top_p", "infill"],
  cache_prompt: true,
  n_indent: 4,
  t_max_prompt_ms: 500,
  t_max_predict_ms: 2_500,
};

/** llama.vim, autoload/llama.vim: llama#fim. */
const FROM_LLAMA_VIM = {
  ...FROM_LLAMA_VSCODE,
  input_extra: [{ text: "class Cart:\n    pass\n", time: [1, 2], filename: "cart.py" }],
  stop: [],
  response_fields: ["content", "timings/prompt_n", "timings/predicted_n", "truncated", "tokens_cached"],
};

describe("llama.cpp's clients", () => {
  const served = new ServedProcess();
  beforeAll(() => served.start(), LOADING_MS);
  afterAll(() => served.stop());

  /** Both plugins send their key so. */
  const infill = async (asked: object) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${served.token}` };
    const reply = await fetch(`${served.url}/infill`, { method: "POST", headers, body: JSON.stringify(asked) });
    return { status: reply.status, value: JSON.parse(await reply.text()) };
  };

  it("llama.vscode gets the text and the timings that it reads", async () => {
    const { status, value } = await infill(FROM_LLAMA_VSCODE);
    expect(status).toBe(200);
    expect(value.content).toMatch(/^path/);
    expect(value.truncated).toBe(false);
    expect(value.timings.predicted_n).toBeGreaterThan(0);
    expect(value.timings.predicted_per_second).toBeGreaterThan(0);
    expect(value.timings.prompt_n).toBeGreaterThan(0);
  });

  it("llama.vim gets the same text under the names that it asks for", async () => {
    const { content } = (await infill(FROM_LLAMA_VSCODE)).value;
    const { value } = await infill(FROM_LLAMA_VIM);
    expect(Object.keys(value)).toEqual(FROM_LLAMA_VIM.response_fields);
    expect(value.content).toBe(content);
  });

  it("evaluates nothing for what both send ahead of time", async () => {
    const ahead = { input_prefix: "", input_suffix: "", prompt: "", n_predict: 0, samplers: [], t_max_predict_ms: 1 };
    const { status, value } = await infill({ ...FROM_LLAMA_VSCODE, ...ahead });
    expect(status).toBe(200);
    expect(value).toMatchObject({ content: "", tokens_evaluated: 0, tokens_predicted: 0 });
  });
});
