/** `nearfirst models` as a process, against a local mirror: killed, interrupted, twice at once, and with files that are no use. */
import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { tinyGguf } from "../packages/node/src/testing/tiny-gguf.js";
import { type LocalServer, localServer } from "../packages/node/test/local-server.js";
import { REAL_MODEL, serveWell } from "../packages/node/test/model-host.js";

const executable = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
/** One of the catalogue whose hash and size are not known, so that any model can stand for it. */
const NAME = "granite-code-3b-q4_k_m";

/** Some of these start several processes that read a model's description. */
const SLOW_MS = 180_000;

let root: string;
let env: NodeJS.ProcessEnv;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "nearfirst models größe "));
  const made = root;
  onTestFinished(() => rmSync(made, { recursive: true }));
  folder = join(root, "data", "nearfirst", "models");
  env = {
    ...process.env,
    XDG_CONFIG_HOME: join(root, "config"),
    XDG_DATA_HOME: join(root, "data"),
    XDG_STATE_HOME: join(root, "state"),
    OLLAMA_MODELS: join(root, "ollama"),
    NO_COLOR: "1",
  };
  for (const name of ["NEARFIRST_CONFIG", "FORCE_COLOR", "HTTP_PROXY", "http_proxy"]) delete env[name];
});

function run(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [executable, "models", ...args], { cwd: root, env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}
const pullArgs = (server: LocalServer) => [
  "pull",
  NAME,
  "--anyway",
  "--mirror",
  `${server.url}/{repository}/{revision}/{file}`,
];
const installed = () => readdirSync(folder).sort();
const INSTALLED = [`${NAME}.gguf`, `${NAME}.gguf.sha256`, `${NAME}.md`];

/** Sends half of the model and then nothing, until `goOn`. */
async function stallingMirror() {
  let isStalling = true;
  const server = await localServer((response, request) => {
    if (!isStalling) return serveWell(response, request);
    response
      .writeHead(200, { "content-length": REAL_MODEL.length, etag: '"one"' })
      .write(REAL_MODEL.subarray(0, 2_000_000));
  });
  const goOn = () => {
    isStalling = false;
  };
  return { server, goOn };
}

/** A pull that has fetched half of the model. */
async function halfPulled(server: LocalServer) {
  const child = spawn(process.execPath, [executable, "models", ...pullArgs(server)], { cwd: root, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const text = { err: "" };
  child.stderr.on("data", (piece: Buffer) => {
    text.err += piece.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const part = join(folder, `${NAME}.gguf.part`);
  while (!existsSync(part) || statSync(part).size < 2_000_000) await sleep(20);
  return { child, ended, text };
}

describe("nearfirst models pull", () => {
  it(
    "fetches, says what nobody vouches for, uses it, and is told when it is here already",
    async () => {
      const server = await localServer((response, request) => serveWell(response, request));
      const { code, out, err } = await run([...pullArgs(server), "--use"]);
      expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("Nobody vouches for this file") });
      expect(out).toContain(`The local model is ${NAME} now`);
      expect(installed()).toEqual(INSTALLED);
      expect((await run(pullArgs(server))).out).toContain("It is here already");
      expect(await run(["remove", NAME])).toMatchObject({ code: 2, err: expect.stringContaining("is in use") });
      expect((await run(["verify", NAME])).out).toMatch(/^ok {7}granite/);
      await run(["use", "default"]);
      expect((await run(["remove", NAME])).out).toContain("stays: a later fetch must have the same hash");
    },
    SLOW_MS,
  );

  it(
    "goes on after kill -9 in the middle",
    async () => {
      const { server, goOn } = await stallingMirror();
      const { child, ended } = await halfPulled(server);
      child.kill("SIGKILL");
      await ended;
      expect(installed()).toEqual([`${NAME}.gguf.lock`, `${NAME}.gguf.part`, `${NAME}.gguf.part.json`]);
      goOn();
      expect(await run(pullArgs(server))).toMatchObject({ code: 0 });
      expect(server.requests.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=2000000-"]);
      expect(installed()).toEqual(INSTALLED);
      expect(readFileSync(join(folder, `${NAME}.gguf`)).equals(REAL_MODEL)).toBe(true);
    },
    SLOW_MS,
  );

  it(
    "ends at Ctrl-C with 130 and keeps what came; another pull meanwhile is told to wait",
    async () => {
      const { server, goOn } = await stallingMirror();
      const { child, ended, text } = await halfPulled(server);
      expect(await run(pullArgs(server))).toMatchObject({
        code: 1,
        err: expect.stringContaining(`Process ${child.pid} on`),
      });
      child.kill("SIGINT");
      expect(await ended).toBe(130);
      expect(text.err).toContain("goes on from there");
      expect(installed()).toEqual([`${NAME}.gguf.part`, `${NAME}.gguf.part.json`]);
      goOn();
      expect(await run(pullArgs(server))).toMatchObject({ code: 0 });
      expect(server.requests.at(-1)?.headers.range).toBe("bytes=2000000-");
    },
    SLOW_MS,
  );

  it(
    "says what a home is that cannot be written to",
    async () => {
      // Root may write anywhere: for it, a file stands where the folder should be.
      if (process.getuid?.() === 0) writeFileSync(join(root, "data"), "");
      else {
        mkdirSync(join(root, "data"));
        chmodSync(join(root, "data"), 0o555);
      }
      const server = await localServer((response, request) => serveWell(response, request));
      expect(await run(pullArgs(server))).toMatchObject({ code: 1, err: expect.stringContaining("XDG_DATA_HOME") });
      expect(server.requests).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    "refuses a mirror without a place for the file, and names of several or no models",
    async () => {
      expect(await run(["pull", NAME, "--mirror", "http://x/"])).toMatchObject({
        code: 2,
        err: expect.stringContaining("{file}"),
      });
      expect(await run(["pull", "qwen2.5-coder-3b"])).toMatchObject({
        code: 1,
        err: expect.stringContaining("Which one?"),
      });
      expect(await run(["pull", "ollama:x:y"])).toMatchObject({
        code: 2,
        err: expect.stringContaining("models use ollama:x:y"),
      });
    },
    SLOW_MS,
  );
});

describe("nearfirst models use", () => {
  it(
    "refuses what cannot complete code here, and sets nothing",
    async () => {
      const file = (name: string, content: Uint8Array | string) => {
        writeFileSync(join(root, name), content);
        return name;
      };
      expect(await run(["use", file("page.gguf", "<!DOCTYPE html>")])).toMatchObject({
        code: 1,
        err: expect.stringContaining("GGUF"),
      });
      expect(await run(["use", file("chat.gguf", tinyGguf({ fim: "none" }).bytes)])).toMatchObject({
        code: 1,
        err: expect.stringContaining("no fill-in-the-middle tokens"),
      });
      expect(await run(["use", "qwen2.5-coder-1.5b-q8_0"])).toMatchObject({
        code: 1,
        err: expect.stringContaining("nearfirst models pull qwen2.5-coder-1.5b-q8_0"),
      });
      expect(existsSync(join(root, "config"))).toBe(false);
    },
    SLOW_MS,
  );

  it(
    "refuses a model larger than memory, as does loading it",
    async () => {
      writeFileSync(join(root, "huge.gguf"), REAL_MODEL);
      // A file with a hole: it takes no room on the disk.
      truncateSync(join(root, "huge.gguf"), 2 * totalmem());
      expect(await run(["use", "huge.gguf"])).toMatchObject({
        code: 1,
        err: expect.stringContaining("of memory, and this machine has"),
      });
      const { code, err } = await new Promise<{ code: number | null; err: string }>((resolve) => {
        const args = [executable, "complete", "--stdin", "--model", "huge.gguf", "a.py:1"];
        const child = execFile(process.execPath, args, { cwd: root, env }, (_, __, text) =>
          resolve({ code: child.exitCode, err: text }),
        );
        child.stdin?.end("x = ");
      });
      expect(code).toBe(1);
      expect(err).toMatch(/huge\.gguf has .* GB, and this machine .* Choose a smaller model/);
    },
    SLOW_MS,
  );
});

describe("nearfirst models list", () => {
  it(
    "names what can be fetched, what fits, and one that is recommended; nothing is fetched for it",
    async () => {
      const { out } = await run(["list"]);
      for (const part of ["qwen2.5-coder-3b-q4_k_m", "Qwen-Research !", "MEMORY", "This machine has"])
        expect(out).toContain(part);
      const { catalogue, recommended, machine } = JSON.parse((await run(["list", "--json"])).out);
      expect(catalogue).toHaveLength(12);
      expect(catalogue[0]).toMatchObject({
        isInstalled: false,
        fit: expect.any(String),
        estimatedTokensPerSecond: null,
      });
      expect(machine.totalBytes).toBeGreaterThan(0);
      expect(catalogue.map(({ name }: { name: string }) => name).concat(null)).toContain(recommended);
    },
    SLOW_MS,
  );
});

describe("nearfirst models verify", () => {
  it(
    "finds damage, and ends with 1",
    async () => {
      const server = await localServer((response, request) => serveWell(response, request));
      // By the mirror of the configuration file.
      mkdirSync(join(root, "config", "nearfirst"), { recursive: true });
      const mirror = `${server.url}/{file}`;
      writeFileSync(
        join(root, "config", "nearfirst", "config.json"),
        JSON.stringify({ download: { mirror, proxy: "none" } }),
      );
      expect(await run(["pull", NAME, "--anyway"])).toMatchObject({ code: 0 });
      const path = join(folder, `${NAME}.gguf`);
      const content = readFileSync(path);
      content[2_000_000] = (content[2_000_000] ?? 0) ^ 1;
      writeFileSync(path, content);
      const { code, out } = await run(["verify"]);
      expect(code).toBe(1);
      expect(out).toMatch(/^ok {7}nearfirst-embedded: /m);
      expect(out).toMatch(/^DAMAGED {2}granite.*models remove/m);
    },
    SLOW_MS,
  );
});
