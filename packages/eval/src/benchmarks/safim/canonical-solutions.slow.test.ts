/**
 * A seeded sample of the published data in the sandbox: the right answers pass, empty ones fail. The data are not in the
 * repository: NEARFIRST_BENCHMARKS names the folder that has them.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canContainPrograms } from "../../../test/can-contain-programs.js";
import { sampleTasks } from "../../rows/sample-tasks.js";
import { openSandbox } from "../../sandbox/open-sandbox.js";
import { openData } from "../open-data.js";
import { SAFIM } from "./safim.js";

const folder = process.env["NEARFIRST_BENCHMARKS"] ?? "";
const { signal } = new AbortController();
const TOOLS: Readonly<Record<string, string>> = {
  java: "/usr/bin/javac",
  cpp: "/usr/bin/g++",
  python: "/usr/bin/python3",
};
const there = SAFIM.filter(({ data, name }) => {
  const isThere = folder !== "" && existsSync(join(folder, data.fileName));
  if (!isThere) console.warn(`SKIPPED: NEARFIRST_BENCHMARKS names no folder with ${data.fileName} (${name}).`);
  return isThere && canContainPrograms(TOOLS[name.split("-").at(-1) as string]);
});

if (there.length === 0) it.skip("the data are not here", () => undefined);

describe.each(there)("$name", (benchmark) => {
  it("a seeded sample of right answers passes, and fails without them", async () => {
    const { tasks } = await openData(benchmark, { path: folder, accept: "published", signal });
    const sandbox = await openSandbox(signal);
    for (const task of sampleTasks(tasks, { limit: 10, seed: 42 })) {
      expect(await task.judge(task.target, sandbox, signal), task.id).toMatchObject({ kind: "passed" });
      expect((await task.judge("", sandbox, signal)).kind, task.id).not.toBe("passed");
    }
  }, 3_600_000);
});
