import { capabilitiesOf, ScriptedLarge, ScriptedModel } from "@nearfirst/core/testing";
import type { HoleInFile } from "@nearfirst/node";
import { expect, it } from "vitest";
import { captureRequests } from "./captured-request.js";
import { type DelayedModel, measureDraft } from "./measure.js";

const FILE: HoleInFile = {
  uri: "file:///a.py",
  languageId: "python",
  text: "def f(a, b):\n    return a * b\n",
  hole: { start: 24, end: 29 },
  stopMode: "line",
};
const AFTER = "return ";
const { signal } = new AbortController();

function captured(local: string, large: string) {
  const model = new ScriptedModel([{ after: AFTER, answer: local }]);
  const tier = new ScriptedLarge([{ after: AFTER, answer: large }]);
  const capabilities = { ...capabilitiesOf(model), large: tier };
  return captureRequests(FILE, { capabilities, maxTokens: 20, contextTokens: 2_048, signal });
}

it("the local answer is the draft of the second request alone, and the large model's own answers have none", async () => {
  const requests = await captured("a + b", "a * b");
  expect(requests?.once).toMatchObject({ isRight: true, request: { prompt: { draft: "" } } });
  expect(requests?.iterative).toMatchObject({
    isRight: true,
    request: { prompt: { draft: "a + b" } },
    generation: { draftOffered: 0 },
  });
});

it("a draft that changes the answer is told, whatever the delay", async () => {
  const request = (await captured("a + b", "a * b"))?.iterative.request;
  if (request === undefined) throw new Error("there is a request");
  const { model: honest } = new ScriptedLarge([{ after: AFTER, answer: "a * b" }]);
  const swayed: DelayedModel["drafting"] = {
    name: "swayed",
    contextTokens: async () => null,
    generate: async (asked, own) => ({ ...(await honest.generate(asked, own)), text: asked.prompt.draft }),
  };
  const at = (delayMs: number, drafting: DelayedModel["drafting"]) => ({ delayMs, plain: honest, drafting });
  const same = await measureDraft(request, { models: [at(0, honest), at(50, honest)], first: "plain", signal });
  expect(same).toMatchObject({ difference: null, draftOffered: 5, draftAccepted: 2 });
  expect(same.timings.map(({ delayMs }) => delayMs)).toEqual([0, 50]);
  const other = await measureDraft(request, { models: [at(0, honest), at(50, swayed)], first: "drafting", signal });
  expect(other.difference).toContain("a + b");
});
