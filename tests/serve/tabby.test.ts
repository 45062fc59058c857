import { mcComDynamic } from "@nearfirst/core";
import { ScriptedLarge } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import { serveDaemon } from "./served-daemon.js";

/** What Tabby's agent sends for a cursor behind `return `. */
const FROM_AGENT = {
  language: "python",
  segments: { prefix: "def f():\n    return ", suffix: "\n", filepath: "shop/cart.py" },
  user: "developer",
  temperature: 0.1,
};

describe("Tabby's completions", () => {
  it("answer its agent between the segments, beside OpenAI's on the same path", async () => {
    const { post } = await serveDaemon();
    const reply = await post("/v1/completions", FROM_AGENT);
    expect(reply.json()).toEqual({
      id: expect.stringMatching(/\w/),
      choices: [{ index: 0, text: "alpha + beta" }],
      nearfirst: { outcome: "suggested", tier: "local", reason: expect.any(String), source: "model" },
    });
    expect(reply.headers.get("x-nearfirst-tier")).toBe("local");
    const openAi = await post("/v1/completions", { prompt: "total = ", language: "python" });
    expect(openAi.json().object).toBe("text_completion");
  });

  it("show the model what the editor knows: declarations first", async () => {
    const { post, model } = await serveDaemon();
    const declarations = [{ filepath: "shop/item.py", body: "class Item: pass" }];
    const opened = [{ filepath: "shop/old.py", body: "class Old: pass", score: 1 }];
    const segments = {
      ...FROM_AGENT.segments,
      declarations,
      relevant_snippets_from_changed_files: null,
      relevant_snippets_from_recently_opened_files: opened,
    };
    await post("/v1/completions", { ...FROM_AGENT, segments });
    const prompt = String.fromCodePoint(...[...(model.requests[0]?.prompt ?? [])].map((id) => Math.max(0, id - 16)));
    expect(prompt).toContain("class Item: pass");
    expect(prompt).toContain("class Old: pass");
  });

  it("refuse segments that are none", async () => {
    const { post } = await serveDaemon();
    expect((await post("/v1/completions", { segments: null })).status).toBe(400);
    expect((await post("/v1/completions", { segments: { suffix: "x" } })).status).toBe(400);
  });
});

describe("Tabby's events", () => {
  const view = (id: string) => ({ type: "view", completion_id: id, choice_index: 0, view_id: `view-${id}` });

  it("count in the statistics, each once", async () => {
    const { post, backend } = await serveDaemon();
    const { id } = (await post("/v1/completions", FROM_AGENT)).json();
    const reply = await post("/v1/events", view(id));
    expect([reply.status, reply.text]).toEqual([200, ""]);
    for (let times = 0; times < 2; times++) await post("/v1/events", { ...view(id), type: "select", elapsed: 900 });
    expect(backend.events).toMatchObject([
      { type: "request", suggestionId: id, outcome: "suggested", languageId: "python" },
      { type: "action", suggestionId: id, action: "shown" },
      { type: "action", suggestionId: id, action: "accepted" },
    ]);
  });

  it("count the taking of a line by what the file shows afterwards, not by the event", async () => {
    const { post, backend } = await serveDaemon();
    const { id } = (await post("/v1/completions", FROM_AGENT)).json();
    await post("/v1/events?select_kind=line", { ...view(id), type: "select" });
    expect(backend.events.filter((each) => each.type === "action")).toEqual([]);
  });

  it("send a dismissed place to the large model at the next request", async () => {
    const large = new ScriptedLarge([{ after: "return ", answer: "omega" }]);
    const capabilities = { large, policy: mcComDynamic };
    const { post } = await serveDaemon({ capabilities, folder: "/work" });
    const local = (await post("/v1/completions", FROM_AGENT)).json();
    expect(local).toMatchObject({ choices: [{ text: "alpha + beta" }], nearfirst: { tier: "local" } });
    await post("/v1/events", { ...view(local.id), type: "dismiss" });
    const next = (await post("/v1/completions", FROM_AGENT)).json();
    expect(next).toMatchObject({ choices: [{ text: "omega" }], nearfirst: { tier: "large" } });
  });

  it("about completions that nobody knows change nothing, and other events are refused", async () => {
    const { post, backend } = await serveDaemon();
    expect((await post("/v1/events", view("no-such-id"))).status).toBe(200);
    expect((await post("/v1/events", { ...view("x"), type: "buy" })).status).toBe(400);
    expect(backend.events).toEqual([]);
  });
});

it("Tabby's health tells the model, and its agent that it is not to report its use", async () => {
  const { get, url } = await serveDaemon();
  expect((await get("/v1/health")).json()).toMatchObject({ model: "scripted", device: "cpu", cuda_devices: [] });
  expect((await get("/v1beta/server_setting")).json()).toEqual({ disable_client_side_telemetry: true });
  expect((await fetch(`${url}/v1/health`)).status).toBe(401);
});
