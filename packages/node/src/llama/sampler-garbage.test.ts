import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { bytes, load, models, request, unaborted, until, withTinyModels } from "../../test/engine-models.js";
import { writeTinyGguf } from "../testing/tiny-gguf.js";
import { EngineHost } from "./engine-host.js";
import { SamplerGarbage } from "./sampler-garbage.js";

/** As in Qwen's models: a pass leaves 1.8 MB. */
const VOCABULARY = 152_000;

function counted() {
  let times = 0;
  const garbage = new SamplerGarbage({ vocabularySize: VOCABULARY, collect: () => times++ });
  const passes = (count: number) => {
    for (let at = 0; at < count; at++) garbage.passed();
    return times;
  };
  const rest = () => {
    garbage.rested();
    return times;
  };
  return { passes, rest };
}

describe("what forward passes leave behind", () => {
  it("is collected once nobody waits, where it is worth it", () => {
    const { passes, rest } = counted();
    passes(17);
    expect(rest()).toBe(0);
    passes(1);
    expect(rest()).toBe(1);
    expect(rest()).toBe(1);
  });

  it("is collected in the middle of a long answer before it is too much", () => {
    const { passes, rest } = counted();
    expect(passes(35)).toBe(0);
    expect(passes(1)).toBe(1);
    expect(rest()).toBe(1);
    expect(passes(36)).toBe(2);
  });
});

withTinyModels();

it("is collected in a pause, and not between an answer and the question that comes with the next key", async () => {
  const modelPath = join(models.folder, "asked-quickly.gguf");
  await writeTinyGguf(modelPath, { vocabularySize: VOCABULARY, layers: 1 });
  let times = 0;
  const host = new EngineHost({ collectGarbage: () => times++ });
  await host.load({ modelPath, contextTokens: 512, sequences: 1, threads: 1, gpu: false });
  const answer = (prompt: string, maxTokens: number) =>
    host.generate({ ...request(bytes(prompt)), maxTokens }, unaborted(), { onTokens: () => undefined });
  await answer("a", 20);
  await delay(50);
  await answer("ab", 4);
  expect(times).toBe(0);
  await until(() => times === 1);
  await host.dispose();
});

it("an engine with a large vocabulary holds no more after hundreds of answers than after a few", async () => {
  const modelPath = join(models.folder, "large-vocabulary.gguf");
  await writeTinyGguf(modelPath, { vocabularySize: VOCABULARY, layers: 1 });
  const model = await load(modelPath);
  const answers = async (count: number) => {
    for (let at = 0; at < count; at++) await model.generate(request(bytes(`${at}`)), unaborted());
    return model.memoryBytes / 1e6;
  };
  const before = await answers(10);
  // Without collecting it is 400 MB more after so many.
  expect((await answers(120)) - before).toBeLessThan(150);
});
