/** The built `nearfirst` executable as a process: what it prints, and how it exits. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executable = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const shapes = `class Rectangle:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def perimeter(self):
        return 2 * (self.width + self.
`;
const shapesPlace = "shapes.py:10";

let root: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-cli-"));
  env = {
    ...process.env,
    XDG_CONFIG_HOME: join(root, "config"),
    XDG_DATA_HOME: join(root, "data"),
    OLLAMA_MODELS: join(root, "ollama"),
    NO_COLOR: "1",
  };
  delete env["NEARFIRST_CONFIG"];
  delete env["FORCE_COLOR"];
  write("shapes.py", shapes);
  write("page.html", "<p>");
  write("strict/.nearfirst.json", '{ "ignore": ["secrets/"], "model": "other.gguf" }');
  write("strict/secrets/keys.py", shapes);
  symlinkSync("secrets/keys.py", join(root, "strict/link.py"));
  write("bad.json", '{ "maxToken": 3,\n  "stopMode": "sentence" }');
});
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], input?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [executable, ...args], { cwd: root, env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    child.stdin?.end(input ?? "");
  });
}

describe("nearfirst --help", () => {
  it("teaches: examples, what to do when something fails, next steps", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    for (const part of ["nearfirst complete src/app.py:12", "nearfirst doctor", "nearfirst models list"])
      expect(out).toContain(part);
    expect((await run(["help", "complete"])).out).toContain("Exit codes:");
  });

  it("loads neither the engine nor the pipeline first", () => {
    const seen = new Set<string>();
    const load = (file: URL) => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      const source = readFileSync(file, "utf8");
      for (const [, name = ""] of source.matchAll(/^(?:import (?!type ).*|\}) from "(.*)";$/gm))
        if (name.startsWith(".")) load(new URL(name.replace(/\.js$/, ".ts"), file));
        else seen.add(name);
    };
    load(new URL("../packages/cli/src/main.ts", import.meta.url));
    expect([...seen].filter((name) => !name.startsWith("file:")).sort()).toEqual(["commander", "node:fs"]);
  });

  it("is offered for a command that does not exist, with the nearest one that does", async () => {
    expect(await run(["compleet", "a.py:1"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("mean complete?"),
    });
    expect(await run(["complete", "a.py:1", "--max-tokens", "0"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("from 1 to 512"),
    });
  });
});

describe("nearfirst complete", () => {
  it("prints the completion in its place, and how it came about with --trace", async () => {
    const { code, out } = await run(["complete", shapesPlace, "--trace"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^10 │ {9}return 2 \* \(self\.width \+ self\.⟦.+⟧$/m);
    for (const part of ["generate", "total", "geometric mean", "arithmetic mean", "forward passes", "always"])
      expect(out).toContain(part);
    expect(out).toMatch(/^ +1 {2}0\.\d{4} {2}"/m);
  });

  it("prints its outcome as JSON, for the text on standard input and within the limits that are asked for", async () => {
    const place = "not-there/new.py:2:12";
    const limits = ["--max-tokens", "3", "--stop", "tokens", "--no-retrieval"];
    const args = ["complete", place, "--stdin", "--json", ...limits];
    const { code, out, err } = await run(args, "\uFEFFdef add(a, b):\n    return ");
    expect(err).toBe("");
    expect(code).toBe(0);
    const outcome = JSON.parse(out);
    expect(outcome).toMatchObject({
      version: 1,
      kind: "suggested",
      reason: null,
      file: join(root, "not-there/new.py"),
      line: 2,
      column: 12,
      offset: 26,
      hasByteOrderMark: true,
      languageId: "python",
      suggestion: { text: expect.stringMatching(/\S/), start: 26, end: 26 },
      tier: "local",
      error: null,
      model: expect.stringMatching(/\w/),
      index: "off",
      warnings: [],
    });
    expect(outcome.trace.tokens.length).toBeGreaterThan(0);
    expect(outcome.trace.tokens.length).toBeLessThanOrEqual(3);
    expect(outcome.trace.confidence.arithmeticMean).toBeGreaterThanOrEqual(outcome.trace.confidence.geometricMean);
  });

  it("exits with 3 where there is nothing to suggest, and says why and what to do", async () => {
    const { code, out } = await run(["complete", "page.html:1"]);
    expect(code).toBe(3);
    expect(out).toMatch(
      /does not know this file's language \(skipped: unsupported-language\)\.\n.*nearfirst models list/,
    );
  });

  it("exits with 2 for a place that is not there, without loading a model", async () => {
    expect(await run(["complete", "none.py:1"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/There is no file none\.py/),
    });
    expect(await run(["complete", "shapes.py:99"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/has 11 lines; there is no line 99/),
    });
    expect(await run(["complete", "shapes.py"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/for example shapes\.py:12:9/),
    });
    expect(await run(["complete", "shapes.py:14:b"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/for example shapes\.py:12:9/),
    });
  });

  it("exits with 1 where the model is missing, also in JSON", async () => {
    const { code, out } = await run(["complete", shapesPlace, "--json", "--model", "./none.gguf"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      kind: "failed",
      stage: null,
      error: { code: "model-missing" },
      trace: null,
    });
  });

  it("refuses to run with a mistake in the user's configuration, and names all of them", async () => {
    const { code, err } = await run(["complete", shapesPlace, "--config", "bad.json"]);
    expect(code).toBe(1);
    expect(err).toContain('bad.json:1:3: There is no key "maxToken"; did you mean "maxTokens"?');
    expect(err).toContain('bad.json:2:15: "stopMode" must be one of');
  });

  it("obeys what the workspace takes away, and warns of what it may not set", async () => {
    const { code, out, err } = await run(["complete", "strict/secrets/keys.py:10"]);
    expect(code).toBe(3);
    expect(out).toContain("this file is ignored (skipped: file-ignored)");
    expect(err).toContain('"model" can be set in the user\'s own configuration only');
  });

  it("ignores a link to an ignored file too", async () => {
    expect(await run(["complete", "strict/link.py:10"])).toMatchObject({
      code: 3,
      out: expect.stringContaining("file-ignored"),
    });
  });

  it.skipIf(process.platform !== "linux")("ends at Ctrl-C, and its engine with it", async () => {
    const args = ["complete", shapesPlace, "--stop", "tokens", "--max-tokens", "512"];
    const child = spawn(process.execPath, [executable, ...args], { cwd: root, env, stdio: "ignore" });
    const exited = new Promise((resolve) => child.on("exit", resolve));
    const engine = await firstChildOf(child.pid as number);
    // However fast it is, it does not answer before Ctrl-C.
    process.kill(engine, "SIGSTOP");
    child.kill("SIGINT");
    expect(await exited).toBe(130);
    for (let tries = 0; isRunning(engine) && tries < 100; tries++) await sleep(50);
    expect(isRunning(engine)).toBe(false);
  });
});

describe("nearfirst models, doctor and config", () => {
  it("lists the embedded model as the one in use", async () => {
    const { models } = JSON.parse((await run(["models", "list", "--json"])).out);
    const ships = { origin: "embedded", languages: ["python"], fimOrder: "spm" };
    expect(models).toEqual([
      expect.objectContaining({ ...ships, name: "nearfirst-embedded", isSelected: true }),
      expect.objectContaining({ ...ships, name: "nearfirst-small", isSelected: false }),
    ]);
    const { out } = await run(["models"]);
    expect(out).toMatch(/^\* {2}nearfirst-embedded +10\.0 MB {2}python +2048 {2}SPM {2}Apache-2\.0/m);
    expect(out).toMatch(/^ {3}nearfirst-small +4\.0 MB {2}python +2048 {2}SPM {2}Apache-2\.0/m);
  });

  it("keeps another model, and refuses one that is not there", async () => {
    write("kept.json", '{\n  // mine\n  "threads": 1\n}\n');
    const used = await run(["models", "use", "nearfirst-small", "--config", "kept.json"]);
    expect([used.code, used.out]).toEqual([
      0,
      expect.stringMatching(/^The local model is nearfirst-small now \(.*kept\.json\)\.$/m),
    ]);
    const listed = await run(["models", "list", "--config", "kept.json"]);
    expect(listed.out).toMatch(/^\* {2}nearfirst-small /m);
    const missing = await run(["models", "use", "nearfirst-smal", "--config", "kept.json"]);
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('did you mean "nearfirst-small"?')]);
  });

  it("finds nothing wrong on a sound machine, and the damaged model on another", { timeout: 120_000 }, async () => {
    const sound = await run(["doctor", "--json"]);
    const { isHealthy, checks } = JSON.parse(sound.out);
    expect([sound.code, isHealthy]).toEqual([0, true]);
    expect(checks.map((check: { id: string }) => check.id)).toEqual([
      ...["node", "config", "state", "index", "engine", "model-file", "model-load", "model-speed", "memory", "large"],
    ]);
    write("damaged.gguf", "GGUF but not really");
    const { code, out } = await run(["doctor", "--model", "./damaged.gguf"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^problem .*damaged\.gguf is not a model that can be loaded.*\n +-> /m);
  });

  it("lets no workspace's file steer the terminal", async () => {
    write("hostile/.nearfirst.json", '{ "\\u001b]0;x\\u0007": 1 }');
    for (const args of [
      ["config", "show", "--workspace", "hostile"],
      ["complete", "hostile/\u001b[2Ja.py:1"],
      ["serve", "--workspace", "hostile", "--port", "0", "--host", "\u001b[2J"],
    ]) {
      const { out, err } = await run(args);
      expect(out + err, args[0]).toContain("\u241b");
      expect(out + err, args[0]).not.toContain("\u001b");
    }
  });

  it("shows each setting and where it comes from", async () => {
    write("mine.json", '{ "maxTokens": 20 }');
    const { code, out } = await run(["config", "show", "--config", "mine.json", "--workspace", "strict"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^maxTokens +20 +user$/m);
    expect(out).toMatch(/^ignore +\["secrets\/"\] +workspace$/m);
    expect(out).toMatch(/^stopMode +"statement" +default$/m);
    expect((await run(["config", "path"])).out.trim()).toBe(join(root, "config", "nearfirst", "config.json"));
  });
});

async function firstChildOf(pid: number): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    if (children !== "") return Number(children.split(" ")[0]);
    await sleep(25);
  }
  throw new Error("the command started no engine process");
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
