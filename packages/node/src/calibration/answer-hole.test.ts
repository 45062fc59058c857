import { mcComStatic, NearfirstError } from "@nearfirst/core";
import { capabilitiesOf, ScriptedLarge, ScriptedModel } from "@nearfirst/core/testing";
import { expect, it } from "vitest";
import { answerHole, type HoleInFile } from "./answer-hole.js";
import { simulateRequest } from "./simulate-request.js";

const FILE: HoleInFile = {
  uri: "file:///a.py",
  languageId: "python",
  text: "def f(a, b):\n    return a * b\n",
  hole: { start: 24, end: 29 },
  stopMode: "line",
};
const AFTER = "return ";

function ask(local: string, large: string, probability = 0.5, fault?: NearfirstError) {
  const model = new ScriptedModel([{ after: AFTER, answer: local, probability }]);
  const tier = new ScriptedLarge([{ after: AFTER, answer: large }], fault === undefined ? {} : { fault });
  const capabilities = capabilitiesOf(model, { large: tier });
  return answerHole(FILE, { capabilities, maxTokens: 20, signal: new AbortController().signal });
}

it("a row has both answers, each asked without the hole's text", async () => {
  const row = await ask("a + b", "a * b");
  expect(row).toMatchObject({
    task: "file:///a.py:24",
    local: { isRight: false },
    large: { isRight: true },
    facts: { confidence: { arithmeticMean: expect.closeTo(0.5, 9) }, isBlank: false },
  });
  if ("kind" in row) throw new Error("there is a row");
  const options = { user: "accepts-all", networkMs: 0 } as const;
  expect(simulateRequest(mcComStatic(), row, options)).toMatchObject({ tier: "large", isRight: true });
});

it("the local answer does not count as the large model's where that says nothing", async () => {
  expect(await ask("a * b", "")).toMatchObject({ local: { isRight: true }, large: { isRight: false } });
});

it("a large model that fails gives no row, and says why", async () => {
  const fault = new NearfirstError({ code: "large-busy", message: "for the test" });
  expect(await ask("a + b", "a * b", 0.5, fault)).toEqual({ kind: "no-row", tier: "large", reason: "large-busy" });
});
