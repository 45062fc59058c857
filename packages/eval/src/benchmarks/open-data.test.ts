import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { HAND_MADE_TASKS, jsonLinesOf } from "../../test/hand-made-infilling.js";
import type { FileBenchmark } from "./benchmark.js";
import { HUMANEVAL_INFILLING } from "./humaneval-infilling/humaneval-infilling.js";
import { openData } from "./open-data.js";

const CONTENT = jsonLinesOf(HAND_MADE_TASKS);
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");
const { signal } = new AbortController();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-data-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

let server: Server;
let served = { status: 200, body: gzipSync(CONTENT), requests: 0, breaksOff: false };
let url: string;
beforeAll(async () => {
  server = createServer((_, response) => {
    served.requests++;
    if (!served.breaksOff) return void response.writeHead(served.status).end(served.body);
    response.writeHead(served.status, { "content-length": served.body.length });
    response.write(served.body.subarray(0, 10), () => response.destroy());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : ""}/Tasks.jsonl.gz`;
});
afterAll(() => server.close());

function benchmarkOf(sha256: string | null): FileBenchmark {
  const [real] = HUMANEVAL_INFILLING;
  if (real === undefined) throw new Error("there is none");
  return { ...real, data: { fileName: "Tasks.jsonl.gz", url, sha256 } };
}

describe("a benchmark's data", () => {
  it("are read from a file or a folder, compressed or not, and known by their checksum", async () => {
    writeFileSync(join(folder, "plain.jsonl"), CONTENT);
    writeFileSync(join(folder, "Tasks.jsonl.gz"), gzipSync(CONTENT));
    for (const path of [join(folder, "plain.jsonl"), folder]) {
      const { tasks, sha256 } = await openData(benchmarkOf(SHA256), { path, accept: "published", signal });
      expect([tasks.length, sha256]).toEqual([3, SHA256]);
    }
  });

  it("with another checksum are refused, unless any data are accepted", async () => {
    const path = join(folder, "other.jsonl");
    writeFileSync(path, CONTENT);
    const wrong = benchmarkOf("0".repeat(64));
    await expect(openData(wrong, { path, accept: "published", signal })).rejects.toThrow(/is not what was published/);
    await expect(openData(benchmarkOf(null), { path, accept: "published", signal })).rejects.toThrow(/No checksum/);
    expect((await openData(wrong, { path, accept: "any", signal })).tasks).toHaveLength(3);
  });

  it("are downloaded once, and refused where the download is something else", async () => {
    served = { ...served, requests: 0 };
    const options = { accept: "published", signal } as const;
    expect((await openData(benchmarkOf(SHA256), options)).tasks).toHaveLength(3);
    expect((await openData(benchmarkOf(SHA256), options)).tasks).toHaveLength(3);
    expect(served.requests).toBe(1);
    await expect(openData(benchmarkOf("0".repeat(64)), options)).rejects.toThrow(/Delete it/);
  });

  it("whose download breaks off, or finds no room, are an error that says what to do, and leave nothing that counts", async () => {
    const options = { accept: "published", signal } as const;
    served = { ...served, breaksOff: true };
    await expect(openData(benchmarkOf(SHA256), options)).rejects.toThrow(/broke off\. .*--data FILE/);
    served = { ...served, breaksOff: false };
    writeFileSync(join(folder, "no-folder"), "");
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "no-folder"));
    await expect(openData(benchmarkOf(SHA256), options)).rejects.toThrow(
      /no-folder.* cannot be written to\. .*--data FILE/,
    );
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
    expect((await openData(benchmarkOf(SHA256), options)).tasks).toHaveLength(3);
  });

  it("that cannot be had are an error that says what to do", async () => {
    served = { ...served, status: 404 };
    await expect(openData(benchmarkOf(SHA256), { accept: "published", signal })).rejects.toThrow(/404.*--data FILE/);
    served = { ...served, status: 200 };
    const path = join(folder, "none.jsonl");
    await expect(openData(benchmarkOf(SHA256), { path, accept: "any", signal })).rejects.toThrow(/no file or folder/);
    await expect(openData(benchmarkOf(SHA256), { path: folder, accept: "any", signal })).rejects.toThrow(
      /has no Tasks\.jsonl\.gz\. It is published at http:.*Tasks\.jsonl\.gz/,
    );
    writeFileSync(join(folder, "cut.jsonl.gz"), gzipSync(CONTENT).subarray(0, 50));
    const cut = { path: join(folder, "cut.jsonl.gz"), accept: "any", signal } as const;
    await expect(openData(benchmarkOf(SHA256), cut)).rejects.toThrow(/cannot be decompressed/);
  });
});
