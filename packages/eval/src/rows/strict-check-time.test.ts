import type { SyntaxParser } from "@nearfirst/core";
import { capabilitiesOf, ScriptedModel, StandingClock } from "@nearfirst/core/testing";
import { describe, expect, it } from "vitest";
import { HAND_MADE_TASKS, jsonLinesOf } from "../../test/hand-made-infilling.js";
import { HUMANEVAL_INFILLING } from "../benchmarks/humaneval-infilling/humaneval-infilling.js";
import { answerTask } from "./answer-task.js";
import { rowSchema } from "./row.js";

const [task] = HUMANEVAL_INFILLING[0]?.readTasks(jsonLinesOf(HAND_MADE_TASKS), "tasks") ?? [];
if (task === undefined) throw new Error("there is a task");
const { signal } = new AbortController();
const LOADING_MS = 500;
const PARSING_MS = 3;

/** Loads on the first text, and says of one that it has seen before what it said then, at once. */
function slowOnceParser(clock: StandingClock): SyntaxParser & { readonly parsed: string[] } {
  const parsed: string[] = [];
  return {
    parsed,
    async parse(text) {
      if (parsed.length === 0) clock.advance(LOADING_MS);
      if (!parsed.includes(text)) clock.advance(PARSING_MS);
      parsed.push(text);
      return [];
    },
  };
}

async function answered(answer: string, parser: SyntaxParser | null, clock: StandingClock) {
  const model = new ScriptedModel([{ after: "", answer }]);
  const syntax = parser === null ? null : { parser, limitMs: 60_000 };
  const row = await answerTask(
    task as NonNullable<typeof task>,
    "left",
    capabilitiesOf(model, { clock, syntax }),
    signal,
  );
  return rowSchema.parse(JSON.parse(JSON.stringify(row)));
}

describe("the time of the strict gate in a row", () => {
  it("is that of a parse, without the loading of the parser and not from its memory, each time", async () => {
    const clock = new StandingClock();
    const parser = slowOnceParser(clock);
    const times = [];
    for (let at = 0; at < 30; at++) times.push((await answered("    return a + b", parser, clock)).ms.strict);
    expect(new Set(times)).toEqual(new Set([PARSING_MS]));
    for (const text of parser.parsed.filter((each) => each.endsWith("\n\n")))
      expect(text.trimEnd()).toBe(`${task.prefix}    return a + b${task.suffix}`.trimEnd());
  });

  it("is no part of the request's own time", async () => {
    const clock = new StandingClock();
    const parser = slowOnceParser(clock);
    await answered("    return a + b", parser, clock);
    const { ms } = await answered("    return a - b", parser, clock);
    expect(ms).toMatchObject({ strict: PARSING_MS });
    expect(ms.total).toBeLessThanOrEqual(PARSING_MS * 2);
  });

  it("is absent where nothing is parsed", async () => {
    const clock = new StandingClock();
    const unable: SyntaxParser = { parse: async () => null };
    expect((await answered("   ", slowOnceParser(clock), clock)).ms).not.toHaveProperty("strict");
    expect((await answered("    return a", unable, clock)).ms).not.toHaveProperty("strict");
    expect((await answered("    return a", null, clock)).ms).not.toHaveProperty("strict");
  });
});
