/** What every API says of an answer, whatever its own form has room for. */
import { describe, expect, it } from "vitest";
import { serveDaemon } from "./served-daemon.js";

const CODE = "def f():\n    return ";
/** The same place by each API, once with a hole that is completed and once inside a word. */
const APIS: readonly (readonly [string, string, (suffix: string) => object])[] = [
  ["OpenAI's completions", "/v1/completions", (suffix) => ({ prompt: CODE, suffix, language: "python" })],
  [
    "OpenAI's completions, streamed,",
    "/v1/completions",
    (suffix) => ({ prompt: CODE, suffix, language: "python", stream: true }),
  ],
  [
    "OpenAI's chat",
    "/v1/chat/completions",
    (suffix) => ({ messages: [{ role: "user", content: `${CODE}{{FILL_HERE}}${suffix}` }], language: "python" }),
  ],
  [
    "OpenAI's chat, streamed,",
    "/v1/chat/completions",
    (suffix) => ({
      messages: [{ role: "user", content: `${CODE}{{FILL_HERE}}${suffix}` }],
      language: "python",
      stream: true,
    }),
  ],
  ["llama.cpp's infill", "/infill", (suffix) => ({ input_prefix: CODE, input_suffix: suffix, prompt: "" })],
  [
    "Tabby's completions",
    "/v1/completions",
    (suffix) => ({ language: "python", segments: { prefix: CODE, suffix, filepath: "shop/cart.py" } }),
  ],
];

describe("an answer's headers", () => {
  it.each(APIS)("tell tier and reason by %s", async (_, path, ask) => {
    const { post } = await serveDaemon({ model: { profile: { languages: ["python"] } } });
    const suggested = await post(path, ask("\n"));
    expect(suggested.status).toBe(200);
    expect(Object.fromEntries(suggested.headers)).toMatchObject({
      "x-nearfirst-outcome": "suggested",
      "x-nearfirst-tier": "local",
      "x-nearfirst-reason": "this policy never asks a large model",
      "x-nearfirst-source": "model",
    });
    const nothing = await post(path, ask("value\n"));
    expect(nothing.status).toBe(200);
    expect(Object.fromEntries(nothing.headers)).toMatchObject({
      "x-nearfirst-outcome": "skipped",
      "x-nearfirst-tier": "none",
      "x-nearfirst-reason": "inside-word",
      "x-nearfirst-source": "none",
    });
  });
});
