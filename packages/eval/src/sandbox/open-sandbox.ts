/** Finds out what this machine can contain programs with. */
import { NearfirstError } from "@nearfirst/core";
import { bubblewrapCommand } from "./bubblewrap.js";
import { containedProcess } from "./contained-process.js";
import type { Sandbox, SandboxRun } from "./sandbox.js";
import { unshareCommand } from "./unshare.js";

/** Best first. */
export const SANDBOXES: readonly Sandbox[] = [
  sandboxBy("bubblewrap", bubblewrapCommand),
  sandboxBy("unshare", unshareCommand),
];

const PROBE: SandboxRun = {
  command: ["/usr/bin/env", "true"],
  input: "",
  limits: {
    cpuSeconds: 5,
    wallMs: 20_000,
    memoryBytes: 2 ** 28,
    processes: 16,
    outputBytes: 10_000,
    folderBytes: 2 ** 20,
  },
};

/** Null where it works on this machine; otherwise why it does not. */
export async function whyNot(sandbox: Sandbox, signal: AbortSignal): Promise<string | null> {
  try {
    const { end, exitCode, stderr } = await sandbox.run(PROBE, signal);
    return end === "exited" && exitCode === 0 ? null : stderr.trim().split("\n")[0] || `${end}, exit code ${exitCode}`;
  } catch (thrown) {
    signal.throwIfAborted();
    return NearfirstError.from(thrown).message;
  }
}

/** Rejects with `sandbox-unavailable` where nothing contains a program here: then none runs. */
export async function openSandbox(signal: AbortSignal, sandboxes: readonly Sandbox[] = SANDBOXES): Promise<Sandbox> {
  const reasons: string[] = [];
  for (const sandbox of sandboxes) {
    const reason = await whyNot(sandbox, signal);
    if (reason === null) return sandbox;
    reasons.push(`  ${sandbox.name}: ${reason}`);
  }
  throw new NearfirstError({
    code: "sandbox-unavailable",
    message: `What models write is run in a sandbox only, and this machine offers none. Install bubblewrap (Linux), or allow user namespaces.\n${reasons.join("\n")}`,
  });
}

function sandboxBy(name: string, commandOf: (run: SandboxRun) => readonly string[]): Sandbox {
  return { name, run: (run, signal) => containedProcess(commandOf(run), run, signal) };
}
