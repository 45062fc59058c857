import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTinyGguf } from "../testing/tiny-gguf.js";
import { EngineHost } from "./engine-host.js";

it("says so where the context does not fit into memory", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nearfirst-engine-"));
  const modelPath = join(folder, "tiny.gguf");
  const contextTokens = 2 ** 24;
  // 2 bytes for each of the keys and values of 8 layers of 512: 275 GB.
  await writeTinyGguf(modelPath, { contextTokens, embedding: 512, layers: 8 });
  const loading = new EngineHost().load({ modelPath, contextTokens, sequences: 1, threads: 1, gpu: false });
  await expect(loading).rejects.toMatchObject({ code: "out-of-memory" });
  await rm(folder, { recursive: true });
});
