/** The messages that are no part of LSP: what a client tells of suggestions, and what it is told of the server. */
import { alwaysLarge, NearfirstError, nearfirst, type Snippet } from "@nearfirst/core";
import { ScriptedLarge, StandingClock } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import type { InlineCompletionList } from "vscode-languageserver/node";
import type { LargeState } from "../../packages/cli/src/lsp/lsp-backend.js";
import { type InProcessOptions, startInProcess } from "./in-process-server.js";
import { cursorOf } from "./lsp-client.js";

const uri = "file:///a.py";
const tellsShown = { capabilities: { experimental: { nearfirst: { tellsShown: true } } } };

/** An editor with one document; each request comes a second after the one before. */
async function editor(options: InProcessOptions) {
  const clock = new StandingClock();
  const server = await startInProcess({ ...options, capabilities: { clock, ...options.capabilities } });
  const { connection } = server;
  let version = 0;
  const ask = async (picture: string, trigger: "automatic" | "explicit" = "automatic") => {
    clock.advance(1_000);
    const { text, position } = cursorOf(picture);
    const isOpen = version++ > 0;
    const textDocument = { uri, languageId: "python", version, text };
    if (isOpen)
      await connection.sendNotification("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    else await connection.sendNotification("textDocument/didOpen", { textDocument });
    const context = { triggerKind: trigger === "explicit" ? 1 : 2 };
    const { items } = await connection.sendRequest<InlineCompletionList>("textDocument/inlineCompletion", {
      textDocument: { uri },
      position,
      context,
    });
    const outcome = server.outcomes.at(-1);
    return { text: items[0]?.insertText, id: outcome?.suggestionId, tier: outcome?.tier, outcome };
  };
  const tell = (what: string, params: unknown) => connection.sendNotification(`nearfirst/${what}`, params as object);
  /** What was counted of suggestions, once all that was sent is read. */
  const actions = async () => {
    await connection.sendRequest("nearfirst/lastTrace");
    return server.backend.events.flatMap((event) => (event.type === "action" ? [event.action] : []));
  };
  return { ...server, ask, tell, actions };
}

const SCRIPT = [
  { after: "x = ", answer: "first + second" },
  { after: "first + second", answer: "\n" },
  { after: "x = 1", answer: "2" },
];
const LARGE = [{ after: "x = ", answer: "better" }];

describe("a client that tells what it shows", () => {
  it("has a suggestion rejected that it has shown, and none that it has not", async () => {
    const { ask, tell, actions, stop } = await editor({ script: SCRIPT, initialize: tellsShown });
    const { id } = await ask("x = █\n");
    await tell("rejected", { suggestionId: id });
    expect(await actions()).toEqual([]);
    await tell("shown", { suggestionId: id });
    await tell("shown", { suggestionId: id });
    await tell("rejected", { suggestionId: id });
    await tell("rejected", { suggestionId: id });
    expect(await actions()).toEqual(["shown", "rejected"]);
    await stop();
  });

  it("is asked nothing of one that was typed against before it was shown", async () => {
    const { ask, actions, stop } = await editor({ script: SCRIPT, initialize: tellsShown });
    await ask("x = █\n");
    await ask("x = 1█\n");
    expect(await actions()).toEqual([]);
    await stop();
  });
});

describe("a suggestion of which a part is accepted", () => {
  it("counts once, however it is told, and as accepted once all of it is", async () => {
    const { ask, tell, actions, stop } = await editor({ script: SCRIPT });
    const { id, text } = await ask("x = █\n");
    expect(text).toBe("first + second");
    await tell("partlyAccepted", { suggestionId: id, acceptedLength: 5 });
    const rest = await ask("x = first█\n");
    expect(rest).toMatchObject({ text: " + second", outcome: { source: "typed-through", tokensEvaluated: 0 } });
    expect(await actions()).toEqual(["partly-accepted"]);
    await tell("partlyAccepted", { suggestionId: rest.id, acceptedLength: " + second".length });
    expect(await actions()).toEqual(["partly-accepted", "accepted"]);
    await stop();
  });
});

describe("messages that say nothing", () => {
  it("change nothing, and the next request is answered", async () => {
    const { ask, tell, actions, messages, stop } = await editor({ script: SCRIPT });
    const { id } = await ask("x = █\n");
    for (const params of [undefined, null, [], [1], {}, { suggestionId: 5 }, { suggestionId: "never given" }])
      for (const what of ["shown", "partlyAccepted", "rejected"]) await tell(what, params);
    for (const acceptedLength of [undefined, 0, -1, 1.5, "3", null])
      await tell("partlyAccepted", { suggestionId: id, acceptedLength });
    expect(await actions()).toEqual([]);
    expect(messages).toEqual([]);
    expect((await ask("x = f█\n")).text).toBe("irst + second");
    await stop();
  });
});

describe("with a large model", () => {
  const cascade = () => {
    const large = new ScriptedLarge(LARGE);
    return { large, capabilities: { large, policy: nearfirst() } };
  };

  it("an explicit request where the local suggestion is shown brings the large model's", async () => {
    const { large, capabilities } = cascade();
    const { ask, stop } = await editor({ script: SCRIPT, capabilities });
    expect(await ask("x = █\n")).toMatchObject({ text: "first + second", tier: "local" });
    expect(large.prompts).toEqual([]);
    expect(await ask("x = █\n", "explicit")).toMatchObject({ text: "better", tier: "large" });
    expect(large.prompts).toMatchObject([{ draft: "first + second" }]);
    await stop();
  });

  it("a rejection brings it with the next request", async () => {
    const { capabilities } = cascade();
    const { ask, tell, stop } = await editor({ script: SCRIPT, capabilities });
    const { id } = await ask("x = █\n");
    await tell("rejected", { suggestionId: id });
    expect(await ask("x = █\n")).toMatchObject({ text: "better", tier: "large" });
    await stop();
  });

  it("a rejection of what was never shown does not", async () => {
    const { large, capabilities } = cascade();
    const { ask, tell, stop } = await editor({ script: SCRIPT, capabilities, initialize: tellsShown });
    const { id } = await ask("x = █\n");
    await tell("rejected", { suggestionId: id });
    expect(await ask("x = █\n")).toMatchObject({ text: "first + second", tier: "local" });
    expect(large.prompts).toEqual([]);
    await stop();
  });
});

describe("the status", () => {
  it("is told when the model is loaded, and each time it changes, once", async () => {
    let large: LargeState = { name: "gpu:8000, big", isDown: false, lastFault: null };
    const { ask, statuses, connection, stop } = await editor({ script: SCRIPT, settings: { large: () => large } });
    const ready = {
      model: "ready",
      modelName: "scripted",
      engine: "own",
      largeTier: "ready",
      largeName: "gpu:8000, big",
    };
    await expect.poll(() => statuses.at(-1)).toEqual({ ...ready, message: null });
    await ask("x = █\n");
    const { length } = statuses;
    large = { ...large, isDown: true, lastFault: "It cannot be reached. Start it." };
    await ask("x = █\n");
    await ask("x = █\n");
    expect(statuses.slice(length)).toEqual([
      { ...ready, largeTier: "down", message: "It cannot be reached. Start it." },
    ]);
    large = { ...large, isDown: false };
    await ask("x = █\n");
    expect(statuses.at(-1)).toEqual({ ...ready, message: null });
    expect(await connection.sendRequest("nearfirst/reload")).toBeNull();
    await expect.poll(() => statuses.slice(-2).map(({ model }) => model)).toEqual(["loading", "ready"]);
    await stop();
  });

  it("is followed by no question that is made of the folders before it", async () => {
    const large = new ScriptedLarge([{ after: "return ", answer: "omega" }]);
    let found: readonly Snippet[] = [{ path: "two/a.py", text: "alpha = 1", startLine: 0, score: 1 }];
    const retriever = { revision: 0, search: async () => found };
    const script = [{ after: "return ", answer: "alpha" }];
    const capabilities = { large, policy: alwaysLarge, retriever };
    const { ask, statuses, connection, stop } = await editor({ script, capabilities });
    await ask("return █\n");
    found = [];
    const { length } = statuses;
    await connection.sendRequest("nearfirst/reload");
    await expect.poll(() => statuses.slice(length).map(({ model }) => model)).toEqual(["loading", "ready"]);
    await ask("if x: return █\n");
    expect(large.prompts.map(({ snippets }) => snippets.map(({ path }) => path))).toEqual([["two/a.py"], []]);
    await stop();
  });

  it("says why the model cannot be loaded", async () => {
    const message = "There is no model. Install one.";
    const beforeOpen = () => Promise.reject(new NearfirstError({ code: "model-missing", message }));
    const { statuses, stop } = await editor({ beforeOpen });
    await expect
      .poll(() => statuses.at(-1))
      .toEqual({
        model: "failed",
        modelName: null,
        engine: null,
        largeTier: "none",
        largeName: null,
        message,
      });
    await stop();
  });

  it("never comes before the client is initialized", async () => {
    const server = await startInProcess({ script: [] });
    await expect.poll(() => server.statuses.length).toBeGreaterThan(0);
    expect(server.statuses[0]?.model).toMatch(/loading|ready/);
    await server.stop();
  });
});

describe("the last trace", () => {
  it("is text for the developer, with the code, given to who asks and told nowhere else", async () => {
    const { ask, connection, messages, outcomes, statuses, stop } = await editor({ script: SCRIPT });
    expect(await connection.sendRequest("nearfirst/lastTrace")).toBeNull();
    await ask("x = █\n");
    const trace = await connection.sendRequest<{ uri: string; text: string }>("nearfirst/lastTrace");
    expect(trace.uri).toBe(uri);
    expect(trace.text).toMatch(/^suggested: by the local model\n/);
    expect(trace.text).toContain("Stages, in milliseconds");
    expect(trace.text).toContain('"f"');
    expect(JSON.stringify([messages, outcomes, statuses])).not.toContain("first");
    await stop();
  });
});
