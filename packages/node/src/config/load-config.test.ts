import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatProblem, loadConfig, userConfigPath } from "./load-config.js";
import { DEFAULT_SETTINGS } from "./settings.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe("loading the configuration", () => {
  it("is all defaults where there is no file", async () => {
    const loaded = await loadConfig({ workspaceFolder: folder, env: { XDG_CONFIG_HOME: folder } });
    expect(loaded.settings).toEqual(DEFAULT_SETTINGS);
    expect(loaded.problems).toEqual([]);
    expect(loaded.files.map((file) => file.isPresent)).toEqual([false, false]);
  });

  it("tells where each value comes from", async () => {
    const configPath = write("mine.json", '{ "maxTokens": 40, "stopMode": "line" }');
    write(".nearfirst.json", '{ "maxTokens": 20 }');
    const { settings, origins } = await loadConfig({
      workspaceFolder: folder,
      configPath,
      override: (own) => ({ ...own, stopMode: "block" }),
    });
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, maxTokens: 20, stopMode: "block" });
    expect(origins).toEqual({ maxTokens: "workspace", stopMode: "override" });
  });

  it("lets a workspace lower what was asked for on the command line too", async () => {
    write(".nearfirst.json", '{ "maxTokens": 20 }');
    const override = (own: typeof DEFAULT_SETTINGS) => ({ ...own, maxTokens: 99 });
    const { settings } = await loadConfig({ workspaceFolder: folder, env: { XDG_CONFIG_HOME: folder }, override });
    expect(settings.maxTokens).toBe(20);
  });

  it("names a file that was asked for and is not there, and a folder in its place", async () => {
    const missing = join(folder, "none.json");
    const named = await loadConfig({ workspaceFolder: null, env: { NEARFIRST_CONFIG: missing } });
    expect(named.problems.map(formatProblem)).toEqual([`${missing}: There is no such file.`]);
    const { problems } = await loadConfig({ workspaceFolder: null, configPath: folder });
    expect(problems.map(formatProblem)).toEqual([`${folder}: This is a folder, not a file.`]);
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe, and reads no file without end", async () => {
    const path = join(folder, ".nearfirst.json");
    execFileSync("mkfifo", [path]);
    const { problems } = await loadConfig({ workspaceFolder: folder, env: { XDG_CONFIG_HOME: folder } });
    expect(problems.map(formatProblem)).toEqual([`${path}: This is a pipe or a device, not a file.`]);
    const large = await loadConfig({ workspaceFolder: null, configPath: write("large.json", " ".repeat(1_000_001)) });
    expect(large.problems.map(({ message }) => message)).toEqual(["The file is too large for a configuration."]);
  });

  it("takes a relative model path from the file's own folder", async () => {
    const configPath = write("mine.json", '{ "model": "models/small.gguf" }');
    const { settings } = await loadConfig({ workspaceFolder: null, configPath });
    expect(settings.model).toBe(join(folder, "models/small.gguf"));
  });

  it.each([
    ["no JSON", '<<<<<<< HEAD\n{ "privacy": { "localOnly": { "everything": true } } }'],
    ["a misspelt key", '{ "privacy": { "localOnly": { "evrything": true } } }'],
    ["a value of another kind", '{ "privacy": { "localOnly": { "everything": "true" } } }'],
    ["a key of the user's own file", '{ "large": { "enabled": false } }'],
  ])("sends nothing from a workspace whose file holds %s, and says so", async (_, text) => {
    const configPath = write("mine.json", '{ "large": { "url": "http://gpu.internal/v1" } }');
    write(".nearfirst.json", text);
    const { settings, problems, origins } = await loadConfig({ workspaceFolder: folder, configPath });
    expect(settings.large.enabled).toBe(false);
    expect(settings.enabled).toBe(true);
    expect(origins["large.enabled"]).toBe("workspace");
    expect(problems[0]?.message).toMatch(/Until it is corrected, nothing is sent to a large model from here\.$/);
  });

  it("formats a problem as file, line and column", async () => {
    const configPath = write("mine.json", '{\n  "maxTokens": true\n}');
    const { problems } = await loadConfig({ workspaceFolder: null, configPath });
    expect(problems.map(formatProblem)).toEqual([
      `${configPath}:2:16: "maxTokens" must be a whole number from 1 to 512, not true.`,
    ]);
  });
});

describe("the user's configuration file", () => {
  it("lies where NEARFIRST_CONFIG says, else in the platform's folder", () => {
    expect(userConfigPath({ NEARFIRST_CONFIG: "x.json", XDG_CONFIG_HOME: "/c" }, "linux")).toBe(resolve("x.json"));
    expect(userConfigPath({ XDG_CONFIG_HOME: "/c" }, "linux")).toBe(join("/c", "nearfirst", "config.json"));
    expect(userConfigPath({ APPDATA: "/roaming" }, "win32")).toBe(join("/roaming", "nearfirst", "config.json"));
    expect(userConfigPath({ APPDATA: "/roaming" }, "linux")).toMatch(/\.config.nearfirst.config\.json$/);
  });
});
