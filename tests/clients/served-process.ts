/** `nearfirst serve` as a process with the embedded model and a home of its own, for other people's clients. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { requireInstalled } from "../editors/require-installed.js";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const CLIENTS = fileURLToPath(new URL("../../.servers/clients/node_modules", import.meta.url));

/** A model takes its time to load on a busy machine. */
export const LOADING_MS = 180_000;

/** The folder of a client that `scripts/install-clients.sh` installs, and whether it is there. */
export function installedClient(name: string): { readonly folder: string; readonly isInstalled: boolean } {
  const folder = join(CLIENTS, name);
  return { folder, isInstalled: requireInstalled(name, existsSync(folder), "scripts/install-clients.sh") };
}

export class ServedProcess {
  readonly root = mkdtempSync(join(tmpdir(), "nearfirst-clients-"));
  readonly workspace = join(this.root, "workspace");
  readonly env: Readonly<Record<string, string>>;
  url = "";
  token = "";
  #process: ChildProcess | null = null;

  constructor(settings: object = {}) {
    mkdirSync(this.workspace);
    const config = join(this.root, "config.json");
    writeFileSync(config, JSON.stringify({ threads: 1, ...settings }));
    this.env = {
      HOME: this.root,
      NEARFIRST_CONFIG: config,
      XDG_CONFIG_HOME: join(this.root, "config"),
      XDG_STATE_HOME: join(this.root, "state"),
      XDG_RUNTIME_DIR: "",
    };
  }

  async start(): Promise<void> {
    const served = spawn(process.execPath, [MAIN, "serve", "--port", "0", "--workspace", this.workspace], {
      env: { ...process.env, ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = served;
    this.url = await new Promise<string>((resolve, reject) => {
      let printed = "";
      const read = (piece: string) => {
        printed += piece;
        const found = /at (http:\S+)/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      };
      served.stdout.setEncoding("utf8").on("data", read);
      served.stderr.setEncoding("utf8").on("data", read);
      served.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${printed}`)));
    });
    this.token = (await this.run("serve", "--print-token")).trim();
  }

  /** What a command of `nearfirst` prints for this daemon's user. */
  async run(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, ...this.env };
    return (await promisify(execFile)(process.execPath, [MAIN, ...args], { env })).stdout;
  }

  async stop(): Promise<void> {
    const served = this.#process;
    if (served !== null && served.exitCode === null) {
      const ended = new Promise((resolve) => served.once("exit", resolve));
      served.kill("SIGTERM");
      await ended;
    }
    rmSync(this.root, { recursive: true, force: true });
  }
}
