/** `nearfirst serve-large` as a process with the embedded model, and our own client in front of it. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cursorContextOf, type LargeModel, type LargeRequest, type ReleasedPrompt } from "@nearfirst/core";
import { DEFAULT_SETTINGS, openLargeModel } from "@nearfirst/node";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ServeLargeProcess, startServeLarge } from "../bench/src/pair/serve-large-process.js";

const executable = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const KEY = "sk-of-this-test";

let root: string;
let server: ServeLargeProcess;
let url: string;
let model: LargeModel & { close(): Promise<void> };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-serve-"));
  writeFileSync(join(root, "key"), KEY);
  server = await startServeLarge({ model: "default", contextTokens: 2_048, threads: 1, keyFile: join(root, "key") });
  url = server.url;
  const large = {
    ...DEFAULT_SETTINGS.large,
    url,
    kind: "nearfirst" as const,
    keyFile: join(root, "key"),
    timeoutMs: 60_000,
  };
  const opened = await openLargeModel(large, { env: {} });
  if (opened === null) throw new Error("no large model");
  model = opened;
}, 120_000);
afterAll(async () => {
  await model?.close();
  await server?.close();
  rmSync(root, { recursive: true });
});

async function openedAs(name: string) {
  const large = { ...DEFAULT_SETTINGS.large, url, kind: "nearfirst" as const, model: name, timeoutMs: 60_000 };
  const opened = await openLargeModel({ ...large, keyFile: join(root, "key") }, { env: {} });
  if (opened === null) throw new Error("no large model");
  onTestFinished(() => opened.close());
  return opened;
}

/** The process of its model, by what Linux says. */
function engineOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
}

const unaborted = () => new AbortController().signal;

function requestAt(picture: string, draft = ""): LargeRequest {
  const [prefix = "", suffix = ""] = picture.split("█");
  const document = { uri: "shapes.py", languageId: "python", text: prefix + suffix };
  const { lexical, lineLexical, linePrefix } = cursorContextOf(document, prefix.length);
  const prompt = { languageId: "python", path: "shapes.py", prefix, suffix, snippets: [], draft };
  return {
    prompt: prompt as unknown as ReleasedPrompt,
    maxTokens: 24,
    stop: { mode: "statement", languageId: "python", lexical, lineLexical, linePrefix },
    beforeSend: async () => undefined,
  };
}

/** No token of the answers is as likely as another: passes of another shape round in another way. */
const PICTURES = [
  "class Box:\n    def __init__(self, width, height):\n        self.width = width\n        self.height = █\n",
  "import os\n\n\ndef read(path):\n    with open(path█\n",
  "class Item:\n    def __init__(self, name, price):\n        self.name = na█\n        self.price = price\n",
];

describe("nearfirst serve-large", () => {
  it.each(PICTURES)("answers the same with any draft, in fewer passes with a right one: %j", async (picture) => {
    const plain = await model.generate(requestAt(picture), unaborted());
    expect(plain.text).toMatch(/\S/);
    expect(plain).toMatchObject({ draftOffered: 0, draftAccepted: 0 });
    const right = await model.generate(requestAt(picture, plain.text), unaborted());
    expect(right.text).toBe(plain.text);
    expect(right.draftAccepted).toBeGreaterThan(0);
    expect(right.draftAccepted).toBe(right.draftOffered);
    expect(right.forwardPasses).toBeLessThanOrEqual(plain.forwardPasses ?? 0);
    const wrong = await model.generate(requestAt(picture, "zzz qqq = 77"), unaborted());
    expect(wrong.text).toBe(plain.text);
    expect(wrong.tokens?.every(({ probability }) => probability > 0 && probability <= 1)).toBe(true);
  });

  it("goes on after a request was cancelled", async () => {
    const [picture = ""] = PICTURES;
    const abort = new AbortController();
    const cancelled = model.generate(requestAt(`${"x = 1\n".repeat(300)}${picture}`), abort.signal);
    setTimeout(() => abort.abort(new Error("typed on")), 5);
    await expect(cancelled).rejects.toThrow("typed on");
    expect((await model.generate(requestAt(picture), unaborted())).text).toMatch(/\S/);
  });

  it("refuses whoever has no key", async () => {
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
    const headers = { authorization: `Bearer ${KEY}` };
    expect(await (await fetch(`${url}/v1/models`, { headers })).json()).toMatchObject({ object: "list" });
  });

  it("says how the others name it, and answers who asks for another model with what it has", async () => {
    expect(server.printed).toContain(
      `"large": { "url": "${url}", "kind": "nearfirst", "model": "nearfirst-embedded", "keyFile": ${JSON.stringify(join(root, "key"))} }`,
    );
    const named = await openedAs("nearfirst-embedded");
    expect(named.name).toBe(`nearfirst-embedded at ${new URL(url).host}`);
    expect((await named.generate(requestAt(PICTURES[0] ?? ""), unaborted())).text).toMatch(/\S/);
    const another = await openedAs("another");
    await expect(another.generate(requestAt(PICTURES[0] ?? ""), unaborted())).rejects.toMatchObject({
      code: "large-not-found",
    });
  });

  it.runIf(existsSync("/proc/self/task"))(
    "ends a request with an error when its engine hangs, and goes on with the next",
    async () => {
      const own = await startServeLarge({
        model: "default",
        contextTokens: 512,
        threads: 1,
        more: ["--silence-limit", "2s"],
      });
      onTestFinished(() => own.close());
      const ask = async () => {
        const body = JSON.stringify({ prompt: "def f(a, b):\n    return ", language: "python", max_tokens: 8 });
        const reply = await fetch(`${own.url}/v1/completions`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        return { status: reply.status, text: await reply.text() };
      };
      expect((await ask()).status).toBe(200);
      process.kill(engineOf(own.pid), "SIGSTOP");
      const { status, text } = await ask();
      expect(status).toBe(503);
      expect(text).toMatch(/gave no sign of life for 2 s/);
      expect((await ask()).status).toBe(200);
    },
    60_000,
  );

  it("listens to other machines only with a key", async () => {
    const { code, err } = await refused("--host", "0.0.0.0", "--port", "0");
    expect(code).toBe(2);
    expect(err).toMatch(/^Without a key only this machine may ask: add --key-file/);
  });

  it("tells other machines its own name where it listens on all addresses", async () => {
    const more = ["--host", "0.0.0.0"];
    const keyFile = join(root, "key");
    const own = await startServeLarge({ model: "default", contextTokens: 512, threads: 1, keyFile, more });
    onTestFinished(() => own.close());
    expect(new URL(own.url).hostname).toBe(hostname().toLowerCase());
  });

  it("names its own options where there is no key to be had", async () => {
    expect((await refused("--key-environment", "NO_SUCH_KEY")).err).toContain("NO_SUCH_KEY (--key-environment) is not");
    expect((await refused("--key-file", join(root, "none"))).err).toContain("none (--key-file) is not there");
  });
});

function refused(...args: readonly string[]): Promise<{ readonly code: number | null; readonly err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [executable, "serve-large", ...args], (_, _out, err) =>
      resolve({ code: child.exitCode, err }),
    );
  });
}
