import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkInsertion, NearfirstError } from "@nearfirst/core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WorkerSyntaxParser, type WorkerSyntaxParserOptions } from "./worker-syntax-parser.js";

const never = new AbortController().signal;
const opened: WorkerSyntaxParser[] = [];
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nearfirst-syntax-"));
});
afterEach(async () => {
  for (const parser of opened.splice(0)) await parser.close();
});
afterAll(async () => rm(folder, { recursive: true }));

function parserOf(options: WorkerSyntaxParserOptions = {}): WorkerSyntaxParser {
  const parser = new WorkerSyntaxParser(options);
  opened.push(parser);
  return parser;
}

/** A worker that loops for ever over `hang`, ends on `crash`, and finds no problem in anything else. */
async function oddWorker(): Promise<string> {
  const script = join(folder, "odd-worker.mjs");
  await writeFile(
    script,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ type, id, text }) => {
       if (type !== "parse") return;
       if (text === "hang") for (;;);
       if (text === "crash") process.exit(3);
       if (text === "fail") parentPort.postMessage({ id, failure: "RangeError" });
       else parentPort.postMessage({ id, problems: [] });
     });`,
  );
  return script;
}

describe("the syntax worker", () => {
  it("answers many texts in several languages at once, each with its own", async () => {
    const parser = parserOf();
    const texts = [
      ["python", "x = 1\n", 0],
      ["python", "x = = 1\n", 1],
      ["typescript", "const x = 1;\n", 0],
      ["go", "package p\nvar x = = 1\n", 1],
      ["cpp", "int x = 1;\n", 0],
    ] as const;
    const found = await Promise.all(texts.map(([languageId, text]) => parser.parse(text, languageId, never)));
    expect(found.map((problems) => problems?.length)).toEqual(texts.map(([, , count]) => count));
    expect(await parser.parse("MOVE A TO B.", "cobol", never)).toBeNull();
  });

  it("rejects with the signal's reason before and during a call", async () => {
    const parser = parserOf();
    await expect(parser.parse("x", "python", AbortSignal.abort("early"))).rejects.toBe("early");
    const controller = new AbortController();
    const call = parser.parse("x = 1\n".repeat(5_000), "python", controller.signal);
    controller.abort("late");
    await expect(call).rejects.toBe("late");
    expect(await parser.parse("x = 1\n", "python", never)).toEqual([]);
  });

  it("gives an unknown verdict after a time limit, and replaces a worker that does not end", async () => {
    const parser = parserOf({ workerScript: await oddWorker(), stuckAfterMs: 50 });
    const insertion = { languageId: "python", before: "", text: "hang", after: "", extent: "open" } as const;
    const hanging = { parse: () => parser.parse("hang", "python", limit) };
    const limit = AbortSignal.timeout(20);
    expect(await checkInsertion(hanging, insertion, limit)).toEqual({ kind: "unknown", reason: "too-late" });
    await expect
      .poll(() => parser.parse("x", "python", AbortSignal.timeout(2_000)).catch(() => null), { timeout: 10_000 })
      .toEqual([]);
  });

  it("fails the call in flight when the worker dies, and starts another one for the next", async () => {
    const parser = parserOf({ workerScript: await oddWorker() });
    await expect(parser.parse("crash", "python", never)).rejects.toBeInstanceOf(NearfirstError);
    expect(await parser.parse("x", "python", never)).toEqual([]);
    await expect(parser.parse("fail", "python", never)).rejects.toThrow("RangeError");
    expect(await parser.parse("x", "python", never)).toEqual([]);
  });

  it("takes no more calls once closed", async () => {
    const parser = parserOf({ workerScript: await oddWorker() });
    const call = parser.parse("hang", "python", never);
    const failed = expect(call).rejects.toBeInstanceOf(NearfirstError);
    await parser.close();
    await failed;
    await expect(parser.parse("x", "python", never)).rejects.toBeInstanceOf(NearfirstError);
  });

  it("loads ahead of the first text, whatever the language", async () => {
    const parser = parserOf();
    await parser.prepare("python");
    await parser.prepare("cobol");
    expect(await parser.parse("x = 1\n", "python", never)).toEqual([]);
  });
});
