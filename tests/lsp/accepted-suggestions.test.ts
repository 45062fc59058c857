import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LOOK_AFTER_SECONDS } from "../../packages/cli/src/lsp/accepted-watch.js";
import { CANCELLATION_GRACE_MS } from "../../packages/cli/src/lsp/newest-request.js";
import { pass, scene, textOf, uri } from "./inline-scene.js";
import { cursorOf } from "./lsp-client.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("after a suggestion was accepted", () => {
  const script = [
    { after: "x = ", answer: "abc" },
    { after: "x = abc", answer: " + defghijklmnopqrstuv" },
    { after: "x = abc\n", answer: "y" },
  ];
  const ACCEPTED = "x = abc█\n";

  /** Asks, and accepts as an editor does: the text first, then the command. */
  const acceptIn = async ({ ask, documents, completions }: Awaited<ReturnType<typeof scene>>) => {
    const first = ask("x = █\n");
    await pass(200);
    const accepted = cursorOf(ACCEPTED).text;
    documents.open(uri, "python", 100, accepted);
    completions.edited(uri, [{ start: 4, end: 4, length: 3 }]);
    completions.fates.told("accepted", first.answer?.notification.suggestionId);
  };

  it("the next request finds its answer, and evaluates nothing", async () => {
    const editor = await scene(script);
    await acceptIn(editor);
    await pass(300);
    const next = editor.ask(ACCEPTED);
    await pass(0);
    expect(textOf(next)).toEqual([" + defghijklmnopqrstuv"]);
    expect(next.answer?.notification).toMatchObject({ source: "cache", tokensEvaluated: 0, forwardPasses: 0 });
    expect(editor.model.requests).toHaveLength(2);
  });

  it("with which its line is complete, the request on the next line finds its answer", async () => {
    const editor = await scene([
      { after: "x = ", answer: "abc" },
      { after: "x = abc", answer: "" },
      { after: "x = abc\n    ", answer: "y = 2" },
    ]);
    const first = editor.ask("def f():\n    x = █\n");
    await pass(200);
    const accepted = "def f():\n    x = abc█\n";
    editor.documents.open(uri, "python", 100, cursorOf(accepted).text);
    editor.completions.fates.told("accepted", first.answer?.notification.suggestionId);
    await pass(200);
    const next = editor.ask("def f():\n    x = abc\n    █\n");
    await pass(0);
    expect(textOf(next)).toEqual(["y = 2"]);
    expect(next.answer?.notification).toMatchObject({ source: "cache", tokensEvaluated: 0 });
    expect(editor.model.requests).toHaveLength(3);
  });

  it("the next request takes over what is in the making", async () => {
    const editor = await scene(script);
    await acceptIn(editor);
    await pass(30);
    const next = editor.ask("x = abc █\n");
    await pass(230);
    expect(textOf(next)).toEqual(["+ defghijklmnopqrstuv"]);
    expect(next.answer?.notification).toMatchObject({ source: "in-flight", tokensEvaluated: 0 });
    expect(editor.model.requests).toHaveLength(2);
  });

  it("says the same where the editor tells of it before it inserts the text", async () => {
    const { ask, documents, completions, model } = await scene(script);
    const first = ask("x = █\n");
    await pass(200);
    completions.fates.told("accepted", first.answer?.notification.suggestionId);
    expect(model.requests).toHaveLength(1);
    documents.open(uri, "python", 100, cursorOf(ACCEPTED).text);
    completions.edited(uri, [{ start: 4, end: 4, length: 3 }]);
    await pass(0);
    expect(model.requests).toHaveLength(2);
  });

  it("what is made ahead ends with another request, with an edit that it does not fit, and when the document closes", async () => {
    for (const act of [
      ({ ask }: Awaited<ReturnType<typeof scene>>) => void ask("x = abc\n█"),
      ({ documents, completions }: Awaited<ReturnType<typeof scene>>) => {
        documents.open(uri, "python", 101, "y = abc\n");
        completions.edited(uri, [{ start: 0, end: 1, length: 1 }]);
      },
      ({ completions }: Awaited<ReturnType<typeof scene>>) => completions.closed(uri),
    ]) {
      const editor = await scene(script);
      await acceptIn(editor);
      await pass(30);
      expect(editor.model.running).toBe(1);
      act(editor);
      await pass(CANCELLATION_GRACE_MS + 20);
      expect(editor.model).toMatchObject({ running: 0, aborted: 1 });
    }
  });

  it("goes on being made while the developer types its beginning", async () => {
    const { documents, completions, ask, model } = await scene(script);
    await acceptIn({ documents, completions, ask } as Awaited<ReturnType<typeof scene>>);
    await pass(30);
    documents.open(uri, "python", 101, "x = abc \n");
    completions.edited(uri, [{ start: 7, end: 7, length: 1 }]);
    await pass(CANCELLATION_GRACE_MS + 20);
    expect(model.aborted).toBe(0);
  });

  it("nothing is made ahead where suggestions come only when asked for", async () => {
    const { ask, completions, documents, model } = await scene(script, { settings: { automatic: false } });
    const first = ask("x = █\n", "explicit");
    await pass(200);
    documents.open(uri, "python", 100, cursorOf(ACCEPTED).text);
    completions.fates.told("accepted", first.answer?.notification.suggestionId);
    await pass(100);
    expect(model.requests).toHaveLength(1);
  });

  it("shows nothing by itself, and asks no large model", async () => {
    const editor = await scene(script);
    await acceptIn(editor);
    await pass(200);
    expect(editor.events.filter(({ type }) => type === "request")).toHaveLength(1);
  });
});

describe("the statistics", () => {
  const script = [{ after: "x = ", answer: "abcdef" }];
  const settings = { delayMs: 0 };

  it("have each request, and that its suggestion was accepted and kept, as the file tells it", async () => {
    const { ask, events } = await scene([...script, { after: "abcdef\n", answer: "y" }], { settings });
    const first = ask("x = █\n");
    await pass(100);
    const id = first.answer?.notification.suggestionId;
    expect(events).toMatchObject([{ type: "request", outcome: "suggested", suggestionId: id, languageId: "python" }]);
    ask("x = abcdef█\n", "explicit");
    await pass(100);
    expect(events).toContainEqual({ type: "action", suggestionId: id, action: "accepted" });
    await pass(LOOK_AFTER_SECONDS * 1_000);
    const survival = { type: "survival", suggestionId: id, afterSeconds: LOOK_AFTER_SECONDS, keptShare: 1 };
    expect(events).toContainEqual(survival);
  });

  it("have it once where the editor says so too", async () => {
    const { ask, completions, events } = await scene([...script, { after: "abcdef", answer: "y" }], { settings });
    const first = ask("x = █\n");
    await pass(100);
    const id = first.answer?.notification.suggestionId;
    completions.fates.told("accepted", id);
    ask("x = abcdef█\n");
    await pass(100);
    completions.fates.told("accepted", id);
    expect(events.filter(({ type }) => type === "action")).toEqual([
      { type: "action", suggestionId: id, action: "accepted" },
    ]);
  });

  it.each([
    ["dismissed by the editor", "told"],
    ["asked for another", "explicit"],
  ])("have a suggestion that was refused: %s", async (_, how) => {
    const { ask, completions, events } = await scene(script, { settings });
    const first = ask("x = █\n");
    await pass(100);
    const id = first.answer?.notification.suggestionId;
    if (how === "told") completions.fates.told("dismissed", id);
    else ask("x = █\n", "explicit");
    await pass(100);
    expect(events).toContainEqual({ type: "action", suggestionId: id, action: "rejected" });
  });

  it("have a suggestion that was typed by hand to its end", async () => {
    const { ask, events } = await scene([...script, { after: "abcdef", answer: "y" }], { settings });
    for (const picture of ["x = █\n", "x = a█\n", "x = ab█\n", "x = abcde█\n", "x = abcdef█\n"]) {
      ask(picture);
      await pass(100);
    }
    expect(events.filter(({ type }) => type === "action")).toMatchObject([{ action: "typed-through" }]);
  });

  it("hold no code", async () => {
    const { ask, events } = await scene(script, { settings });
    ask("x = █\n");
    await pass(100);
    expect(JSON.stringify(events)).not.toContain("abc");
  });
});
