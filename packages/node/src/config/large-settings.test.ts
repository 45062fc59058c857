import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "./load-config.js";
import { parseUserConfig, parseWorkspaceConfig } from "./parse-config.js";

describe("the settings of the large model", () => {
  const problemsOf = (large: unknown) =>
    parseUserConfig(JSON.stringify({ large }), "config.json").problems.map((each) => each.message);

  it("accept addresses of http and https, and none", () => {
    for (const url of ["", "http://127.0.0.1:8080", "https://gpu.internal/v1", "HTTP://[::1]:1/", "http://h:1/a/b/"])
      expect(problemsOf({ url })).toEqual([]);
  });

  it.each([
    "gpu.internal:8000",
    "file:///etc/passwd",
    "https://me:secret@gpu.internal/v1",
    "https://gpu.internal/v1?key=secret",
    "https://gpu.internal/#x",
    "http://",
  ])("refuse %s as an address, and quote no secret of it", (url) => {
    const [message, ...more] = problemsOf({ url });
    expect(more).toEqual([]);
    expect(message).toMatch(/^"large.url": an address begins with http/);
    expect(message).not.toContain("secret");
  });

  it("refuse a key in place of its variable's name, and a proxy with a password", () => {
    expect(problemsOf({ keyEnvironment: "sk-12 34" })).toEqual([expect.not.stringContaining("sk-12")]);
    expect(problemsOf({ proxy: "http://me:secret@proxy:3128" })).toEqual([expect.not.stringContaining("secret")]);
    expect(problemsOf({ proxy: "http://proxy:3128" })).toEqual([]);
  });

  it("name what a workspace may not say", () => {
    const { value, problems } = parseWorkspaceConfig(
      '{ "large": { "url": "http://evil.example" } }',
      ".nearfirst.json",
    );
    expect(value).toEqual({});
    expect(problems.map((each) => each.message)).toEqual(['"large" must be false, not an object.']);
  });
});

describe("the files that the large model's settings name", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "nearfirst-config-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("are meant from the configuration's folder", async () => {
    const configPath = join(folder, "mine.json");
    writeFileSync(configPath, '{ "large": { "keyFile": "keys/gpu", "ca": "/etc/ca.pem" } }');
    const { settings } = await loadConfig({ workspaceFolder: null, configPath });
    expect(settings.large).toMatchObject({
      keyFile: resolve(dirname(configPath), "keys/gpu"),
      ca: "/etc/ca.pem",
      url: "",
    });
  });
});
