import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findModel } from "../models/installed-models.js";
import { UNSTOPPED } from "../testing/tiny-engine.js";
import { tinyGguf } from "../testing/tiny-gguf.js";
import { EngineHost } from "./engine-host.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nearfirst models [1] "));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(
  modelPath: string,
  settings: { contextTokens?: number; sequences?: number; threads?: number } = {},
) {
  const host = new EngineHost();
  try {
    return await host.load({ modelPath, contextTokens: 512, sequences: 1, threads: 1, gpu: false, ...settings });
  } finally {
    await host.dispose();
  }
}

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${randomBytes(4).toString("hex")}.gguf`);
  await writeFile(path, bytes);
  return path;
}

describe("a model file that cannot be used is refused in words that say what to do", () => {
  it("where there is none", async () => {
    const path = join(folder, "none.gguf");
    await expect(load(path)).rejects.toMatchObject({
      code: "model-missing",
      message: `There is no model file at ${path}. \`nearfirst models list\` shows those that are installed.`,
    });
  });

  it("where it is a directory", async () => {
    const path = join(folder, "directory.gguf");
    await mkdir(path);
    await expect(load(path)).rejects.toMatchObject({
      code: "model-missing",
      message: expect.stringMatching(/is a directory.*path of a \.gguf file/),
    });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("where it may not be read", async () => {
    const path = join(folder, "secret.gguf");
    await writeFile(path, tinyGguf().bytes, { mode: 0o200 });
    await expect(load(path)).rejects.toMatchObject({
      code: "file-unreadable",
      message: expect.stringContaining("chmod"),
    });
  });

  it("where it is empty", async () => {
    await expect(load(await fileOf(new Uint8Array()))).rejects.toMatchObject({
      code: "model-corrupt",
      message: expect.stringMatching(/is empty\. Fetch it again\./),
    });
  });

  it.each([
    ["random bytes", () => randomBytes(4096)],
    ["random bytes after a right beginning", () => Buffer.concat([Buffer.from("GGUF\x03\0\0\0"), randomBytes(4096)])],
    ["an HTML page", () => Buffer.from("<!doctype html><title>404</title>")],
    ["a few bytes", () => Buffer.from("GGU")],
    ["a header without anything", () => tinyGguf().bytes.subarray(0, 24)],
    ["metadata that end halfway", () => tinyGguf().bytes.subarray(0, 2000)],
    ["tensors that end halfway", () => tinyGguf().bytes.subarray(0, -20_000)],
  ])("where it holds %s", async (_name, bytes) => {
    await expect(load(await fileOf(bytes()))).rejects.toMatchObject({
      code: "model-corrupt",
      message: expect.stringMatching(/not a .*model that llama\.cpp can load.*Fetch it again/s),
    });
  });

  it("where a download of the shipped model stopped in the middle", async () => {
    const bytes = await readFile((await findModel("default")).path);
    const path = await fileOf(bytes.subarray(0, bytes.length / 2));
    await expect(load(path)).rejects.toMatchObject({ code: "model-corrupt" });
  });

  it.each([{ contextTokens: 0 }, { sequences: 0 }, { threads: 0 }, { contextTokens: Number.NaN }])(
    "where the settings make no sense: %o",
    async (settings) => {
      const path = await fileOf(tinyGguf().bytes);
      await expect(load(path, settings)).rejects.toMatchObject({ code: "config-invalid" });
    },
  );
});

it("says what the file says of the model", async () => {
  const info = await load(await fileOf(tinyGguf().bytes));
  expect(info).toMatchObject({ name: "tiny", architecture: "llama", trainedContextTokens: 1024, chatTemplate: null });
  expect(info.tokenizer["fim_pre_token_id"]).toBe(
    info.specialTokens.find((each) => each.text === "<|fim_prefix|>")?.id,
  );
  const other = await load(await fileOf(tinyGguf({ words: ["self"] }).bytes));
  expect(other.metadataHash).not.toBe(info.metadataHash);
});

it("allocates no more context than the model was trained for", async () => {
  const host = new EngineHost();
  const modelPath = await fileOf(tinyGguf({ contextTokens: 256 }).bytes);
  await host.load({ modelPath, contextTokens: 4096, sequences: 1, threads: 1, gpu: false });
  const request = { slot: "", draft: "", healedText: "", maxTokens: 1, stop: UNSTOPPED };
  const prompt = new Int32Array(256).fill(1);
  await expect(
    host.generate({ ...request, prompt }, new AbortController().signal, { onTokens: () => undefined }),
  ).rejects.toMatchObject({ code: "context-too-small" });
  await host.dispose();
});
