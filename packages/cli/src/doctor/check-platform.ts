/** Node.js, the operating system, the native engine, memory: what must be there before any model loads. */
import { availableParallelism, totalmem } from "node:os";
import { type EngineProbe, probeEngine } from "@nearfirst/node";
import { type Check, ok, problem, warning } from "./check.js";
import { reinstall } from "./mend.js";

/** As in package.json. */
const OLDEST_NODE: readonly [major: number, minor: number] = [20, 19];

export function checkNode(version: string = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return isNewEnough
    ? ok("node", `Node.js ${version}`)
    : problem(
        "node",
        `Node.js ${version} is too old`,
        `Install Node.js ${OLDEST_NODE.join(".")} or newer, with nvm for example: \`nvm install --lts\`.`,
      );
}

/** Loads the native engine in a process of its own: a crash there is an answer, too. */
export async function checkEngine(): Promise<Check> {
  return engineCheckOf(await probeEngine());
}

export function engineCheckOf(probe: EngineProbe): Check {
  const { platform } = probe;
  switch (probe.state) {
    case "loaded":
      return ok("engine", `llama.cpp for ${platform} loads (node-llama-cpp ${probe.version}, ${probe.device})`);
    case "musl":
      return problem(
        "engine",
        "This Linux has no glibc (musl, as in Alpine); the engine has no build for it",
        "Use a distribution with glibc; in a container, for example `FROM node:22-slim` instead of `node:22-alpine`.",
      );
    case "no-binary":
      return problem(
        "engine",
        `There is no engine for ${platform}: no package @node-llama-cpp/${platform} is installed`,
        `Run \`npm install @node-llama-cpp/${platform}@${probe.version}\` where Nearfirst is installed, with \`--global\` if that is for all users.`,
      );
    case "broken":
      return problem(
        "engine",
        `The engine for ${platform} does not load: ${probe.detail}`,
        `${reinstall()} If that does not help, this processor or system library may be too old for it.`,
      );
  }
}

const SMALLEST_RESERVE_BYTES = 500_000_000;

/** Whether a model of `modelBytes` fits into what is free now. */
export function checkMemory(modelBytes: number, free = process.availableMemory(), total = totalmem()): Check {
  const words = `${gigabytes(free)} of ${gigabytes(total)} memory free, ${availableParallelism()} processor threads`;
  return free > 1.3 * modelBytes + SMALLEST_RESERVE_BYTES
    ? ok("memory", words)
    : warning(
        "memory",
        words,
        'Close other programs, or choose a smaller model (`nearfirst models list` says what fits), or lower "contextTokens".',
      );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
