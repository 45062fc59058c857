/** Product and harness hold together: a row replays to the decision that `complete()` itself took (invariant 12 in ARCHITECTURE.md). */
import { complete, decide, POLICY_NAMES, policyNamed, Session } from "@nearfirst/core";
import { capabilitiesOf, ScriptedLarge, ScriptedModel } from "@nearfirst/core/testing";
import { WorkerSyntaxParser } from "@nearfirst/node";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { HAND_MADE_TASKS, jsonLinesOf } from "../../test/hand-made-infilling.js";
import { HUMANEVAL_INFILLING } from "../benchmarks/humaneval-infilling/humaneval-infilling.js";
import { answerTask, requestOf } from "./answer-task.js";
import { rowSchema, SETTINGS } from "./row.js";

const parser = new WorkerSyntaxParser();
afterAll(() => parser.close());

const TASKS = HUMANEVAL_INFILLING[0]?.readTasks(jsonLinesOf(HAND_MADE_TASKS), "tasks") ?? [];
const { signal } = new AbortController();

/** Good, wrong, broken, blank, cut off at the limit of tokens. */
const ANSWERS = [
  "    return a + b",
  "    x = 1",
  "    return (a + ]",
  "    if:",
  "   ",
  `    x = ${"a + ".repeat(60)}b`,
];

const asked = fc.record({
  task: fc.constantFrom(...TASKS),
  setting: fc.constantFrom(...SETTINGS),
  answer: fc.constantFrom(...ANSWERS),
  probability: fc.double({ min: 0.01, max: 1, noNaN: true }),
  policy: fc.constantFrom(...POLICY_NAMES),
  threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

describe("a recorded row", () => {
  it("replays to the tier, reason, score and point of the request itself, by every policy at every threshold", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ task, setting, answer, probability, policy: name, threshold }) => {
        const policy = policyNamed(name, threshold);
        const script = [{ after: "", answer, probability }];
        const syntax = { parser, limitMs: 60_000 };
        const large = new ScriptedLarge([{ after: "", answer: "    return b + a" }]);
        const live = await complete(
          requestOf(task, setting),
          capabilitiesOf(new ScriptedModel(script), { policy, large, syntax }),
          new Session(),
          signal,
        );
        const recorded = await answerTask(task, setting, capabilitiesOf(new ScriptedModel(script), { syntax }), signal);
        // As it comes back from the disk.
        const { facts } = rowSchema.parse(JSON.parse(JSON.stringify(recorded)));
        if (facts === null || live.trace.routing === null) throw new Error("both have come to a decision");
        const { tier, reason, score, point } = decide(policy, facts);
        const { decision, reason: liveReason, score: liveScore, point: livePoint } = live.trace.routing;
        expect({ tier, reason, score, point }).toEqual({
          tier: decision,
          reason: liveReason,
          score: liveScore,
          point: livePoint,
        });
      }),
      { numRuns: 200 },
    );
  }, 240_000);

  it("has what was shown, what the model said, and what both syntax gates say of it", async () => {
    const [task] = TASKS;
    if (task === undefined) throw new Error("there is a task");
    const model = new ScriptedModel([{ after: "", answer: "    return a + b", probability: 0.5 }]);
    const capabilities = capabilitiesOf(model, { syntax: { parser, limitMs: 60_000 } });
    expect(await answerTask(task, "left-and-right", capabilities, signal)).toMatchObject({
      task: task.id,
      setting: "left-and-right",
      outcome: "suggested",
      text: "    return a + b",
      stopReason: "end-of-middle",
      syntax: { live: "valid", strict: "valid" },
      facts: { confidence: { tokens: 3, arithmeticMean: 0.5 }, isBlank: false },
    });
    expect(model.requests[0]?.maxTokens).toBe(50);
  });

  it("is there too where nothing is suggested, or the model fails", async () => {
    const [task] = TASKS;
    if (task === undefined) throw new Error("there is a task");
    const ask = (model: ScriptedModel) => answerTask(task, "left", capabilitiesOf(model), signal);
    const blank = new ScriptedModel([{ after: "", answer: "   " }]);
    expect(await ask(blank)).toMatchObject({ outcome: "dropped: blank", text: null, facts: { isBlank: true } });
    expect(await ask(new ScriptedModel([]))).toMatchObject({ outcome: "failed: internal", text: null, facts: null });
  });
});
