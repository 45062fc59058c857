/** `nearfirst calibrate` as a process: the embedded model, and a large model whose server answers from a script. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const executable = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const TASKS = 60;

let root: string;
let env: NodeJS.ProcessEnv;
let server: Server;
/** Requests that the large model got. */
let asked = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-calibrate-"));
  mkdirSync(join(root, "code", ".git"), { recursive: true });
  writeFileSync(join(root, "code", "short.py"), "total = 1\n");
  writeFileSync(join(root, "tasks.jsonl"), Array.from({ length: TASKS }, (_, at) => `${taskOf(at)}\n`).join(""));
  // Knows every answer: what stands behind "# " at the end of the prefix's first line.
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => {
      body += piece.toString("utf8");
    });
    request.on("end", () => {
      asked++;
      const text = /# (.*)\n/.exec(JSON.parse(body).prompt)?.[1] ?? "";
      const counts = { draft_offered: 0, draft_accepted: 0, forward_passes: 1, prompt_tokens: 1 };
      const nearfirst = {
        stop_reason: "line",
        tokens: [],
        ...counts,
        tokens_evaluated: 1,
        tokens_reused: 0,
        engine_ms: 1,
      };
      response.end(JSON.stringify({ choices: [{ text, finish_reason: "stop" }], nearfirst }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  asked = 0;
  env = { ...process.env, XDG_STATE_HOME: mkdtempSync(join(root, "state-")), NO_COLOR: "1" };
  delete env["FORCE_COLOR"];
  delete env["NEARFIRST_CONFIG"];
});

/** An addition that no small model guesses, and that the large one is told. */
function taskOf(at: number): string {
  const target = `first_${(at * 7919) % 97} + second_${at}`;
  return JSON.stringify({
    id: String(at),
    language: "python",
    prefix: `# ${target}\nvalue_${at} = `,
    target,
    suffix: "\n",
  });
}

function configOf(name: string, settings: object): string {
  mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, name, "config.json"), JSON.stringify({ maxTokens: 4, ...settings }));
  return join(root, name, "config.json");
}

const withLarge = () => ({
  large: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, kind: "nearfirst" },
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `onError` sees what is printed on standard error. */
function run(args: readonly string[], onError: (child: ChildProcess, err: string) => void = () => undefined) {
  return new Promise<Ran>((resolve) => {
    const child = spawn(process.execPath, [executable, "calibrate", ...args], { cwd: join(root, "code"), env });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      out += piece;
    });
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      err += piece;
      onError(child, err);
    });
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

describe("nearfirst calibrate", () => {
  it("finds the threshold on a benchmark's tasks, and writes it beside the configuration", async () => {
    const config = configOf("whole", withLarge());
    const args = ["--tasks", join(root, "tasks.jsonl"), "--config", config];
    const picture = join(root, "curve.svg");
    const { code, out } = await run([...args, "--svg", picture]);
    expect(code).toBe(0);
    expect(out).toMatch(/60 tasks of .*tasks\.jsonl, 60 answered by both models/);
    expect(out).toMatch(/large model alone +100\.0 %/);
    expect(out).toMatch(/◆ +\d\.\d{3} /);
    const calibration = JSON.parse(readFileSync(join(root, "whole", "calibration.json"), "utf8"));
    expect(calibration).toMatchObject({
      version: 1,
      policy: "nearfirst",
      languages: { python: calibration.threshold },
      provenance: { source: { kind: "tasks", tasks: TASKS }, objective: { kind: "quality" } },
    });
    expect(readFileSync(picture, "utf8")).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(asked).toBe(TASKS);

    // A picture that cannot be drawn costs nothing of the rest.
    rmSync(join(root, "whole", "calibration.json"));
    const nowhere = await run([...args, "--svg", join(root, "nowhere", "curve.svg")]);
    expect(nowhere).toMatchObject({
      code: 1,
      err: expect.stringMatching(/curve cannot be drawn into .*nowhere.*ENOENT/),
    });
    expect(nowhere.out).toContain("Written to");
    expect(JSON.parse(readFileSync(join(root, "whole", "calibration.json"), "utf8")).threshold).toBe(
      calibration.threshold,
    );

    const budget = await run([...args, "--most-escalated", "50%", "--json", "--dry-run"]);
    const { chosen, points, writtenTo } = JSON.parse(budget.out);
    expect(asked).toBe(TASKS);
    expect(writtenTo).toBeNull();
    expect(chosen.escalatedShare).toBeLessThanOrEqual(0.5);
    expect(points.at(-1).rightShare).toBe(1);
    const { threshold } = JSON.parse(readFileSync(join(root, "whole", "calibration.json"), "utf8"));
    expect(threshold).toBe(calibration.threshold);
  }, 240_000);

  it("goes on after Ctrl-C where it was", async () => {
    const config = configOf("stopped", withLarge());
    const args = ["--tasks", join(root, "tasks.jsonl"), "--config", config];
    const stopped = await run(args, (child, err) => {
      if (/1 of 60/.test(err)) child.kill("SIGINT");
    });
    expect([stopped.code, stopped.err]).toEqual([130, expect.stringContaining("the same command goes on from there")]);
    expect(existsSync(join(root, "stopped", "calibration.json"))).toBe(false);
    const before = asked;
    expect(before).toBeLessThan(TASKS);
    expect((await run(args)).code).toBe(0);
    // The one that Ctrl-C ended may have been asked already.
    expect(asked - TASKS).toBeLessThanOrEqual(1);
  }, 240_000);

  it("refuses too few tasks, and a machine without a large model, with what to do", async () => {
    const few = await run([".", "--config", configOf("few", withLarge())]);
    expect(few).toMatchObject({
      code: 2,
      err: expect.stringMatching(/too few tasks, 1\. A threshold needs at least 50/),
    });
    const none = await run([".", "--config", configOf("none", {})]);
    expect(none).toMatchObject({ code: 2, err: expect.stringMatching(/^No large model is configured.*"large"/) });
    const history = await run(["--from-history", "5", "--config", configOf("history", withLarge())]);
    expect(history).toMatchObject({ code: 2, err: expect.stringContaining("has no history") });
    expect(asked).toBe(0);
  }, 120_000);
});
