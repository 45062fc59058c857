import { rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
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

describe("LlamaModel", () => {
  it("refuses another model that has taken its file's place when the engine starts anew", async () => {
    const path = join(models.folder, "replaced.gguf");
    await writeTinyGguf(path);
    const model = await load(path);
    await writeTinyGguf(join(models.folder, "other.gguf"), { embedding: 256, layers: 6, contextTokens: 4096 });
    await rename(join(models.folder, "other.gguf"), path);
    process.kill(model.processId as number, "SIGKILL");
    await until(() => !isRunning(model.processId as number));
    for (const text of ["a", "b"])
      await expect(model.tokenize([text])).rejects.toMatchObject({
        code: "model-missing",
        message: expect.stringMatching(/was replaced by another.*Restart/),
      });
    await until(() => !isRunning(model.processId as number));
  });

  it("tokenises and generates in another process, and streams", async () => {
    const model = await load(models.tiny);
    expect(model.processId).not.toBe(process.pid);
    expect(await model.tokenize(["ab", "", "c"])).toEqual([bytes("ab"), new Int32Array(), bytes("c")]);
    const pieces: string[] = [];
    const onTokens = (tokens: readonly { readonly text: string }[]) =>
      pieces.push(tokens.map((each) => each.text).join("|"));
    const generation = await model.generate(request(bytes("ab"), { draft: "cdx" }), unaborted(), onTokens);
    expect(generation).toMatchObject({ text: "cdef", draftAccepted: 2 });
    expect(pieces).toEqual(["c|d|e", "f"]);
  });

  it("rejects with what its listener throws, and answers the next request: this process has others to serve", async () => {
    const model = await load(models.tiny);
    const mistake = new Error("for the test");
    const asked = model.generate(request(bytes("ab"), { maxTokens: 20 }), unaborted(), () => {
      throw mistake;
    });
    await expect(asked).rejects.toBe(mistake);
    expect(await model.generate(request(bytes("ab")), unaborted())).toMatchObject({ text: "cdef" });
  });

  it("asks the engine only for texts that it has not seen lately", async () => {
    const model = await load(models.tiny);
    const first = await model.tokenize(["the suffix", "a", "a"]);
    const before = model.processId as number;
    process.kill(before, "SIGKILL");
    await until(() => !isRunning(before));
    // Without the engine, and without starting it again.
    expect(await model.tokenize(["a", "the suffix"])).toEqual([first[1], first[0]]);
    expect(model.processId).toBe(before);
    expect(await model.tokenize(["b", "a"])).toEqual([bytes("b"), bytes("a")]);
    expect(model.processId).not.toBe(before);
  });

  it("takes text as it comes: lone surrogates, null, astral characters, line breaks", async () => {
    const model = await load(models.tiny);
    const [tokens] = await model.tokenize(["\ud83c\u0000🎉\r\n"]);
    expect(tokens).toEqual(bytes("\ufffd\u0000🎉\r\n"));
  });

  it("passes typed errors on", async () => {
    await expect(load(join(models.folder, "none.gguf"))).rejects.toMatchObject({
      name: "NearfirstError",
      code: "model-missing",
      isRetryable: false,
    });
    const model = await load(models.tiny, { contextTokens: 256 });
    await expect(model.generate(request(long(300)), unaborted())).rejects.toMatchObject({ code: "context-too-small" });
  });
});

describe("cancelling", () => {
  it("rejects at once with the signal's reason, and the engine is idle soon after", async () => {
    const model = await load(models.slow);
    const controller = new AbortController();
    const running = model.generate(request(long(1200)), controller.signal);
    await delay(50);
    controller.abort(new Error("typed on"));
    await expect(running).rejects.toThrow("typed on");
    await model.idle();
    const next = await model.generate(request(long(1200), { maxTokens: 1 }), unaborted());
    expect(next.tokensReused % 128).toBe(0);
    expect(next.tokensReused).toBeLessThan(1199);
  });

  it("sends nothing for a signal that is aborted already", async () => {
    const model = await load(models.tiny);
    await expect(model.generate(request(bytes("a")), AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
    await model.idle();
  });

  it("hands out no token after the abort", async () => {
    const model = await load(models.tiny);
    const controller = new AbortController();
    const pieces: string[] = [];
    const running = model.generate(request(bytes("a"), { maxTokens: 25 }), controller.signal, (tokens) => {
      pieces.push(...tokens.map((token) => token.text));
      controller.abort();
    });
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await model.idle();
    expect(pieces).toEqual(["b"]);
  });
});
