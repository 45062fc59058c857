import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { releaseLock, takeLock } from "./lock-file.js";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-lock-"));
  lock = join(folder, "a.lock");
});
afterEach(() => {
  releaseLock(lock);
  rmSync(folder, { recursive: true });
});

/** More than any system gives. */
const NO_PROCESS = 2 ** 22 + 1;

it("is held by one at a time, in this process too, and leaves nothing behind", () => {
  expect(takeLock(lock)).toEqual({ kind: "taken" });
  expect(takeLock(lock)).toEqual({ kind: "held", by: { processId: process.pid, host: hostname() } });
  expect(readdirSync(folder)).toEqual(["a.lock"]);
  releaseLock(lock);
  expect(readdirSync(folder)).toEqual([]);
  expect(takeLock(lock)).toEqual({ kind: "taken" });
});

it.each([
  ["of a process that is gone", JSON.stringify({ processId: NO_PROCESS, host: hostname() })],
  ["of this process's number, from before", JSON.stringify({ processId: process.pid, host: hostname() })],
  ["that a loss of power left empty", ""],
])("%s is taken over", (_, text) => {
  writeFileSync(lock, text);
  expect(takeLock(lock)).toEqual({ kind: "taken" });
  expect(readdirSync(folder)).toEqual(["a.lock"]);
});

it("of a process that runs, of another machine, or that cannot be read stays, also when it is released here", () => {
  const running = { processId: process.ppid, host: hostname() };
  const elsewhere = { processId: 1, host: "another-machine" };
  for (const by of [running, elsewhere]) {
    writeFileSync(lock, JSON.stringify(by));
    expect(takeLock(lock)).toEqual({ kind: "held", by });
  }
  writeFileSync(lock, "{");
  expect(takeLock(lock)).toEqual({ kind: "unknown" });
  releaseLock(lock);
  expect(readFileSync(lock, "utf8")).toBe("{");
});

it("is not waited for without end where one that was taking a dead lock away died too", () => {
  writeFileSync(lock, JSON.stringify({ processId: NO_PROCESS, host: hostname() }));
  writeFileSync(`${lock}.dead`, "");
  expect(takeLock(lock)).toEqual({ kind: "unknown" });
  utimesSync(`${lock}.dead`, 0, 0);
  expect(takeLock(lock)).toEqual({ kind: "taken" });
  expect(readdirSync(folder)).toEqual(["a.lock"]);
});

it("that cannot be written is the system's error", () => {
  expect(() => takeLock(join(folder, "missing", "a.lock"))).toThrow("ENOENT");
});

it("goes to exactly one of several processes that want it at once, a dead one's too", async () => {
  const module = new URL("../dist/lock-file.js", import.meta.url).href;
  const script = join(folder, "take.mjs");
  writeFileSync(
    script,
    `import { takeLock } from ${JSON.stringify(module)};
    process.on("message", (lock) => {
      try { process.send(takeLock(lock).kind); } catch (thrown) { process.send(String(thrown)); }
    });
    process.send("ready");`,
  );
  const children = Array.from({ length: 4 }, () => fork(script));
  try {
    await Promise.all(children.map(next));
    for (let round = 0; round < 200; round++) {
      const path = join(folder, `${round}.lock`);
      if (round % 2 === 1) writeFileSync(path, JSON.stringify({ processId: NO_PROCESS, host: hostname() }));
      const answers = Promise.all(children.map(next));
      for (const child of children) child.send(path);
      const kinds = await answers;
      expect(kinds.filter((kind) => kind === "taken")).toHaveLength(1);
      expect(kinds.filter((kind) => kind !== "taken")).toEqual(["held", "held", "held"]);
    }
  } finally {
    for (const child of children) child.kill();
  }
});

const next = (child: ChildProcess) => new Promise<unknown>((resolve) => child.once("message", resolve));
