import { expect, it } from "vitest";
import { madeFile } from "../../test/made-evaluation.js";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { NO_SANDBOX } from "../sandbox/no-sandbox.js";
import { judgeRows, type TaskRow } from "./judge-rows.js";
import { JUDGED_FORMAT, type JudgedRow } from "./judged-row.js";

/** Judged within a few turns of the event loop. `onBegin` may throw. */
function rowsOf(count: number, onBegin: (task: string) => void): readonly TaskRow[] {
  const tasks = Array.from({ length: count }, (_, at) => `${at}`);
  const { rows } = madeFile(
    "m",
    tasks.map((task) => ({ task, isRight: true })),
  );
  return [...rows.values()].map((row) => {
    const judge = async () => {
      onBegin(row.task);
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      return { kind: "passed", error: null, ms: 1 } as const;
    };
    return { row, task: { id: row.task, target: "x", place: null, judge } as unknown as BenchmarkTask };
  });
}

function options(parallel: number, signal: AbortSignal) {
  const known = new Map<string, JudgedRow>();
  const store = { known, add: (row: JudgedRow) => void known.set(JUDGED_FORMAT.keyOf(row), row) };
  return { sandbox: NO_SANDBOX, store, parallel, signal, onProgress: () => undefined };
}

const { signal } = new AbortController();

it("judges rows several at a time, and gives verdicts in their order", async () => {
  const judged = await judgeRows(
    rowsOf(10, () => undefined),
    options(3, signal),
  );
  expect(judged.map(({ judged: { task, verdict } }) => `${task} ${verdict}`)).toEqual(
    Array.from({ length: 10 }, (_, at) => `${at} passed`),
  );
});

it("begins nothing more where one cannot be judged, and rejects with its reason once the others are at rest", async () => {
  const begun: string[] = [];
  const rows = rowsOf(20, (task) => {
    if (task === "4") throw new Error("no room for its copy");
    begun.push(task);
  });
  const given = options(3, signal);
  await expect(judgeRows(rows, given)).rejects.toThrow("no room for its copy");
  const [begunThen, judgedThen] = [begun.length, given.store.known.size];
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect([begun.length, given.store.known.size]).toEqual([begunThen, judgedThen]);
  expect(begunThen).toBeLessThan(8);
});
