import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rowOf } from "./row-fixture.js";
import { keyOf, openRows, type Row, type RunHeader, readRows } from "./rows.js";

const header: RunHeader = {
  run: { format: 1, tasksSha256: "t", maxTokens: 128, contextTokens: 2_048, threads: "auto", draftWeight: null },
  models: [{ label: "m", prompt: "product", file: "m.gguf", fileBytes: 1, sha256: "a" }],
  machine: { node: "v20" },
};

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-bench-test-"));
  path = join(folder, "rows.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(...rows: Row[]): void {
  const store = openRows(path, header);
  for (const row of rows) store.add(row);
  store.close();
}

const [one, two] = [rowOf({ task: "one" }), rowOf({ task: "two", isExact: true })];

describe("a file of rows", () => {
  it("takes its name once all rows are there", () => {
    const store = openRows(path, header);
    store.add(one);
    expect(existsSync(path)).toBe(false);
    store.add(two);
    store.finish();
    expect(readRows(path)).toEqual({ header, rows: [one, two] });
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it("is gone on with after an end in the middle of a line", () => {
    written(one, two);
    const part = readFileSync(`${path}.part`, "utf8");
    writeFileSync(`${path}.part`, part.slice(0, -10));
    const store = openRows(path, header);
    expect([...store.known.values()]).toEqual([one]);
    store.add(two);
    store.finish();
    expect(readRows(path).rows).toEqual([one, two]);
  });

  it("is whole where it was interrupted after its last row", () => {
    written(one);
    openRows(path, header).finish();
    expect(readRows(path).rows).toEqual([one]);
  });

  it("grows by further rows and models, and is untouched where there is nothing to add", () => {
    written(one);
    openRows(path, header).finish();
    const before = readFileSync(path, "utf8");
    openRows(path, header).finish();
    expect(readFileSync(path, "utf8")).toBe(before);
    const other = { label: "n", prompt: "plain", file: "n.gguf", fileBytes: 2, sha256: "b" } as const;
    const store = openRows(path, { ...header, models: [other] });
    expect(store.known.has(keyOf(one))).toBe(true);
    store.add(rowOf({ task: "one", model: "n" }));
    store.finish();
    const { header: joined, rows } = readRows(path);
    expect(joined.models.map((model) => model.label)).toEqual(["m", "n"]);
    expect(rows.map((row) => row.model)).toEqual(["m", "n"]);
  });

  it.each([
    ["other tasks", { ...header, run: { ...header.run, tasksSha256: "u" } }, /made with tasksSha256 t, not u/],
    ["another limit", { ...header, run: { ...header.run, maxTokens: 64 } }, /made with maxTokens 128, not 64/],
    [
      "another file of the same name",
      { ...header, models: [{ ...header.models[0], sha256: "z" }] } as RunHeader,
      /of another model file m/,
    ],
  ])("takes no rows of %s", (_, wrong, message) => {
    written(one);
    expect(() => openRows(path, wrong)).toThrow(message);
    expect(readRows(`${path}.part`).rows).toEqual([one]);
  });

  it.each([
    ["something else", "hello\n", /is no row/],
    ["other JSON", "{}\n", /does not hold rows/],
    ["no header", `${JSON.stringify(one)}\n`, /does not hold rows/],
    ["nothing", "", /does not hold rows/],
  ])("with %s is refused", (_, content, message) => {
    writeFileSync(path, content);
    expect(() => readRows(path)).toThrow(message);
  });

  it("that cannot be written says so", () => {
    const store = openRows(join(folder, "nowhere", "rows.jsonl"), header);
    expect(() => store.add(one)).toThrow(/rows cannot be written/);
  });
});

it("without a file rows are kept in memory", () => {
  const store = openRows(null, header);
  store.add(one);
  store.finish();
  expect([...store.known.values()]).toEqual([one]);
});
