/** Ollama's store is laid out by hand, after its documented layout: no Ollama was there. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { REAL_MODEL, sha256Of } from "../../test/model-host.js";
import { findModel, listModels } from "./installed-models.js";
import { ollamaFolders, ollamaModels } from "./ollama-store.js";
import { verifyModel } from "./verify-model.js";

const HASH = sha256Of(REAL_MODEL);
const layer = (kind: string, digest: string) => ({
  mediaType: `application/vnd.ollama.image.${kind}`,
  digest,
  size: 1,
});

let store: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), "nearfirst-ollama-"));
  const made = store;
  onTestFinished(() => rm(made, { recursive: true }));
  await mkdir(join(store, "blobs"));
  await writeFile(join(store, "blobs", `sha256-${HASH}`), REAL_MODEL);
});

async function manifest(path: string, layers: unknown): Promise<void> {
  await mkdir(join(store, "manifests", path, ".."), { recursive: true });
  await writeFile(
    join(store, "manifests", path),
    typeof layers === "string" ? layers : JSON.stringify({ schemaVersion: 2, config: layer("x", "sha256:00"), layers }),
  );
}
const folders = () => ({ embedded: [], user: "", ollama: [store] });

describe("Ollama's store", () => {
  it("is where OLLAMA_MODELS says, else in the home folder", () => {
    expect(ollamaFolders({ OLLAMA_MODELS: "/big/disk" })).toEqual(["/big/disk"]);
    expect(ollamaFolders({})[0]).toMatch(/\.ollama.models$/);
  });

  it("has its models listed by the names that Ollama shows, and usable by them", async () => {
    const model = [layer("license", `sha256:${"a".repeat(64)}`), layer("model", `sha256:${HASH}`)];
    await manifest("registry.ollama.ai/library/some-coder/1.5b-base", model);
    await manifest("registry.ollama.ai/someone/coder/latest", model);
    await manifest("hf.co/someone/coder-GGUF/Q8_0", model);
    const models = await listModels(folders());
    expect(models.map(({ name, origin, problem }) => [name, origin, problem])).toEqual([
      ["ollama:hf.co/someone/coder-GGUF:Q8_0", "ollama", null],
      ["ollama:some-coder:1.5b-base", "ollama", null],
      ["ollama:someone/coder:latest", "ollama", null],
    ]);
    const found = await findModel("ollama:some-coder:1.5b-base", folders());
    expect(found).toMatchObject({ path: join(store, "blobs", `sha256-${HASH}`), fileBytes: REAL_MODEL.length });
    const { signal } = new AbortController();
    expect(await verifyModel(found, { signal })).toMatchObject({ state: "as expected", by: "ollama" });
    await expect(findModel("ollama:some-coder:1.5b", folders())).rejects.toThrow(
      'did you mean "ollama:some-coder:1.5b-base"?',
    );
  });

  it("may be half written, foreign or damaged: what cannot be used is left out or told", async () => {
    await manifest("registry.ollama.ai/library/half/latest", '{"layers": [');
    await manifest("registry.ollama.ai/library/other/latest", [layer("template", `sha256:${HASH}`)]);
    await manifest("registry.ollama.ai/library/path/latest", [layer("model", "sha256:../../../../etc/passwd")]);
    await manifest("registry.ollama.ai/library/gone/latest", [layer("model", `sha256:${"0".repeat(64)}`)]);
    await manifest("registry.ollama.ai/library/adapted/latest", [
      layer("model", `sha256:${HASH}`),
      layer("adapter", `sha256:${"1".repeat(64)}`),
    ]);
    await symlink(join(store, "manifests"), join(store, "manifests", "circle"));
    const models = await listModels(folders());
    expect(models.map(({ name, problem }) => [name, problem !== null])).toEqual([
      ["ollama:adapted:latest", true],
      ["ollama:gone:latest", true],
    ]);
  });

  it("that is not there has no models", async () => {
    expect(await ollamaModels([join(store, "none")])).toEqual([]);
  });
});
