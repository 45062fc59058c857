import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BenchError } from "../bench.js";
import { readProjects, retrieverOf, uriOf } from "./projects.js";
import type { ScoreTask } from "./tasks.js";

const files = [
  { package: "shop", path: "shop/stock.py", text: "def count_items(stock):\n    return sum(stock.values())\n" },
  { package: "shop", path: "shop/größe a.py", text: "from shop.stock import count_items\n\ntotal = count_items({})\n" },
  { package: "other", path: "stock.py", text: "def count_items(stock):\n    return 0\n" },
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nearfirst-bench-test-"));
  const shard = files.map((file) => `${JSON.stringify({ ...file, language: "python" })}\n`);
  await writeFile(join(folder, "0000.jsonl.gz"), gzipSync(shard.slice(0, 1).join("")));
  await writeFile(join(folder, "0001.jsonl.gz"), gzipSync(shard.slice(1).join("")));
});
afterAll(() => rm(folder, { recursive: true }));

function taskIn(path: string, target: string): ScoreTask {
  const text = files.find((file) => file.path === path)?.text ?? "";
  return { id: path, package: "shop", path, language: "python", kind: "line", offset: text.indexOf(target), target };
}

const task = taskIn("shop/größe a.py", "total = count_items({})");

describe("the projects of a corpus", () => {
  it("are those that the tasks name, with all their files", async () => {
    const projects = await readProjects(folder, [task]);
    expect([...projects.keys()]).toEqual(["shop"]);
    expect([...(projects.get("shop")?.values() ?? [])].map((file) => file.path)).toEqual(
      files.slice(0, 2).map((file) => file.path),
    );
    expect(projects.get("shop")?.get(uriOf(task))?.text).toBe(files[1]?.text);
  });

  it("must be those that the tasks were made from", async () => {
    await expect(readProjects(folder, [{ ...task, offset: 1 }])).rejects.toThrow("another text stands there");
    await expect(readProjects(folder, [{ ...task, path: "gone.py" }])).rejects.toThrow("no such file");
  });

  it("are refused where the folder is missing, empty, or a shard is damaged", async () => {
    await expect(readProjects(join(folder, "nowhere"), [task])).rejects.toThrow(BenchError);
    const empty = await mkdtemp(join(tmpdir(), "nearfirst-bench-test-"));
    await expect(readProjects(empty, [task])).rejects.toThrow("no corpus");
    await writeFile(join(empty, "0000.jsonl.gz"), gzipSync("x".repeat(1_000)).subarray(0, 12));
    await expect(readProjects(empty, [task])).rejects.toThrow(BenchError);
    await writeFile(join(empty, "0000.jsonl.gz"), gzipSync("no json\n"));
    await expect(readProjects(empty, [task])).rejects.toThrow(BenchError);
    await rm(empty, { recursive: true });
  });
});

it("retrieval finds the project's other files and never the file at the cursor", async () => {
  const retriever = retrieverOf((await readProjects(folder, [task])).get("shop") ?? new Map());
  const query = { text: "count_items total", languageId: "python", limit: 8 };
  const pathsAt = async (path: string) => {
    const uri = uriOf({ package: "shop", path });
    return (await retriever.search({ ...query, uri }, new AbortController().signal)).map((snippet) => snippet.path);
  };
  expect(new Set(await pathsAt("shop/größe a.py"))).toEqual(new Set(["shop/stock.py"]));
  expect(new Set(await pathsAt("shop/stock.py"))).toEqual(new Set(["shop/größe a.py"]));
});
