import { describe, expect, it } from "vitest";
import { parseUserConfig, parseWorkspaceConfig } from "./parse-config.js";
import { DEFAULT_SETTINGS } from "./settings.js";

const problemsOf = (text: string) =>
  parseUserConfig(text, "config.json").problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const workspaceProblemsOf = (text: string) =>
  parseWorkspaceConfig(text, ".nearfirst.json").problems.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );

describe("the user's configuration", () => {
  it("has defaults for all that it does not say", () => {
    expect(parseUserConfig("", "config.json")).toEqual({ value: DEFAULT_SETTINGS, keys: [], problems: [] });
    expect(parseUserConfig("{}", "config.json").value).toEqual(DEFAULT_SETTINGS);
  });

  it("may hold comments, trailing commas and a byte order mark", () => {
    const { value, keys, problems } = parseUserConfig(
      '\uFEFF// mine\n{ "maxTokens": 30, /* short */ "trigger": { "delayMs": 0, }, }',
      "config.json",
    );
    expect(problems).toEqual([]);
    expect(value).toEqual({
      ...DEFAULT_SETTINGS,
      maxTokens: 30,
      trigger: { automatic: true, inComments: true, delayMs: 0 },
    });
    expect(keys).toEqual(["maxTokens", "trigger.delayMs"]);
  });

  it("names an unknown key, its place, and the nearest right one", () => {
    expect(problemsOf('{\n  "maxToken": 3 }')).toEqual(['2:3 There is no key "maxToken"; did you mean "maxTokens"?']);
    expect(problemsOf('{ "trigger": { "delay": 3 } }')).toEqual([
      '1:16 There is no key "trigger.delay"; did you mean "trigger.delayMs"?',
    ]);
  });

  it("finds the right group for a key that stands outside of it", () => {
    expect(problemsOf('{ "delayMs": 3 }')).toEqual(['1:3 There is no key "delayMs"; did you mean "trigger.delayMs"?']);
  });

  it("lists the keys there are where none is near", () => {
    expect(problemsOf('{ "languages": { "colour": 1 } }')).toEqual([
      '1:18 There is no key "languages.colour". The keys here are disabled.',
    ]);
  });

  it("says in words what a key accepts and what it found", () => {
    expect(
      problemsOf(`{
  "maxTokens": "64",
  "contextTokens": 100,
  "threads": 1.5,
  "enabled": null,
  "stopMode": "statment",
  "ignore": ["build/", ""],
  "retrieval": []
}`),
    ).toEqual([
      '2:16 "maxTokens" must be a whole number from 1 to 512, not the text "64".',
      '3:20 "contextTokens" must be a whole number from 256 to 131072, not 100.',
      '4:14 "threads" must be "auto" or a whole number from 1 to 256, not 1.5.',
      '5:14 "enabled" must be true or false, not null.',
      '6:15 "stopMode" must be one of "line", "statement", "block", "tokens", not the text "statment". Did you mean "statement"?',
      '7:24 "ignore[1]" must be a text that is not empty, not the text "".',
      '8:16 "retrieval" must be an object {...}, not a list.',
    ]);
  });

  it("keeps what is right beside what is wrong", () => {
    const { value, keys } = parseUserConfig('{ "maxTokens": 0, "enabled": false, "ignore": [1, "*.env"] }', "c.json");
    expect(value).toEqual({ ...DEFAULT_SETTINGS, enabled: false, ignore: ["*.env"] });
    expect(keys).toEqual(["enabled", "ignore"]);
  });

  it("reports a text that is no JSON where it breaks, and reads on", () => {
    expect(problemsOf('{\n  "enabled": false,\n  "maxTokens" 3\n}')).toEqual([
      "3:15 This is no valid JSON: colon expected.",
    ]);
    expect(parseUserConfig('{ "enabled": false, ', "config.json").value.enabled).toBe(false);
    expect(problemsOf("[]")).toEqual(["1:1 The configuration is an object {...}, not a list."]);
  });

  it("reports a key that stands twice", () => {
    expect(problemsOf('{ "enabled": true, "enabled": false }')).toEqual([
      '1:20 The key "enabled" is here for the second time; only the last one counts.',
    ]);
  });

  it("does not print a long text, which may be a secret in the wrong place", () => {
    const secret = "s".repeat(60);
    expect(problemsOf(`{ "maxTokens": "${secret}" }`)).toEqual([
      '1:16 "maxTokens" must be a whole number from 1 to 512, not a text of 60 characters.',
    ]);
  });
});

describe("a workspace's configuration", () => {
  it("says of a key that is the user's alone that it has no effect, and applies the rest", () => {
    const text = '{ "model": "/opt/other.gguf", "trigger": { "delayMs": 0, "automatic": false }, "maxTokens": 16 }';
    expect(workspaceProblemsOf(text)).toEqual([
      '1:3 "model" can be set in the user\'s own configuration only: a workspace may only take something away. It has no effect here.',
      '1:44 "trigger.delayMs" can be set in the user\'s own configuration only: a workspace may only take something away. It has no effect here.',
    ]);
    expect(parseWorkspaceConfig(text, ".nearfirst.json").value).toEqual({
      trigger: { automatic: false },
      maxTokens: 16,
    });
  });

  it("refuses a pattern that would take back what the user ignores", () => {
    expect(workspaceProblemsOf('{ "ignore": ["*.sql", "!.env"] }')).toEqual([
      '1:23 "ignore[1]": a workspace may only ignore more, so no pattern here begins with "!".',
    ]);
  });
});

describe("a file that is made to do harm", () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}": 1`).join(",")}}`;
  const cases: [string, string, string][] = [
    ["is nested without end", "[".repeat(400_000), "The file is nested too deeply for a configuration."],
    ["is nested deeply", `{"ignore": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "nested too deeply"],
    ["has many unknown keys", keys(50_000), "The file has 50000 mistakes: it is no configuration."],
    ["has one key twice many times", `{${'"enabled": true,'.repeat(50_000)}}`, "mistakes: it is no configuration."],
    ["has a very long key", `{"${"k".repeat(900_000)}": 1}`, "There is no key"],
  ];
  it.each(cases)("and %s is told in words, soon", (_, text, words) => {
    const startedAt = performance.now();
    const { value, problems } = parseWorkspaceConfig(text, ".nearfirst.json");
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
    expect(value).toEqual({});
    // Half a second or less each; with work for each pair of keys it is minutes.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
