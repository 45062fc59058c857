import { expect, it } from "vitest";
import { complete } from "./complete.js";
import { Session } from "./session.js";
import { capabilitiesOf, requestAt, ScriptedModel } from "./testing.js";

it("shows the code of a chat answer up to the stop, and is confident about the code alone", async () => {
  const answer = "Here it is:\n```python\nreturn a + b\nprint(add(1, 2))\n```";
  const model = new ScriptedModel([{ after: "b):\n    ", answer, probability: 0.5 }], { profile: { mode: "chat" } });
  const outcome = await complete(
    requestAt("def add(a, b):\n    █\n", { stopMode: "line" }),
    capabilitiesOf(model),
    new Session(),
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "return a + b" } });
  expect(outcome.trace).toMatchObject({ stopReason: "line", confidence: { tokens: 3, arithmeticMean: 0.5 } });
  expect(model.requests[0]?.stop.mode).toBe("tokens");
});

it("shows no line that only announces the code", async () => {
  const answer = "Sure! Here is the code:\nreturn a + b\n";
  const model = new ScriptedModel([{ after: "b):\n    ", answer, probability: 0.5 }], { profile: { mode: "chat" } });
  const outcome = await complete(
    requestAt("def add(a, b):\n    █\n", { stopMode: "line" }),
    capabilitiesOf(model),
    new Session(),
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "return a + b" } });
});

it("never makes a chat model begin with the word at the cursor: its answer may begin with a fence", async () => {
  const answer = "```python\nurn a + b\n```";
  const profile = { mode: "chat", tokenHealing: true } as const;
  const model = new ScriptedModel([{ after: "ret", answer }], { profile });
  const outcome = await complete(
    requestAt("def add(a, b):\n    ret█\n"),
    capabilitiesOf(model),
    new Session(),
    new AbortController().signal,
  );
  expect(model.requests[0]?.healedText).toBe("");
  expect(outcome).toMatchObject({ kind: "suggested", suggestion: { text: "urn a + b" } });
});
