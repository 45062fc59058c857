import { expect, test } from "vitest";
import { complete } from "./complete.js";
import { Session } from "./session.js";
import { capabilitiesOf, requestAt, ScriptedModel } from "./testing.js";

const signal = new AbortController().signal;

test("a picture becomes a request with the cursor at the block", () => {
  const request = requestAt("x = 1\nprint(█)\n");
  expect(request.document.text).toBe("x = 1\nprint()\n");
  expect(request.offset).toBe(12);
});

test("a picture without a cursor, or with two, is refused", () => {
  expect(() => requestAt("x = 1")).toThrow("exactly one █");
  expect(() => requestAt("█x█")).toThrow("exactly one █");
});

test("the scripted model answers through the whole pipeline, cut by the stop rule", async () => {
  const model = new ScriptedModel([{ after: "total = ", answer: "a + b\nreturn total" }]);
  const outcome = await complete(requestAt("total = █\n"), capabilitiesOf(model), new Session(), signal);
  expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "a + b", start: 8, end: 8 } });
  expect(outcome.trace.stopReason).toBe("statement");
});

test("a place that nothing was set up for fails the request", async () => {
  const model = new ScriptedModel([{ after: "total = ", answer: "1" }]);
  const outcome = await complete(requestAt("count = █\n"), capabilitiesOf(model), new Session(), signal);
  expect(outcome.kind).toBe("failed");
});

test("one more character costs one more evaluated token", async () => {
  const model = new ScriptedModel([
    { after: "x = ", answer: "10\n" },
    { after: "x = 2", answer: "0\n" },
  ]);
  const session = new Session();
  await complete(requestAt("x = █\n"), capabilitiesOf(model), session, signal);
  const outcome = await complete(requestAt("x = 2█\n"), capabilitiesOf(model), session, signal);
  expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "0" } });
  // The 2, and the middle token after it.
  expect(outcome.trace.promptTokens - outcome.trace.tokensReused).toBe(2);
});

test("a cancelled generation stops and is counted", async () => {
  const model = new ScriptedModel([{ after: "x = ", answer: "1" }], {
    beforeToken: () => new Promise(() => undefined),
  });
  const controller = new AbortController();
  const running = complete(requestAt("x = █\n"), capabilitiesOf(model), new Session(), controller.signal);
  await expect.poll(() => model.running).toBe(1);
  controller.abort();
  expect((await running).kind).toBe("cancelled");
  await expect.poll(() => model.running).toBe(0);
  expect(model.aborted).toBe(1);
});
