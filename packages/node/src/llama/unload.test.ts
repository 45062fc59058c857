import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { bytes, isRunning, load, models, request, unaborted, until, withTinyModels } from "../../test/engine-models.js";

withTinyModels();

describe("a model that is not used, or too large,", () => {
  it("gives its memory back, and answers the next question as before", async () => {
    const model = await load(models.tiny, { unloadAfterMs: 200 });
    const before = model.processId as number;
    await until(() => !isRunning(before));
    expect(model.isLoaded).toBe(false);
    expect(await model.generate(request(bytes("ab")), unaborted())).toMatchObject({ text: "cdef" });
    expect(model.processId).not.toBe(before);
    await until(() => !model.isLoaded);
  });

  it("starts again however often it was unloaded", async () => {
    const model = await load(models.tiny, { unloadAfterMs: 50 });
    // More often than a process that fails may be started again within a minute.
    for (let times = 0; times < 5; times++) {
      expect(await model.tokenize([`text ${times}`])).toHaveLength(1);
      await until(() => !model.isLoaded);
    }
  });

  it("is ended between two questions once it has grown beyond its limit", async () => {
    const unlimited = await load(models.tiny);
    // Two processes with the same model differ by several megabytes, and the texts below take far more.
    const model = await load(models.tiny, { maxMemoryBytes: unlimited.memoryBytes + 80_000_000 });
    expect(await model.generate(request(bytes("ab")), unaborted())).toMatchObject({ text: "cdef" });
    const before = model.processId as number;
    const texts = Array.from({ length: 400 }, (_, at) => `${at} ${"x".repeat(100_000)}`);
    await model.tokenize(texts);
    await until(() => !isRunning(before));
    expect(await model.generate(request(bytes("ab")), unaborted())).toMatchObject({ text: "cdef" });
  });

  it("is refused where it is larger than its limit from the start", async () => {
    await expect(load(models.tiny, { maxMemoryBytes: 1_000_000 })).rejects.toMatchObject({
      code: "out-of-memory",
      message: expect.stringMatching(/takes \d+ MB, and the limit is 1 MB/),
    });
  });

  it("is not loaded again, or ended twice, once it was closed", async () => {
    const model = await load(models.tiny, { unloadAfterMs: 50 });
    model.close();
    await delay(100);
    await expect(model.tokenize(["text"])).rejects.toThrow("The model was closed");
  });
});
