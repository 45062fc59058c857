/** `nearfirst serve` as a process with the embedded model. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendSignal } from "../send-signal.js";

const executable = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const ASKED = {
  prompt:
    "def area(width, height):\n    return width * height\n\n\ndef perimeter(width, height):\n    return 2 * (width + ",
  suffix: "\n",
  language: "python",
};

let root: string;
let env: NodeJS.ProcessEnv;
let daemon: ChildProcess;
let url: string;
let token: string;
let printed = "";

function run(args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [executable, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

/** Status and value of the answer. */
async function post(path: string, body: unknown, signal: AbortSignal | null = null) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body), signal });
  return { status: reply.status, value: JSON.parse(await reply.text()) };
}

/** A model takes its time to load on a busy machine. */
const LOADING_MS = 120_000;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-serve-"));
  env = { ...process.env, XDG_STATE_HOME: join(root, "state"), XDG_CONFIG_HOME: join(root, "config") };
  daemon = spawn(process.execPath, [executable, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "pipe"] });
  url = await new Promise<string>((resolve, reject) => {
    const read = (piece: string) => {
      printed += piece;
      const found = /at (http:\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    daemon.stdout?.setEncoding("utf8").on("data", read);
    daemon.stderr?.setEncoding("utf8").on("data", read);
    daemon.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${printed}`)));
  });
  token = (await run(["serve", "--print-token"])).out.trim();
}, LOADING_MS);
afterAll(async () => {
  daemon?.removeAllListeners("exit");
  const ended = new Promise((resolve) => daemon?.once("exit", resolve));
  if (daemon?.exitCode === null && daemon.kill("SIGKILL")) await ended;
  rmSync(root, { recursive: true });
});

describe("nearfirst serve", () => {
  it("completes code with the embedded model, for who has the token", async () => {
    const { status, value } = await post("/v1/completions", { ...ASKED, logprobs: 0 });
    expect(status).toBe(200);
    expect(value.choices[0].text).toMatch(/\S/);
    expect(value.choices[0].logprobs.tokens.join("")).toContain(value.choices[0].text);
    expect(value).toMatchObject({ nearfirst: { outcome: "suggested", tier: "local", source: "model" } });
    expect((await fetch(`${url}/v1/models`)).status).toBe(401);
  });

  it("evaluates only what is new when a client has typed on", async () => {
    await post("/v1/completions", { ...ASKED, user: "typist" });
    const typed = await post("/v1/completions", { ...ASKED, user: "typist", prompt: `${ASKED.prompt}(xyz - ` });
    const { usage } = typed.value;
    expect(usage.prompt_tokens_details.cached_tokens).toBeGreaterThan(usage.prompt_tokens / 2);
  });

  it("goes on after clients went away in the middle of their requests", async () => {
    for (let at = 0; at < 5; at++) {
      const leave = new AbortController();
      const prompt = `${`x${at} = 1\n`.repeat(600)}${ASKED.prompt}`;
      const asked = post("/v1/completions", { ...ASKED, prompt }, leave.signal);
      setTimeout(() => leave.abort(), 20);
      await asked.catch(() => undefined);
    }
    expect((await post("/v1/completions", ASKED)).value.choices[0].text).toMatch(/\S/);
  });

  it(
    "goes on after its engine was killed",
    async () => {
      const children = readFileSync(`/proc/${daemon.pid}/task/${daemon.pid}/children`, "utf8").trim().split(" ");
      for (const pid of children) sendSignal(Number(pid), "SIGKILL");
      const reply = await post("/v1/completions", { ...ASKED, prompt: `y = 2\n${ASKED.prompt}` });
      expect(reply.value.choices[0].text).toMatch(/\S/);
    },
    LOADING_MS,
  );

  it(
    "says so where its port is taken",
    async () => {
      const { code, err } = await run(["serve", "--port", new URL(url).port]);
      expect(code).toBe(2);
      expect(err).toMatch(/cannot be listened on \(EADDRINUSE\)/);
    },
    LOADING_MS,
  );

  it("starts with no configuration that has a mistake", async () => {
    const config = join(root, "broken.json");
    writeFileSync(config, '{ "maxTokens": "many" }');
    const { code, err } = await run(["serve", "--port", "0", "--config", config]);
    expect(code).toBe(1);
    expect(err).toContain("maxTokens");
  });

  it("ends well when it is told to, and never printed its token or what it was sent", async () => {
    daemon.removeAllListeners("exit");
    const ended = new Promise((resolve) => daemon.once("exit", resolve));
    daemon.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(printed).toContain("Serving ");
    expect(printed).not.toContain(token);
    expect(printed).not.toContain("perimeter");
  });
});
