import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { REAL_MODEL } from "../../test/model-host.js";
import { removeModel } from "./remove-model.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "nearfirst-remove-"));
  const made = folder;
  onTestFinished(() => rm(made, { recursive: true }));
});
const folders = () => ({ embedded: [], user: folder, ollama: [] });
const put = (name: string, content: string | Uint8Array = REAL_MODEL) => writeFile(join(folder, name), content);

describe("removing a model", () => {
  it("takes its card along, leaves the hash of its first fetch, and touches nothing else", async () => {
    await put("some.gguf");
    await put("some.md", "---\nname: some\n---\n");
    await put("some.gguf.sha256", "x");
    await put("other.gguf");
    expect(await removeModel("some", folders())).toMatchObject({ kept: [join(folder, "some.gguf.sha256")] });
    expect((await readdir(folder)).sort()).toEqual(["other.gguf", "some.gguf.sha256"]);
  });

  it("also removes what an interrupted pull left", async () => {
    await put("some.gguf.part", "GGUF");
    await put("some.gguf.part.json", "{}");
    expect(await removeModel("some", folders())).toEqual({ freedBytes: 4, kept: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  it("is refused for what is not there, is not ours, or is a path", async () => {
    await expect(removeModel("none", folders())).rejects.toMatchObject({ code: "model-missing" });
    await put("some.gguf.part", "GGUF");
    await expect(removeModel("../x/some", folders())).rejects.toMatchObject({ code: "model-missing" });
    const embedded = { ...folders(), embedded: [folder], user: join(folder, "none") };
    await put("embedded.gguf");
    await expect(removeModel("embedded", embedded)).rejects.toThrow("came with Nearfirst");
  });
});
