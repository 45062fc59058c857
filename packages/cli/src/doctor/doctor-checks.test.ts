import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SETTINGS, type InstalledModel, type LoadedConfig } from "@nearfirst/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConfig } from "./check-config.js";
import { checkFolders } from "./check-folders.js";
import { checkLarge } from "./check-large.js";
import { checkFile, checkModel } from "./check-model.js";
import { checkMemory, checkNode, engineCheckOf } from "./check-platform.js";
import { mendModel } from "./mend.js";

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
      remedy:
        "Run `npm install @node-llama-cpp/linux-arm64@3.22.1` where Nearfirst is installed, with `--global` if that is for all users.",
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
      settings: DEFAULT_SETTINGS,
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

  const loaded = (changes: Partial<LoadedConfig>): LoadedConfig => ({
    settings: DEFAULT_SETTINGS,
    origins: {},
    files: [{ role: "user", path: "/u.json", isPresent: true }],
    problems: [],
    ...changes,
  });

  it("says how to write a file that was named and is not there", () => {
    const gone = {
      role: "user",
      file: "/u.json",
      line: 0,
      column: 0,
      key: null,
      message: "There is no such file.",
    } as const;
    const files = [{ role: "user", path: "/u.json", isPresent: false }] as const;
    const [check] = checkConfig(loaded({ files, problems: [gone] }));
    expect(check).toMatchObject({
      status: "problem",
      remedy: expect.stringContaining("`nearfirst init --config /u.json`"),
    });
  });

  it("warns where suggestions are turned off, and names the file", () => {
    const settings = { ...DEFAULT_SETTINGS, enabled: false };
    const [, off] = checkConfig(loaded({ settings, origins: { enabled: "user" } }));
    expect(off).toMatchObject({
      status: "warning",
      remedy: expect.stringMatching(/"enabled": false out of \/u\.json/),
    });
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

describe("what mends a model", () => {
  const mended = (origin: InstalledModel["origin"]) =>
    mendModel({ name: origin === "ollama" ? "ollama:a:b" : "m", origin, path: "/m.gguf" });

  it("is a command for each place that it may come from", () => {
    expect(mended("user")).toMatch(/`nearfirst models remove m`.*`nearfirst models pull m`/);
    expect(mended("ollama")).toContain("`ollama pull a:b`");
    expect(mended("path")).toContain("`nearfirst models use default`");
    expect(mended("embedded")).toContain("`git checkout -- models`");
  });
});

describe("whatever is not as it should be", () => {
  it("has a command, or the file and the key to change", async () => {
    const probe = { platform: "linux-x64", version: "3.22.1", device: "", detail: "illegal instruction" };
    const folder = mkdtempSync(join(tmpdir(), "nearfirst-doctor-"));
    writeFileSync(join(folder, "in-the-way"), "");
    const env = { XDG_STATE_HOME: join(folder, "in-the-way"), HOME: folder };
    const large = { ...DEFAULT_SETTINGS.large, url: "http://127.0.0.1:9/v1", family: "starcoder2" } as const;
    const checks = [
      checkNode("18.0.0"),
      ...(["musl", "no-binary", "broken"] as const).map((state) => engineCheckOf({ ...probe, state })),
      checkMemory(8e9, 9e9, 32e9),
      ...(await checkFolders({ large: DEFAULT_SETTINGS.large }, env)),
      ...(await checkFolders({ large }, env)),
      ...(await checkLarge(large, { signal: new AbortController().signal })).checks,
      ...(await checkModel({ ...DEFAULT_SETTINGS, model: "nobody" })).checks,
    ].filter(({ status }) => status !== "ok");
    rmSync(folder, { recursive: true });
    expect(checks.map(({ id, status }) => `${status} ${id}`)).toEqual([
      "problem node",
      ...["problem engine", "problem engine", "problem engine"],
      "warning memory",
      "warning state",
      "problem state",
      "problem large-answer",
      "problem model-file",
    ]);
    expect(checks.filter(({ remedy }) => !/`[^`]+`/.test(remedy ?? ""))).toEqual([]);
  });
});
