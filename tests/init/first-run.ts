/** `nearfirst init` as a process for tests: a home that does not exist yet, and a person at a real terminal. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";

const executable = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const PATIENCE_MS = 60_000;
export const SLOW_MS = 240_000;
export const KEYS = { down: "\x1b[B", enter: "\r", interrupt: "\x03" } as const;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class FirstRun {
  readonly #root = mkdtempSync(join(tmpdir(), "nearfirst init größe "));
  /** Not there before something is written. */
  readonly home = join(this.#root, "home");
  readonly configFile = join(this.home, "config", "nearfirst", "config.json");
  readonly env: Record<string, string> = {
    PATH: "/nowhere",
    HOME: this.home,
    XDG_CONFIG_HOME: join(this.home, "config"),
    XDG_DATA_HOME: join(this.home, "data"),
    XDG_STATE_HOME: join(this.#root, "state"),
    NO_COLOR: "1",
    TERM: "xterm",
  };

  /** It ends with the test. */
  constructor() {
    onTestFinished(() => rmSync(this.#root, { recursive: true }));
  }

  configure(text: string): void {
    mkdirSync(dirname(this.configFile), { recursive: true });
    writeFileSync(this.configFile, text);
  }

  get text(): string {
    return readFileSync(this.configFile, "utf8");
  }

  get settings(): Record<string, unknown> {
    return JSON.parse(this.text.replace(/^\/\/.*$/m, ""));
  }

  /** Without a terminal. */
  init(...args: readonly string[]): Promise<Ran> {
    const options = { cwd: this.#root, env: this.env };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [executable, "init", ...args], options, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
      child.stdin?.end();
    });
  }

  person(...args: readonly string[]): Person {
    return new Person({ cwd: this.#root, env: this.env, args });
  }
}

export interface PersonOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly args: readonly string[];
}

/** Somebody at a terminal who answers what is asked. */
export class Person {
  readonly #terminal;
  #raw = "";
  #ended: number | null = null;

  constructor({ args, ...place }: PersonOptions) {
    this.#terminal = spawn(process.execPath, [executable, "init", ...args], { ...place, cols: 120, rows: 40 });
    this.#terminal.onData((data) => {
      this.#raw += data;
    });
    this.#terminal.onExit(({ exitCode }) => {
      this.#ended = exitCode;
    });
    onTestFinished(() => {
      if (this.#ended === null) this.#terminal.kill("SIGKILL");
    });
  }

  /** All that was ever on the screen. */
  get screen(): string {
    return stripVTControlCharacters(this.#raw);
  }

  /** Presses the keys once the question is on the screen. */
  async answers(question: string, ...keys: readonly string[]): Promise<void> {
    await this.#wait(question, () => this.screen.includes(question));
    for (const key of keys) {
      this.#terminal.write(key);
      await sleep(50);
    }
  }

  /** Presses Ctrl-C once this is so. */
  async interruptsOnce(what: string, isSo: () => boolean): Promise<void> {
    await this.#wait(what, isSo);
    this.#terminal.write(KEYS.interrupt);
  }

  /** The exit code. */
  async end(): Promise<number> {
    await this.#wait("the end", () => this.#ended !== null);
    return this.#ended as unknown as number;
  }

  async #wait(what: string, isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; !isSo(); await sleep(20))
      if (Date.now() > end) throw new Error(`${what} did not come. The terminal has:\n${this.screen}`);
  }
}
