import { expect, it } from "vitest";
import type { BenchCall } from "../bench.js";
import { readArguments } from "../cascade/arguments.js";

const read = (values: BenchCall["values"], positionals: readonly string[] = []) =>
  readArguments({ values, positionals });

it("a pair is our own two models where none is named; beside another large model the embedded one is the local one", () => {
  expect(read({})).toMatchObject({ local: expect.stringMatching(/nearfirst-small\S*\.gguf$/), large: "default" });
  expect(read({ local: "own.gguf" })).toMatchObject({ local: "own.gguf", large: "default" });
  expect(read({ large: "big.gguf" })).toMatchObject({
    local: "default",
    large: "big.gguf",
    networkMs: 200,
    limit: 200,
  });
  expect(read({ large: "big.gguf", "network-ms": "0", limit: "7" })).toMatchObject({ networkMs: 0, limit: 7 });
});

it.each([
  [{ large: "big.gguf", corpus: "heldout" }, [], "--corpus needs --tasks."],
  [{ large: "big.gguf", limit: "0" }, [], "--limit must be a whole number, 1 or more."],
  [{ large: "big.gguf" }, ["extra"], 'What is "extra"?'],
])("a wrong command line is refused with the usage: %j", (values, positionals, problem) => {
  expect(() => read(values, positionals)).toThrow(problem);
  expect(() => read(values, positionals)).toThrow(/Usage: npm run --silent bench -- cascade/);
});
