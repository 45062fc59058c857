import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { madeFile } from "../../test/made-evaluation.js";
import { judgedHeaderOf } from "../scores/judged-row.js";
import { readPair } from "./read-pair.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-pair-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Rows of a model in a file. */
function rowsOf(name: string): string {
  const { header, rows } = madeFile(name, [{ task: "t", isRight: true }]);
  return written(`${name}.jsonl`, [header, ...rows.values()]);
}

function written(name: string, lines: readonly object[]): string {
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const path = join(folder, name);
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(content) : content);
  return path;
}

it("takes the verdicts beside both files, compressed or not, and says of one without any what judges it", () => {
  const [local, large] = [rowsOf("local"), rowsOf("large")];
  const { header, judged } = madeFile("local", [{ task: "t", isRight: true }]);
  const verdicts = [judgedHeaderOf(header, "none"), ...judged.values()];
  written("local.judged.jsonl", verdicts);
  expect(() => readPair(local, large)).toThrow(
    /large\.jsonl was not judged: `nearfirst eval score .*large\.jsonl` judges it/,
  );
  written("large.judged.jsonl.gz", verdicts);
  const pair = readPair(local, large);
  expect([pair.local.judged.size, pair.large.judged.size]).toEqual([1, 1]);
});
