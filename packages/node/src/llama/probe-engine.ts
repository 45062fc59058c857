/** Tries whether the native engine is installed and loads, for `doctor`. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { arch, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { engineEnvironment } from "./engine-environment.js";

export interface EngineProbe {
  readonly state: "loaded" | "no-binary" | "broken" | "musl";
  /** As in the names of the engine's packages, for example `linux-x64`. */
  readonly platform: string;
  /** Of node-llama-cpp; `unknown` where it is missing itself. */
  readonly version: string;
  /** What computes: `cpu`, or the kind of graphics card. */
  readonly device: string;
  /** Why it does not load; empty where it does. */
  readonly detail: string;
}

const TIMEOUT_MS = 20_000;

/** Loads the engine as the product does, in a process of its own: a broken native library can end the process. */
export async function probeEngine(): Promise<EngineProbe> {
  const require = createRequire(import.meta.url);
  const facts = { platform: `${packageOs()}-${arch}`, version: "unknown", device: "", detail: "" };
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  if (platform === "linux" && report?.header?.glibcVersionRuntime === undefined) return { ...facts, state: "musl" };
  try {
    const library = import.meta.resolve("node-llama-cpp");
    const { version } = require(fileURLToPath(new URL("../package.json", library))) as { version: string };
    facts.version = version;
  } catch {
    return { ...facts, state: "no-binary", detail: "node-llama-cpp is not installed" };
  }
  return new Promise((resolve) => {
    const script = require.resolve("@nearfirst/node/engine-probe");
    const options = { timeout: TIMEOUT_MS, env: engineEnvironment(process.env) };
    execFile(process.execPath, [script], options, (error, stdout, stderr) => {
      const device = /"device":"(\w+)"/.exec(stdout)?.[1];
      if (error === null && device !== undefined) return resolve({ ...facts, state: "loaded", device });
      const detail = /^\w*Error[^\n]*/m.exec(stderr)?.[0] ?? error?.message.split("\n").at(0) ?? "no answer";
      resolve({ ...facts, state: /NoBinaryFound/.test(stderr) ? "no-binary" : "broken", detail });
    });
  });
}

function packageOs(): string {
  return platform === "win32" ? "win" : platform === "darwin" ? "mac" : platform;
}
