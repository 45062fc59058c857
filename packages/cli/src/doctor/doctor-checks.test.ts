import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InstalledModel } from "@nearfirst/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConfig } from "./check-config.js";
import { checkFile } from "./check-model.js";
import { checkMemory, checkNode, engineCheckOf } from "./check-platform.js";

describe("the check of Node.js", () => {
  it("wants 20.19 or newer", () => {
    expect(["20.18.9", "18.20.0", "20.19.0", "20.20.2", "22.1.0"].map((each) => checkNode(each).status)).toEqual([
      "problem",
      "problem",
      "ok",
      "ok",
      "ok",
    ]);
  });
});

describe("the check of the engine", () => {
  const probe = { platform: "linux-arm64", version: "3.22.1", device: "", detail: "" };

  it("names the package that is missing", () => {
    expect(engineCheckOf({ ...probe, state: "no-binary" })).toMatchObject({
      status: "problem",
      remedy: "Run `npm install --no-save @node-llama-cpp/linux-arm64@3.22.1`.",
    });
  });

  it("tells a missing glibc and a broken library apart", () => {
    expect(engineCheckOf({ ...probe, state: "musl" }).message).toContain("glibc");
    expect(engineCheckOf({ ...probe, state: "broken", detail: "Error: illegal instruction" }).message).toContain(
      "illegal instruction",
    );
    expect(engineCheckOf({ ...probe, state: "loaded", device: "cpu" }).status).toBe("ok");
  });
});

describe("the check of the memory", () => {
  it("warns where the model hardly fits", () => {
    expect(checkMemory(8e9, 16e9, 32e9).status).toBe("ok");
    expect(checkMemory(8e9, 9e9, 32e9)).toMatchObject({
      status: "warning",
      message: expect.stringMatching(/^9\.0 GB of 32\.0 GB/),
    });
  });
});

describe("the check of the configuration", () => {
  it("has a line for each mistake: the user's are problems, a workspace's are warnings", () => {
    const mistake = { file: "f", line: 2, column: 3, key: "k", message: "There is no key." };
    const checks = checkConfig({
      settings: {} as never,
      origins: {},
      files: [
        { role: "user", path: "/u", isPresent: true },
        { role: "workspace", path: "/w", isPresent: true },
      ],
      problems: [
        { ...mistake, role: "user" },
        { ...mistake, role: "user", line: 4 },
        { ...mistake, role: "workspace" },
      ],
    });
    expect(checks.map(({ status, message }) => `${status} ${message}`)).toEqual([
      "problem f:2:3: There is no key.",
      "problem f:4:3: There is no key.",
      "warning f:2:3: There is no key.",
    ]);
  });
});

describe("the check of the model's file", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "nearfirst-doctor-"));
    writeFileSync(join(folder, "m.gguf"), "weights");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const statusWith = async (files: Record<string, { size: number; sha256: string }> | undefined) => {
    const card = { name: "m", languages: [], files };
    const model = { name: "m", path: join(folder, "m.gguf"), fileBytes: 7, card, problem: null, origin: "user" };
    return (await checkFile(model as InstalledModel)).status;
  };

  it("compares size and checksum with the card", async () => {
    const sha256 = createHash("sha256").update("weights").digest("hex");
    expect(await statusWith({ "m.gguf": { size: 7, sha256 } })).toBe("ok");
    expect(await statusWith({ "m.gguf": { size: 8, sha256 } })).toBe("problem");
    expect(await statusWith({ "m.gguf": { size: 7, sha256: sha256.replace(/^./, "x") } })).toBe("problem");
    expect(await statusWith(undefined)).toBe("ok");
  });
});
