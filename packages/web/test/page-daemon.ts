/** `nearfirst serve --open` as a process, as a user starts it; what would be the browser writes down what it is to open. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const executable: string = fileURLToPath(new URL("../../cli/dist/main.js", import.meta.url));

/** A model takes its time to load on a busy machine. */
export const LOADING_MS = 120_000;

export interface PageDaemon {
  /** What the browser was told to open. */
  readonly opened: string;
  readonly url: string;
  /** All that the command printed. */
  readonly printed: () => string;
  readonly root: string;
  readonly stop: () => Promise<void>;
}

export interface PageDaemonOptions {
  /** Texts of the workspace's files, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly config?: object;
  /** Lies beside the configuration. */
  readonly calibration?: object;
}

export async function startPageDaemon({ files, config = {}, calibration }: PageDaemonOptions): Promise<PageDaemon> {
  const root = mkdtempSync(join(tmpdir(), "nearfirst-page-"));
  const folder = (name: string) => join(root, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder("shop"), path, ".."), { recursive: true });
    writeFileSync(join(folder("shop"), path), text);
  }
  mkdirSync(folder("config/nearfirst"), { recursive: true });
  writeFileSync(folder("config/nearfirst/config.json"), JSON.stringify(config));
  if (calibration !== undefined)
    writeFileSync(folder("config/nearfirst/calibration.json"), JSON.stringify(calibration));
  mkdirSync(folder("bin"));
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(
      join(folder("bin"), name),
      `#!/bin/sh\nprintf %s "$1" > "${folder("opening")}"\nmv "${folder("opening")}" "${folder("opened")}"\n`,
    );
    chmodSync(join(folder("bin"), name), 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${folder("bin")}:${process.env["PATH"]}`,
    XDG_STATE_HOME: folder("state"),
    XDG_CONFIG_HOME: folder("config"),
  };
  const child = spawn(process.execPath, [executable, "serve", "--port", "0", "--open", "--workspace", folder("shop")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece) => (printed += piece));
  const address = () => /at (http:\S+)\s/.exec(printed)?.[1];
  // What it printed may be read after what it opened.
  const isOpen = () => existsSync(folder("opened")) && address() !== undefined;
  for (const until = Date.now() + LOADING_MS; !isOpen(); await delay(50)) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`serve --open opened nothing: ${printed}`);
  }
  return {
    opened: readFileSync(folder("opened"), "utf8"),
    url: address() as string,
    printed: () => printed,
    root,
    async stop() {
      await ended(child);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A real `nearfirst serve-large` with the embedded model; its address. */
export async function startLargeServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [executable, "serve-large", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => {
      printed += piece;
      const found = /(http:\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`serve-large ended with ${code}`)));
  });
  child.removeAllListeners("exit");
  return { url, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await exit;
  clearTimeout(kill);
}

/** The browser of the machine, null where there is none. */
export function installedBrowser(): Promise<string | null> {
  const named = process.env["NEARFIRST_CHROMIUM"];
  if (named !== undefined) return Promise.resolve(existsSync(named) ? named : null);
  return new Promise((resolve) => {
    execFile("which", ["chromium"], (error, out) => resolve(error === null ? out.trim() : null));
  });
}
