import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTinyGguf } from "../testing/tiny-gguf.js";
import { EngineHost } from "./engine-host.js";

// In a file of its own: only the first load of a process gets what llama.cpp prints, as in the engine process.
it("names an architecture that llama.cpp does not know", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nearfirst-engine-"));
  const modelPath = join(folder, "tiny.gguf");
  await writeTinyGguf(modelPath, { architecture: "perceptron" });
  const loading = new EngineHost().load({ modelPath, contextTokens: 256, sequences: 1, threads: 1, gpu: false });
  await expect(loading).rejects.toMatchObject({
    code: "model-corrupt",
    message: expect.stringMatching(/`perceptron`, which this version of llama\.cpp cannot run. Choose another model/),
  });
  await rm(folder, { recursive: true });
});
