import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeTerms } from "@nearfirst/core";
import { expect, it } from "vitest";
import { writeWorkspace } from "./retrieval-corpus.js";

it("the retrieval bench's workspace has the wanted size, varies its names, and is the same each time", async () => {
  const made = await Promise.all(
    [1, 2].map(async () => {
      const directory = await mkdtemp(join(tmpdir(), "nearfirst-bench-test-"));
      const files = await writeWorkspace(directory, { wantedLines: 25_000, wantedFiles: 100 });
      expect(await readFile(files[7]?.path as string, "utf8")).toBe(files[7]?.text);
      await rm(directory, { recursive: true });
      return files;
    }),
  );
  const [texts, again] = made.map((files) => files.map((file) => file.text));
  expect(again).toEqual(texts);
  expect(made[0]?.reduce((sum, file) => sum + file.lines, 0)).toBeGreaterThanOrEqual(25_000);
  // Over two and a half times the corpus; copies alone would have no term that the corpus lacks.
  const terms = (from: number, to?: number) => new Set(texts?.slice(from, to).flatMap(codeTerms));
  const third = Math.floor((texts?.length ?? 0) / 3);
  const [first, last] = [terms(0, third), terms(2 * third)];
  const isNew = [...last].filter((term) => !first.has(term)).length;
  expect(isNew).toBeGreaterThan(last.size / 3);
});
