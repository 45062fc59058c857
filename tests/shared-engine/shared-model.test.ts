/** Models behind the daemon's socket: real engines with tiny models. */
import { once } from "node:events";
import { connect } from "node:net";
import type { GeneratedToken } from "@nearfirst/core";
import { type ModelCard, profileOf } from "@nearfirst/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { joinDaemon } from "../../packages/cli/src/shared-engine/join-daemon.js";
import { SharedModel } from "../../packages/cli/src/shared-engine/shared-model.js";
import {
  bytes,
  load,
  long,
  models,
  request,
  unaborted,
  withTinyModels,
} from "../../packages/node/test/engine-models.js";
import { POLLED, serveEngine, socketPath } from "./served-engine.js";

withTinyModels();

/** Each test starts engines, which takes its time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const CARD: ModelCard = { name: "tiny", languages: [], fim_order: "spm" };

interface Opening {
  readonly path: string;
  readonly modelPath?: string;
  readonly contextTokens?: number;
  /** Starts the daemon where there is none. */
  readonly start?: () => Promise<unknown>;
}

/** Closes with the test. */
async function open({ path, modelPath = models.tiny, contextTokens = 4_096, start }: Opening) {
  const log: string[] = [];
  const model = await SharedModel.open({
    modelPath,
    contextTokens,
    sequences: 1,
    threads: 1,
    gpu: false,
    profileOf: (info) => profileOf(info, CARD, contextTokens),
    log: (message) => void log.push(message),
    join: () =>
      joinDaemon({
        path,
        version: "1.2.3",
        start: async () => {
          if (start === undefined) throw new Error("this test starts none");
          await start();
          return { exited: new Promise<number>(() => undefined) };
        },
      }),
  });
  onTestFinished(() => model.close());
  return { model, log };
}

describe("a model in the daemon", () => {
  it("answers as one of the process's own, token for token", async () => {
    const path = socketPath();
    await serveEngine(path);
    const { model: shared } = await open({ path });
    const own = await load(models.tiny);
    const asked = request(bytes("ab"), { maxTokens: 12 });
    const heard: GeneratedToken[] = [];
    const answer = await shared.generate(asked, unaborted(), (tokens) => void heard.push(...tokens));
    const { engineMs: _, ...other } = await own.generate(asked, unaborted());
    expect(answer).toMatchObject(other);
    expect(heard).toEqual(answer.tokens);
    expect(await shared.tokenize(["abc", "\ud83d\ude00", ""])).toEqual(await own.tokenize(["abc", "\ud83d\ude00", ""]));
    expect(shared.profile).toEqual(own.profile);
    expect(shared.kind).toBe("shared");
  });

  it("is loaded once for all who want the same, and freed when the last of them has left", async () => {
    const path = socketPath();
    const served = await serveEngine(path);
    const all = await Promise.all([open({ path }), open({ path }), open({ path })]);
    expect(served?.pool.size).toBe(1);
    const answers = await Promise.all(all.map(({ model }) => model.generate(request(bytes("ab")), unaborted())));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await open({ path, contextTokens: 1_024 });
    expect(served?.pool.size).toBe(2);
    for (const { model } of all) model.close();
    await expect.poll(() => served?.pool.size, POLLED).toBe(1);
  });

  it("stops working on what was cancelled, and on what a client that is gone had asked", async () => {
    const path = socketPath();
    await serveEngine(path);
    const [staying, leaving] = await Promise.all([
      open({ path, modelPath: models.slow }),
      open({ path, modelPath: models.slow }),
    ]);
    const cancel = new AbortController();
    const cancelled = staying.model.generate(request(long(3_000)), cancel.signal);
    setTimeout(() => cancel.abort(), 50);
    await expect(cancelled).rejects.toThrow("abort");
    const gone = leaving.model.generate(request(long(3_000)), unaborted());
    setTimeout(() => leaving.model.close(), 50);
    await expect(gone).rejects.toThrow();
    // One KV cache: it waits for both before it, if they were worked off.
    const started = performance.now();
    await staying.model.generate(request(long(3_000)), unaborted());
    const usualMs = performance.now() - started;
    const again = new AbortController();
    const late = staying.model.generate(request(long(2_999)), again.signal).catch(() => undefined);
    again.abort();
    await late;
    const next = performance.now();
    await staying.model.generate(request(bytes("ab")), unaborted());
    expect(performance.now() - next).toBeLessThan(usualMs);
  });

  it("that cannot be loaded is refused in the daemon's words, and others are not concerned", async () => {
    const path = socketPath();
    const served = await serveEngine(path);
    const { model } = await open({ path });
    await expect(open({ path, modelPath: `${models.tiny}.gone` })).rejects.toMatchObject({ code: "model-missing" });
    expect(served?.pool.size).toBe(1);
    expect((await model.generate(request(bytes("ab")), unaborted())).tokens).not.toEqual([]);
  });
});

describe("a daemon that is gone", () => {
  it("is started again for the next request, and one without tokens so far is sent again", async () => {
    const path = socketPath();
    const first = await serveEngine(path);
    let starts = 0;
    const start = async () => {
      starts++;
      await serveEngine(path);
    };
    const { model, log } = await open({ path, modelPath: models.slow, start });
    const running = model.generate(request(long(1_500)), unaborted());
    setTimeout(() => void first?.close(), 30);
    expect((await running).tokens).toHaveLength(4);
    expect((await model.tokenize(["abc"]))[0]).not.toHaveLength(0);
    expect({ starts, log, kind: model.kind }).toEqual({ starts: 1, log: [], kind: "shared" });
  });

  it("and does not come back gives way to a model of one's own, which is said once", async () => {
    const path = socketPath();
    const first = await serveEngine(path);
    const { model, log } = await open({ path });
    await first?.close();
    expect((await model.generate(request(bytes("ab")), unaborted())).tokens).not.toEqual([]);
    expect(model.kind).toBe("own");
    expect(log).toEqual([expect.stringContaining("runs a model of its own")]);
  });

  it("again and again is given up for a model of one's own", async () => {
    const path = socketPath();
    let served = await serveEngine(path);
    const start = async () => {
      served = await serveEngine(path);
    };
    const { model, log } = await open({ path, start });
    // Within the minute in which losses are counted, however slowly a model loads here.
    for (let times = 0; times < 20 && log.length === 0; times++) {
      await expect.poll(() => served?.server.clients === 1 || log.length > 0, POLLED).toBe(true);
      if (log.length === 0) await served?.server.close();
    }
    await model.generate(request(bytes("ab")), unaborted());
    expect(model.kind).toBe("own");
    expect(log.join()).toContain("again and again");
  });
});

describe("what is no client", () => {
  it.each([
    ["no header", "hello\r\n\r\n{}"],
    ["no JSON", "Content-Length: 5\r\n\r\n{]{]{"],
    ["a message that is none", "Content-Length: 4\r\n\r\nnull"],
  ])("with %s is cut off, and others are served", async (_, bytesSent) => {
    const path = socketPath();
    const served = await serveEngine(path);
    const { model } = await open({ path });
    const socket = connect(path);
    await once(socket, "connect");
    socket.write(bytesSent);
    if (bytesSent.includes("null")) socket.end();
    await once(socket, "close");
    await expect.poll(() => served?.server.clients, POLLED).toBe(1);
    expect((await model.generate(request(bytes("ab")), unaborted())).tokens).not.toEqual([]);
  });

  it("asks for things in the wrong order or form, and gets an error each", async () => {
    const path = socketPath();
    await serveEngine(path);
    const socket = connect(path);
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    let received = "";
    socket.on("data", (data) => (received += data));
    const asked = ["tokenize", "generate", "load", "unknown"].flatMap((method) =>
      [null, {}, { texts: 5 }, [1]].map((params) => ({ method, params })),
    );
    for (const [id, each] of asked.entries()) {
      const body = JSON.stringify({ jsonrpc: "2.0", id, ...each });
      socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }
    await expect.poll(() => received.match(/"error"/g)?.length, POLLED).toBe(asked.length);
  });
});

describe("a daemon without clients", () => {
  it("says so after a while, and not while there is one", async () => {
    const path = socketPath();
    let idle = 0;
    await serveEngine(path, { idleMs: 1_000, onIdle: () => idle++ });
    const { model } = await open({ path });
    await new Promise((done) => setTimeout(done, 1_500));
    expect(idle).toBe(0);
    model.close();
    await expect.poll(() => idle, POLLED).toBe(1);
  });
});
