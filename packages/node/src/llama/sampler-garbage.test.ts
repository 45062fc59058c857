import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bytes, load, models, request, unaborted, withTinyModels } from "../../test/engine-models.js";
import { writeTinyGguf } from "../testing/tiny-gguf.js";
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
