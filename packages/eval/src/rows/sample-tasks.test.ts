import { expect, it } from "vitest";
import type { BenchmarkTask } from "../benchmarks/benchmark.js";
import { sampleTasks } from "./sample-tasks.js";

const TASKS = Array.from({ length: 500 }, (_, at) => ({ id: `${at}` }) as BenchmarkTask);
const drawn = (limit: number, seed: number) => sampleTasks(TASKS, { limit, seed }).map(({ id }) => Number(id));

it("a sample is the same for the same seed, in the benchmark's order, and part of every larger one", () => {
  const some = drawn(50, 42);
  expect(some).toHaveLength(50);
  expect(drawn(50, 42)).toEqual(some);
  expect([...some].sort((one, other) => one - other)).toEqual(some);
  expect(drawn(200, 42)).toEqual(expect.arrayContaining(some));
  expect(drawn(50, 7)).not.toEqual(some);
  expect(drawn(10_000, 42)).toHaveLength(500);
});
