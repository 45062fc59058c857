import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, it } from "vitest";
import { parseUserConfig, parseWorkspaceConfig } from "./parse-config.js";
import { DEFAULT_SETTINGS, type Settings } from "./settings.js";
import { tighten } from "./tighten.js";

const names = fc.subarray(["python", "go", "markdown", "rust", "json"]);
const patterns = fc.array(fc.constantFrom("*.py", "!a.py", "secret/", "*.env", "!*.env", "\\!x", "/src", "**/b.py"));
const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Any valid user configuration, as its file's content. */
const userFile = fc.record(
  {
    enabled: fc.boolean(),
    model: fc.constantFrom("default", "other"),
    contextTokens: fc.integer({ min: 256, max: 8_192 }),
    maxTokens: fc.integer({ min: 1, max: 512 }),
    stopMode: fc.constantFrom("line", "statement", "block", "tokens"),
    threads: fc.oneof(fc.constant("auto"), fc.integer({ min: 1, max: 8 })),
    gpu: fc.constantFrom("auto", false),
    sequences: fc.integer({ min: 1, max: 16 }),
    languages: fc.record({ disabled: names }),
    ignore: patterns,
    retrieval: fc.record({ enabled: fc.boolean(), maxFiles: fc.integer({ min: 0, max: 200_000 }) }),
    trigger: fc.record({
      automatic: fc.boolean(),
      inComments: fc.boolean(),
      delayMs: fc.integer({ min: 0, max: 5_000 }),
    }),
    large: fc.record({
      enabled: fc.boolean(),
      url: fc.constantFrom("", "http://gpu.internal:8000/v1"),
      kind: fc.constantFrom("openai", "ollama"),
      keyEnvironment: fc.constantFrom("", "GPU_KEY"),
    }),
    models: fc.constantFrom({}, { other: { tokenHealing: true } }),
    privacy: fc.record({
      localOnly: fc.record({
        everything: fc.boolean(),
        paths: patterns,
        languages: names,
        workspaces: fc.subarray(["/work", "~/own"]),
      }),
      audit: fc.record({ content: fc.boolean(), maxMegabytes: fc.integer({ min: 1, max: 100 }) }),
    }),
    statistics: fc.record({ enabled: fc.boolean(), maxMegabytes: fc.integer({ min: 1, max: 100 }) }),
  },
  { requiredKeys: [] },
);

/** Anything at all, with a leaning towards keys that exist: a hostile workspace. */
const workspaceFile = fc.oneof(
  fc.record(
    {
      enabled: sometimes(fc.oneof(fc.boolean(), fc.constant("true"))),
      model: fc.constant("/elsewhere/model.gguf"),
      contextTokens: fc.integer(),
      maxTokens: fc.integer({ min: -10, max: 1_000 }),
      stopMode: fc.constant("tokens"),
      threads: fc.integer(),
      gpu: fc.constant("auto"),
      languages: fc.record({ disabled: sometimes(names) }),
      ignore: patterns,
      retrieval: fc.record({ enabled: sometimes(fc.boolean()), maxFiles: sometimes(fc.integer()) }),
      trigger: fc.record({
        automatic: sometimes(fc.boolean()),
        inComments: sometimes(fc.boolean()),
        delayMs: fc.integer(),
      }),
      large: fc.constantFrom(
        false,
        true,
        { enabled: true, url: "http://evil.example" },
        { url: "http://evil.example" },
      ),
      models: fc.constant({ default: { tokenHealing: false } }),
      privacy: fc.record(
        {
          localOnly: fc.record(
            {
              everything: sometimes(fc.oneof(fc.boolean(), fc.constant(0))),
              paths: patterns,
              languages: sometimes(names),
              workspaces: fc.constant([]),
            },
            { requiredKeys: [] },
          ),
          audit: fc.constant({ content: true, maxMegabytes: 1 }),
        },
        { requiredKeys: [] },
      ),
      statistics: fc.record({ enabled: fc.boolean(), maxMegabytes: fc.integer() }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_SETTINGS), "__proto__", "x"), fc.jsonValue()),
);

const paths = ["a.py", "b.py", "src/b.py", "secret/key", ".env", "deep/prod.env", "!x", "README.md"];

/** One comparison a key: whether the merged value allows at most what the user's does. */
const atMost: { [Key in keyof Required<Settings>]: (merged: Settings[Key], user: Settings[Key]) => boolean } = {
  $schema: () => true,
  enabled: (merged, user) => !merged || user,
  model: Object.is,
  contextTokens: Object.is,
  maxTokens: (merged, user) => merged <= user && merged >= 1,
  stopMode: Object.is,
  threads: Object.is,
  gpu: Object.is,
  sequences: Object.is,
  languages: (merged, user) => user.disabled.every((language) => merged.disabled.includes(language)),
  ignore: ignoresAtLeast,
  retrieval: (merged, user) => (!merged.enabled || user.enabled) && merged.maxFiles <= user.maxFiles,
  trigger: (merged, user) =>
    (!merged.automatic || user.automatic) && (!merged.inComments || user.inComments) && merged.delayMs === user.delayMs,
  large: (merged, user) =>
    (!merged.enabled || user.enabled) &&
    JSON.stringify({ ...merged, enabled: true }) === JSON.stringify({ ...user, enabled: true }),
  download: (merged, user) => JSON.stringify(merged) === JSON.stringify(user),
  routing: (merged, user) => JSON.stringify(merged) === JSON.stringify(user),
  models: (merged, user) => JSON.stringify(merged) === JSON.stringify(user),
  privacy: (merged, user) =>
    (merged.localOnly.everything || !user.localOnly.everything) &&
    ignoresAtLeast(merged.localOnly.paths, user.localOnly.paths) &&
    user.localOnly.languages.every((language) => merged.localOnly.languages.includes(language)) &&
    JSON.stringify([merged.localOnly.workspaces, merged.audit]) ===
      JSON.stringify([user.localOnly.workspaces, user.audit]),
  statistics: (merged, user) => (!merged.enabled || user.enabled) && merged.maxMegabytes === user.maxMegabytes,
};

function ignoresAtLeast(merged: readonly string[], user: readonly string[]): boolean {
  const [ours, theirs] = [ignore().add(merged), ignore().add(user)];
  return paths.every((path) => !theirs.ignores(path) || ours.ignores(path));
}

const merge = (user: unknown, workspace: unknown) => {
  const own = parseUserConfig(JSON.stringify(user), "config.json");
  expect(own.problems).toEqual([]);
  return {
    user: own.value,
    merged: tighten(own.value, parseWorkspaceConfig(JSON.stringify(workspace), ".nearfirst.json").value),
  };
};

/** Patterns that are there twice ignore nothing more. */
function withoutRepeats(settings: Settings): Settings {
  const { ignore: patterns, privacy } = settings;
  const localOnly = { ...privacy.localOnly, paths: [...new Set(privacy.localOnly.paths)] };
  return { ...settings, ignore: [...new Set(patterns)], privacy: { ...privacy, localOnly } };
}

describe("a workspace's configuration on top of the user's", () => {
  it("can never loosen anything, whatever stands in it", () => {
    fc.assert(
      fc.property(userFile, workspaceFile, (own, other) => {
        const { user, merged } = merge(own, other);
        expect(Object.keys(merged).sort()).toEqual(Object.keys(user).sort());
        for (const key of Object.keys(user) as (keyof Settings)[]) {
          const compare = atMost[key] as (merged: unknown, user: unknown) => boolean;
          expect(compare(merged[key], user[key]), key).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("changes nothing where it says nothing, and nothing more when it is applied twice", () => {
    fc.assert(
      fc.property(userFile, workspaceFile, (own, other) => {
        const { user, merged } = merge(own, other);
        expect(tighten(user, {})).toEqual(user);
        const again = tighten(merged, parseWorkspaceConfig(JSON.stringify(other), ".nearfirst.json").value);
        expect(withoutRepeats(again)).toEqual(withoutRepeats(merged));
      }),
      { numRuns: 50 },
    );
  });

  it("takes away what it names", () => {
    const { merged } = merge(
      { maxTokens: 100, ignore: ["*.env"], languages: { disabled: ["go"] } },
      {
        maxTokens: 20,
        ignore: ["*.sql"],
        languages: { disabled: ["python"] },
        retrieval: { enabled: false },
        privacy: { localOnly: { everything: true, paths: ["plans/"], languages: ["sql"] } },
        statistics: { enabled: false },
        large: false,
      },
    );
    expect(merged).toEqual({
      ...DEFAULT_SETTINGS,
      maxTokens: 20,
      ignore: ["*.env", "*.sql"],
      languages: { disabled: ["go", "python"] },
      retrieval: { enabled: false, maxFiles: DEFAULT_SETTINGS.retrieval.maxFiles },
      privacy: {
        ...DEFAULT_SETTINGS.privacy,
        localOnly: { everything: true, paths: ["plans/"], languages: ["sql"], workspaces: [] },
      },
      statistics: { ...DEFAULT_SETTINGS.statistics, enabled: false },
      large: { ...DEFAULT_SETTINGS.large, enabled: false },
    });
  });
});
