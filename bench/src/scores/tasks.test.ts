import { describe, expect, it } from "vitest";
import { BenchError } from "../bench.js";
import { chosenTasks, parseTasks, readTasks } from "./tasks.js";

const task = {
  id: "line/p/a.py@4",
  package: "p",
  domain: "other",
  path: "a.py",
  language: "python",
  kind: "line",
  offset: 4,
  target: "a = 1",
};

function linesOf(...tasks: object[]): string {
  return tasks.map((each) => `${JSON.stringify(each)}\n`).join("");
}

describe("a file of tasks", () => {
  it("is read line by line", () => {
    const { domain: _, ...read } = task;
    expect(parseTasks(linesOf(task, { ...task, id: "b" }), "x")).toEqual([read, { ...read, id: "b" }]);
  });

  it.each([
    ["no JSON", "{"],
    ["a number", "1\n"],
    ["null", "null\n"],
    ["an unknown kind", linesOf({ ...task, kind: "block" })],
    ["a negative offset", linesOf({ ...task, offset: -1 })],
    ["half an offset", linesOf({ ...task, offset: 1.5 })],
    ["an empty target", linesOf({ ...task, target: "" })],
    ["no package", linesOf({ ...task, package: undefined })],
  ])("with %s is refused with the line", (_, text) => {
    expect(() => parseTasks(linesOf({ ...task, id: "b" }) + text, "tasks.jsonl")).toThrow("tasks.jsonl:2 is no task");
  });

  it("is refused where it is empty, or names a task twice", () => {
    expect(() => parseTasks("\n", "x")).toThrow("no tasks");
    expect(() => parseTasks(linesOf(task, task), "x")).toThrow("two tasks with the same id");
  });

  it("that is not there is named, with what makes it", async () => {
    await expect(readTasks("/nowhere/tasks.jsonl")).rejects.toThrow(/nowhere.*nearfirst_training tasks/s);
    await expect(readTasks("/nowhere/tasks.jsonl")).rejects.toBeInstanceOf(BenchError);
  });
});

it("the first tasks of each kind are chosen", () => {
  const kinds = ["line", "suffix", "line", "statement", "line"];
  const tasks = parseTasks(linesOf(...kinds.map((kind, at) => ({ ...task, kind, id: String(at) }))), "x");
  const idsOf = (...given: [Parameters<typeof chosenTasks>[1], number | null]) =>
    chosenTasks(tasks, ...given).map((each) => each.id);
  expect(idsOf(["line", "suffix"], 2)).toEqual(["0", "2", "1"]);
  expect(idsOf(["line"], null)).toEqual(["0", "2", "4"]);
});
