import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readHoleTasks } from "./hole-tasks.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-tasks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const TASK = { id: "HumanEval/1", language: "python", prefix: "a = ", target: "1 + 2", suffix: "\nprint(a)\n" };

function read(...lines: readonly unknown[]) {
  const path = join(folder, "tasks.jsonl");
  writeFileSync(path, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  return readHoleTasks(path);
}

it("a task is a hole in the text that its three parts make", async () => {
  const [line, statement] = await read(TASK, "", { ...TASK, id: "2", stop: "statement" });
  expect(line).toMatchObject({ languageId: "python", text: "a = 1 + 2\nprint(a)\n", hole: { start: 4, end: 9 } });
  expect([line?.stopMode, statement?.stopMode]).toEqual(["line", "statement"]);
});

it("what is no task is named by its line, without its code", async () => {
  const wrong = { ...TASK, id: "2", target: "" };
  await expect(read(TASK, wrong)).rejects.toMatchObject({
    code: "file-unreadable",
    message: expect.stringMatching(/tasks\.jsonl:2 is no task \("target"\)/),
  });
  await expect(read("{ half")).rejects.toThrow(/tasks\.jsonl:1 is no task/);
  await expect(read(TASK, TASK)).rejects.toThrow(/two tasks with one id/);
  await expect(readHoleTasks(join(folder, "none.jsonl"))).rejects.toThrow(/cannot be read \(ENOENT\)/);
});
