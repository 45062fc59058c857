import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOT_SCANNED } from "@nearfirst/core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { chanceOf } from "../chance.js";
import { plantedSecret } from "../testing/planted-secrets.js";
import { WorkerSecretFinder } from "./worker-secret-finder.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const open: WorkerSecretFinder[] = [];
afterEach(async () => {
  for (const finder of open.splice(0)) await finder.close();
});

/** A finder whose worker is the script, or the real one. */
function finderWith(script?: string, limits: { limitMs?: number; startLimitMs?: number } = { limitMs: 30_000 }) {
  const workerScript = join(folder, `worker-${Math.random().toString(36).slice(2)}.mjs`);
  if (script !== undefined)
    writeFileSync(workerScript, `import { parentPort as port } from "node:worker_threads";\n${script}`);
  const finder = new WorkerSecretFinder({
    startLimitMs: 60_000,
    ...limits,
    ...(script === undefined ? {} : { workerScript }),
  });
  open.push(finder);
  return finder;
}

const signal = new AbortController().signal;
const nothingScanned = (text: string) => [{ start: 0, end: text.length, rule: NOT_SCANNED }];
const READY = `port.postMessage({ type: "ready" });`;

describe("the finder in a worker", () => {
  it("finds what the rules find", { timeout: 90_000 }, async () => {
    const { code, secret } = plantedSecret("npm", chanceOf(1));
    const finder = finderWith();
    await finder.start();
    const [found, ...more] = await finder.find(`${code}\n`, signal);
    expect(`${code}\n`.slice(found?.start, found?.end)).toBe(secret);
    expect(more).toEqual([]);
    expect(await finder.find("", signal)).toEqual([]);
  });

  it("looks at many texts for one request without a warning of too many listeners", async () => {
    const finder = finderWith(
      `${READY} port.on("message", ({ id }) => port.postMessage({ type: "found", id, found: [] }));`,
    );
    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on("warning", listen);
    const one = new AbortController();
    await Promise.all(Array.from({ length: 30 }, (_, at) => finder.find(`x = ${at}\n`, one.signal)));
    // Node warns in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings.map(({ name }) => name)).toEqual([]);
  });

  it("ends a worker that takes too long, lets nothing through, and starts another", async () => {
    const finder = finderWith(
      `${READY} port.on("message", ({ id, text }) => { while (text === "hostile"); port.postMessage({ type: "found", id, found: [] }); });`,
      { limitMs: 300 },
    );
    await finder.start();
    const slow = finder.find("hostile", signal);
    expect(await slow).toEqual(nothingScanned("hostile"));
    expect(await finder.find("harmless", signal)).toEqual([]);
  });

  it("lets nothing through where the worker fails, ends, or cannot start", async () => {
    const failing = finderWith(
      `${READY} port.on("message", ({ id }) => port.postMessage({ type: "found", id, found: null }));`,
    );
    expect(await failing.find("text", signal)).toEqual(nothingScanned("text"));
    const ending = finderWith(`${READY} port.on("message", () => process.exit(1));`);
    expect(await ending.find("text", signal)).toEqual(nothingScanned("text"));
    const broken = finderWith(`throw new Error("broken");`);
    expect(await broken.find("text", signal)).toEqual(nothingScanned("text"));
    const silent = finderWith(`setInterval(() => undefined, 1_000);`, { startLimitMs: 200 });
    expect(await silent.find("text", signal)).toEqual(nothingScanned("text"));
    const missing = new WorkerSecretFinder({ workerScript: join(folder, "nowhere.mjs") });
    open.push(missing);
    expect(await missing.find("text", signal)).toEqual(nothingScanned("text"));
  });

  it("does not look at a text that no prompt can be", async () => {
    const finder = finderWith(
      `${READY} port.on("message", ({ id }) => port.postMessage({ type: "found", id, found: [] }));`,
    );
    const endless = "a".repeat(500_001);
    expect(await finder.find(endless, signal)).toEqual(nothingScanned(endless));
  });

  it("rejects with the signal's reason once aborted, also while the worker starts", async () => {
    const controller = new AbortController();
    const finder = finderWith(`setInterval(() => undefined, 1_000);`);
    const waiting = finder.find("text", controller.signal);
    controller.abort(new Error("typed on"));
    await expect(waiting).rejects.toThrow("typed on");
    const working = finderWith(`${READY} port.on("message", () => undefined);`);
    await working.start();
    const second = new AbortController();
    const asked = working.find("text", second.signal);
    setTimeout(() => second.abort(new Error("typed on")), 20);
    await expect(asked).rejects.toThrow("typed on");
  });
});
