import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { keyOf, type Row, SETTINGS } from "./row.js";
import type { RowStore } from "./row-file.js";
import { runTasks, type TaskRunner } from "./run-tasks.js";

const TASKS = Array.from({ length: 12 }, (_, at) => ({ id: `task ${at}` }) as BenchmarkTask);

function inMemory(): RowStore<Row> & { readonly known: Map<string, Row> } {
  const known = new Map<string, Row>();
  return {
    known,
    add(row) {
      if (known.has(keyOf(row))) throw new Error("one row twice");
      known.set(keyOf(row), row);
    },
  };
}

/** Answers after a moment, and counts. */
function runnerOf(asked: string[], outcomeOf: (id: string) => string = () => "suggested"): TaskRunner {
  return {
    async run({ id }, setting, signal) {
      asked.push(`${setting} ${id}`);
      await sleep(2);
      signal.throwIfAborted();
      return { task: id, setting, outcome: outcomeOf(id) } as Row;
    },
    close: async () => undefined,
  };
}

const options = (runners: readonly TaskRunner[], store: RowStore<Row>, signal = new AbortController().signal) => ({
  settings: SETTINGS,
  store,
  runners,
  signal,
  onProgress: () => undefined,
});

describe("a run", () => {
  it("has one row a task and setting, however many runners there are", async () => {
    const asked: string[] = [];
    const store = inMemory();
    await runTasks(TASKS, options([runnerOf(asked), runnerOf(asked), runnerOf(asked)], store));
    expect(store.known.size).toBe(24);
    expect(asked).toHaveLength(24);
  });

  it("that is stopped keeps its rows, and the next one asks for the others alone", async () => {
    const controller = new AbortController();
    const store = inMemory();
    const stopped = options([runnerOf([])], store, controller.signal);
    const onProgress = (done: number) => {
      if (done === 5) controller.abort();
    };
    await expect(runTasks(TASKS, { ...stopped, onProgress })).rejects.toThrow("aborted");
    expect(store.known.size).toBe(5);
    const asked: string[] = [];
    await runTasks(TASKS, options([runnerOf(asked)], store));
    expect([store.known.size, asked.length]).toEqual([24, 19]);
  });

  it("ends with what a runner or the disk says, and all runners with it", async () => {
    const full = { ...inMemory(), add: () => failing("the disk is full") };
    await expect(runTasks(TASKS, options([runnerOf([]), runnerOf([])], full))).rejects.toThrow("the disk is full");
    const changed: TaskRunner = { run: () => failing("the model has changed"), close: async () => undefined };
    await expect(runTasks(TASKS, options([runnerOf([]), changed], inMemory()))).rejects.toThrow("has changed");
  });

  it("goes on after a failure, and gives up where nothing else comes", async () => {
    const store = inMemory();
    const oneFails = (id: string) => (id === "task 3" ? "failed: internal" : "suggested");
    await runTasks(TASKS, options([runnerOf([], oneFails)], store));
    expect(store.known.get("left task 3")?.outcome).toBe("failed: internal");
    const dead = runTasks(TASKS, options([runnerOf([], () => "failed: engine-crashed")], inMemory()));
    await expect(dead).rejects.toThrow(/failed 5 times in a row \(failed: engine-crashed\)/);
  });
});

function failing(words: string): never {
  throw new Error(words);
}
