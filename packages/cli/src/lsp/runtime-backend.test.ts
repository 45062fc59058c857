import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DEFAULT_SETTINGS, keysOf, pathForPatterns, type Settings, schemaAt, userJsonSchema } from "@nearfirst/node";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openOwnModel } from "../shared-engine/open-editor-model.js";
import { backendFrom, settingsFor, withClientOptions } from "./runtime-backend.js";

let folders: string[];
beforeEach(() => {
  folders = ["user", "one", "two"].map((name) => mkdtempSync(join(tmpdir(), `nearfirst-${name}-`)));
  vi.stubEnv("NEARFIRST_CONFIG", join(folders[0] as string, "config.json"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The settings for both workspace folders, from the user's file and theirs. */
async function settingsFrom(texts: readonly [user: string, one: string, two: string]) {
  const [user, one, two] = folders as [string, string, string];
  writeFileSync(join(user, "config.json"), texts[0]);
  writeFileSync(join(one, ".nearfirst.json"), texts[1]);
  writeFileSync(join(two, ".nearfirst.json"), texts[2]);
  const warnings: string[] = [];
  const { all, own } = await settingsFor([one, two], (message) => warnings.push(message));
  return { settings: all, own, warnings };
}

it("every workspace folder tightens the user's settings", async () => {
  const { settings, warnings } = await settingsFrom([
    '{ "maxTokens": 50, "languages": { "disabled": ["markdown"] } }',
    '{ "maxTokens": 20, "languages": { "disabled": ["json"] } }',
    '{ "maxTokens": 30, "languages": { "disabled": ["yaml"] } }',
  ]);
  expect(warnings).toEqual([]);
  expect(settings.maxTokens).toBe(20);
  expect(settings.languages.disabled).toEqual(["markdown", "json", "yaml"]);
});

it("a file is declined by the settings of its own folder, and one outside of all by those of every folder", async () => {
  const { settings, own } = await settingsFrom([
    '{ "languages": { "disabled": ["markdown"] } }',
    '{ "enabled": false }',
    '{ "ignore": ["drafts/"] }',
  ]);
  const [user, one, two] = folders as [string, string, string];
  const workspaceFolders = [one, two];
  const backend = await backendFrom(openOwnModel, {
    settings,
    ownSettings: own,
    workspaceFolders,
    onNotice: () => undefined,
  });
  const declined = (folder: string, name: string, languageId = "python") =>
    backend.declines({ uri: pathToFileURL(join(folder, name)).href, languageId, text: "" });
  expect(declined(one, "a.py")).toBe("disabled");
  expect(declined(two, "a.py")).toBeNull();
  expect(declined(two, "a.md", "markdown")).toBe("language-disabled");
  expect(declined(two, "drafts/a.py")).toBe("file-ignored");
  expect(declined(user, "a.py")).toBe("disabled");
  await backend.close();
});

it("a mistake in a workspace folder's file is told, and the rest of it counts", async () => {
  const { settings, warnings } = await settingsFrom(["{}", '{ "model": "other", "maxTokens": 20 }', "{}"]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("model");
  expect(settings).toMatchObject({ maxTokens: 20, model: "default" });
});

it("with a mistake in the user's own file there are no settings", async () => {
  await expect(settingsFrom(['{ "ignored": ["secrets/"] }', "{}", "{}"])).rejects.toMatchObject({
    code: "config-invalid",
  });
});

function backendOf(settings: Settings, workspaceFolders: readonly string[]) {
  return backendFrom(openOwnModel, { settings, workspaceFolders, onNotice: () => undefined });
}

function applied(options: unknown) {
  const warnings: string[] = [];
  const settings = withClientOptions(DEFAULT_SETTINGS, options, (message) => warnings.push(message));
  return { settings, warnings };
}

it.each([[undefined], [null], [{}]])("initializationOptions %j change nothing", (options) => {
  expect(applied(options)).toEqual({ settings: DEFAULT_SETTINGS, warnings: [] });
});

it("initializationOptions may take away, and set the pause in typing", () => {
  const { settings, warnings } = applied({
    maxTokens: 20,
    languages: { disabled: ["markdown"] },
    trigger: { automatic: false, inComments: false, delayMs: 300 },
  });
  expect(warnings).toEqual([]);
  expect(settings).toEqual({
    ...DEFAULT_SETTINGS,
    maxTokens: 20,
    languages: { disabled: ["markdown"] },
    trigger: { automatic: false, inComments: false, delayMs: 300 },
  });
});

it("initializationOptions cannot loosen anything", () => {
  const { settings } = applied({ maxTokens: 500, enabled: true });
  expect(settings).toEqual(DEFAULT_SETTINGS);
});

/** What a mistake leaves of the settings: it may be in what was to keep code on this machine. */
const NOTHING_LEAVES: Settings = { ...DEFAULT_SETTINGS, large: { ...DEFAULT_SETTINGS.large, enabled: false } };

it.each([
  [{ model: "other.gguf" }, "model", NOTHING_LEAVES],
  [{ maxTokens: "many" }, "maxTokens", NOTHING_LEAVES],
  [{ privacy: { localOnly: { path: ["plans/"] } } }, "path", NOTHING_LEAVES],
  [{ trigger: { delayMs: -1 } }, "delayMs", DEFAULT_SETTINGS],
  [{ trigger: { delayMs: 1e9 } }, "delayMs", DEFAULT_SETTINGS],
  ["text", "initializationOptions", NOTHING_LEAVES],
])("initializationOptions %j change nothing else, and the mistake is named", (options, name, expected) => {
  const { settings, warnings } = applied(options);
  expect(settings).toEqual(expected);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(name);
});

it("initializationOptions with one mistake still take away what else they say", () => {
  const { settings, warnings } = applied({ enabled: false, theme: "dark" });
  expect(settings).toEqual({ ...NOTHING_LEAVES, enabled: false });
  expect(warnings).toEqual([expect.stringContaining('no key "theme"')]);
});

/** The settings, and the dotted keys that were read of them. */
function watched(settings: Settings): { settings: Settings; read: Set<string> } {
  const read = new Set<string>();
  const inside = <Value extends object>(value: Value, prefix: string): Value =>
    new Proxy(value, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key);
        const path = `${prefix}${String(key)}`;
        read.add(path);
        const isGroup = typeof found === "object" && found !== null && !Array.isArray(found);
        return isGroup ? inside(found, `${path}.`) : found;
      },
    });
  return { settings: inside(settings, ""), read };
}

/** With a large model, which nobody connects to: the rest of its settings count for nothing without. */
const WITH_LARGE: Settings = {
  ...DEFAULT_SETTINGS,
  large: { ...DEFAULT_SETTINGS.large, url: "http://127.0.0.1:9/v1", family: "starcoder2" },
};

it("reads every setting there is: none is without effect", async () => {
  const { settings, read } = watched(WITH_LARGE);
  const folder = folders[1] as string;
  const backend = await backendOf(settings, [folder]);
  const document = { uri: pathToFileURL(join(folder, "a.py")).href, languageId: "python", text: "" };
  backend.declines(document);
  const { large } = backend.capabilities;
  await large?.rules.policy.reasonToKeep(large.fileOf(document), new AbortController().signal);
  await backend.close();
  const schema = userJsonSchema();
  // Only `nearfirst models pull` fetches anything: the language server has no business with these.
  const others = /^(?:\$schema|download\..*)$/;
  const keys = keysOf(schema).filter(
    (key) => !others.test(key) && schemaAt(schema, key.split("."))?.properties === undefined,
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter((key) => !read.has(key))).toEqual([]);
});

it("puts in no large model where none is configured, or where a workspace turned it off", async () => {
  const off = { ...WITH_LARGE, large: { ...WITH_LARGE.large, enabled: false } };
  for (const settings of [DEFAULT_SETTINGS, off]) {
    const backend = await backendOf(settings, []);
    expect(backend.capabilities.large).toBeNull();
    expect(backend.capabilities.policy.name).toBe("alwaysLocal");
    await backend.close();
  }
});

it("patterns match a file's path in the innermost folder that holds it, or its name", () => {
  const [outer, inner] = [join(folders[1] as string), join(folders[1] as string, "inner")];
  const at = (...parts: string[]) => pathToFileURL(join(...parts)).href;
  expect(pathForPatterns(at(inner, "x", "a.py"), [outer, inner])).toBe("x/a.py");
  expect(pathForPatterns(at(outer, "..b.py"), [outer, inner])).toBe("..b.py");
  expect(pathForPatterns("untitled:a.py", [outer])).toBeNull();
});

it.each([["inside"], ["outside"]])("declines a file that is ignored, %s of the workspace's folders", async (where) => {
  const [, one, two] = folders as [string, string, string];
  const backend = await backendOf({ ...DEFAULT_SETTINGS, ignore: ["*.secret.py"] }, [one]);
  const uri = (name: string) => pathToFileURL(join(where === "inside" ? one : two, name)).href;
  expect(backend.declines({ uri: uri("a.secret.py"), languageId: "python", text: "" })).toBe("file-ignored");
  expect(backend.declines({ uri: uri("a.py"), languageId: "python", text: "" })).toBeNull();
  await backend.close();
});
