import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { REAL_MODEL } from "../../test/model-host.js";
import { GgufBuilder } from "../testing/gguf-builder.js";
import { tinyGguf } from "../testing/tiny-gguf.js";
import { inspectModel } from "./inspect-model.js";
import { findModel } from "./installed-models.js";

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "nearfirst-inspect-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  path = join(folder, "model.gguf");
});
const inspected = async (content: Uint8Array) => {
  await writeFile(path, content);
  return inspectModel(path, { card: null, contextTokens: 2_048 });
};

describe("a model file, before it is loaded", () => {
  it("tells its family and what its cache takes", async () => {
    const { path: shipped, card } = await findModel("default");
    const { profile, kvBytesPerToken } = await inspectModel(shipped, { card, contextTokens: 2_048 });
    expect(profile).toMatchObject({ mode: "fim", order: "spm", contextTokens: 2_048 });
    expect(kvBytesPerToken).toBeGreaterThan(0);
    expect((await inspected(REAL_MODEL)).profile.family).toBe("embedded");
  });

  it("has its cache counted by hand: 2 layers × 32 numbers × key and value × 2 bytes", async () => {
    const card = { name: "tiny", languages: [], fim_order: "spm" } as const;
    await writeFile(path, tinyGguf({ layers: 2, embedding: 32 }).bytes);
    const { kvBytesPerToken } = await inspectModel(path, { card: { ...card, languages: [] }, contextTokens: 256 });
    expect(kvBytesPerToken).toBe(2 * 32 * 2 * 2);
  });

  it("is refused where it is no model, is a part for one, or cannot fill a middle", async () => {
    const refusal = (content: Uint8Array) =>
      inspected(content).then(
        () => "accepted",
        ({ code, message }: { code: string; message: string }) => `${code}: ${message.replace(/^.*?\.gguf /, "")}`,
      );
    expect(await refusal(Buffer.from("<html>"))).toMatch(/^model-corrupt: .*not in the GGUF format/);
    for (const bytes of [30, 2_000, 200_000, 3_000_000])
      expect(await refusal(REAL_MODEL.subarray(0, bytes))).toMatch(
        /^model-corrupt: .*(cannot be read|no vocabulary|cut off)/,
      );
    expect(await refusal(tinyGguf({ fim: "none" }).bytes)).toMatch(/^model-without-fim/);
    const adapter = new GgufBuilder();
    adapter.string("general.architecture", "llama");
    adapter.string("general.type", "adapter");
    expect(await refusal(adapter.build())).toMatch(/^model-corrupt: .*a part for another model \(adapter\)/);
    const projector = new GgufBuilder();
    projector.string("general.architecture", "clip");
    expect(await refusal(projector.build())).toMatch(/^model-corrupt: .*no vocabulary/);
  });
});
