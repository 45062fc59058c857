import { NearfirstError } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { HAND_MADE_TASKS, jsonLinesOf } from "../../../test/hand-made-infilling.js";
import type { Sandbox, SandboxRun } from "../../sandbox/sandbox.js";
import { HUMANEVAL_INFILLING } from "./humaneval-infilling.js";

const benchmark = HUMANEVAL_INFILLING.find(({ name }) => name === "humaneval-infilling-single-line");
if (benchmark === undefined) throw new Error("there is none");
const read = (items: readonly object[]) => benchmark.readTasks(jsonLinesOf(items), "tasks.jsonl");

describe("HumanEval-Infilling", () => {
  it("has the cursor on a line of its own: the line's break belongs to the file, not to the hole", () => {
    const [, task] = read(HAND_MADE_TASKS);
    expect(task).toMatchObject({
      id: "SingleLineInfilling/HumanEval/901/L0",
      cluster: "HumanEval/901",
      prefix: "def add_all(a, b):\n",
      target: "    total = 0",
      suffix: "\n    for each in (a, b):\n        total += each\n    return total\n",
      stopMode: "line",
      maxTokens: 50,
    });
  });

  it("runs the published program, byte for byte, with the right answer in the hole", async () => {
    const ran: string[] = [];
    const sandbox: Sandbox = {
      name: "one that only looks",
      async run({ input }: SandboxRun) {
        ran.push(input.slice(input.indexOf("\n") + 1));
        return { end: "exited", exitCode: 1, stdout: "", stderr: "", report: "", ms: 1 };
      },
    };
    const [first] = HAND_MADE_TASKS;
    const [task] = read(HAND_MADE_TASKS);
    if (first === undefined || task === undefined) throw new Error("there is a task");
    await task.judge(task.target, sandbox, new AbortController().signal);
    const { prompt, canonical_solution, suffix, test, entry_point } = first;
    expect(ran).toEqual([`${prompt}${canonical_solution}${suffix}\n${test}\ncheck(${entry_point})`]);
  });

  it.each([
    ["another schema", [{ task_id: "SingleLineInfilling/HumanEval/0/L0", text: "x" }], /tasks\.jsonl:1 .*entry_point/],
    ["one task twice", [HAND_MADE_TASKS[0] ?? {}, HAND_MADE_TASKS[0] ?? {}], /one task twice/],
  ])("%s is refused in words that name the place", (_, items, words) => {
    expect(() => read(items)).toThrow(words);
    expect(() => read(items)).toThrow(NearfirstError);
  });
});
