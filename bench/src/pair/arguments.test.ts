import { expect, it } from "vitest";
import type { BenchCall } from "../bench.js";
import { readArguments } from "../cascade/arguments.js";

const read = (values: BenchCall["values"], positionals: readonly string[] = []) =>
  readArguments({ values, positionals });

it("a pair needs a large model; the local one is the embedded one unless another is named", () => {
  expect(read({ large: "big.gguf" })).toMatchObject({
    local: "default",
    large: "big.gguf",
    networkMs: 200,
    limit: 200,
  });
  expect(read({ large: "big.gguf", "network-ms": "0", limit: "7" })).toMatchObject({ networkMs: 0, limit: 7 });
});

it.each([
  [{}, [], "--large is needed."],
  [{ large: "big.gguf", corpus: "heldout" }, [], "--corpus needs --tasks."],
  [{ large: "big.gguf", limit: "0" }, [], "--limit must be a whole number, 1 or more."],
  [{ large: "big.gguf" }, ["extra"], 'What is "extra"?'],
])("a wrong command line is refused with the usage: %j", (values, positionals, problem) => {
  expect(() => read(values, positionals)).toThrow(problem);
  expect(() => read(values, positionals)).toThrow(/Usage: npm run --silent bench -- cascade/);
});
