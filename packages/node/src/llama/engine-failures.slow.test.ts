import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  bytes,
  isRunning,
  load,
  long,
  models,
  request,
  unaborted,
  until,
  withTinyModels,
} from "../../test/engine-models.js";
import { writeTinyGguf } from "../testing/tiny-gguf.js";

withTinyModels();

describe("an engine that breaks", () => {
  it("is started again, and a request without tokens so far is sent again", async () => {
    const model = await load(models.slow);
    const before = model.processId as number;
    const running = model.generate(request(long(1500)), unaborted());
    await delay(20);
    process.kill(before, "SIGKILL");
    expect((await running).tokens).toHaveLength(4);
    expect(model.processId).not.toBe(before);
  });

  it("ends a request that has given tokens with an error, and serves the next one", async () => {
    const model = await load(models.slow);
    const first = model.processId as number;
    let killed = false;
    const running = model.generate(request(bytes("x"), { maxTokens: 4000 }), unaborted(), () => {
      if (!killed) killed = process.kill(first, "SIGKILL");
    });
    await expect(running).rejects.toMatchObject({
      code: "engine-crashed",
      isRetryable: true,
      message: expect.stringMatching(/ended \(SIGKILL\).*short of memory.*nearfirst doctor/),
    });
    expect((await model.generate(request(bytes("x")), unaborted())).tokens.length).toBeGreaterThan(0);
  });

  it("is killed when it gives no sign of life", async () => {
    const model = await load(models.slow, { silenceLimitMs: 3000 });
    const running = model.generate(request(long(3000)), unaborted());
    process.kill(model.processId as number, "SIGSTOP");
    await expect(running).rejects.toMatchObject({ code: "engine-timeout", isRetryable: true });
    expect((await model.generate(request(bytes("x")), unaborted())).tokens.length).toBeGreaterThan(0);
  });

  it("is not started over and over: after some failures requests fail fast, in words", async () => {
    const doomed = join(models.folder, "doomed.gguf");
    await writeTinyGguf(doomed);
    const model = await load(doomed);
    await rm(doomed);
    process.kill(model.processId as number, "SIGKILL");
    const codes: string[] = [];
    let last: { code: string; message: string } | null = null;
    for (let attempt = 0; attempt < 6; attempt++) {
      last = await model.tokenize([`text ${attempt}`]).then(
        () => null,
        (error) => error,
      );
      codes.push(last?.code ?? "none");
    }
    expect(codes.slice(-5)).toEqual([...Array(2).fill("model-missing"), ...Array(3).fill("engine-crashed")]);
    expect(last?.message).toMatch(/failed 4 times within a minute.*nearfirst doctor/);
  });

  it("ends calls under way when it is closed, and refuses later ones", async () => {
    const model = await load(models.slow);
    const engine = model.processId as number;
    const running = model.generate(request(long(3000)), unaborted());
    await delay(20);
    model.close();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expect(model.generate(request(bytes("x")), unaborted())).rejects.toMatchObject({ code: "internal" });
    await until(() => !isRunning(engine));
  });
});

describe("the engine process", () => {
  it("ends with its parent, and prints nothing into the parent's output", async () => {
    const script = `
      import { LlamaModel, profileOf } from "@nearfirst/node";
      const model = await LlamaModel.load({
        modelPath: ${JSON.stringify(models.slow)}, contextTokens: 4096, sequences: 1, threads: 1, gpu: false,
        profileOf: (info) => profileOf(info, { name: "tiny", languages: [], fim_order: "spm" }, 4096),
      });
      console.log(model.processId);
      const prompt = new Int32Array(4000).fill(97);
      const lexical = { brackets: "", quote: null, comment: "none" };
      const stop = { mode: "tokens", languageId: "", lexical, linePrefix: "" };
      await model.generate(
        { prompt, slot: "", draft: "", healedText: "", maxTokens: 90, stop }, new AbortController().signal,
      );
    `;
    const cwd = fileURLToPath(new URL("../../", import.meta.url));
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd });
    let output = "";
    for (const stream of [parent.stdout, parent.stderr])
      stream.on("data", (data) => {
        output += data;
      });
    await until(() => output.includes("\n") || parent.exitCode !== null);
    expect(output).toMatch(/^\d+\n$/);
    const engine = Number(output);
    expect(isRunning(engine)).toBe(true);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await until(() => !isRunning(engine));
    expect(output).toMatch(/^\d+\n$/);
  });

  it("says why before it ends itself after an error that nothing caught", async () => {
    const engine = fork(createRequire(import.meta.url).resolve("@nearfirst/node/engine-process"), {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const fatal = once(engine, "message");
    const exit = once(engine, "exit");
    // Not a message of ours: reading it throws where nothing catches.
    engine.send(JSON.parse("null"));
    expect((await fatal)[0]).toMatchObject({ type: "fatal" });
    await exit;
  });
});
