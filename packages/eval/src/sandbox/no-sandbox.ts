/** For benchmarks that run nothing: it refuses to. */
import type { Sandbox } from "./sandbox.js";

export const NO_SANDBOX: Sandbox = {
  name: "none",
  run: () => Promise.reject(new Error("a benchmark that runs nothing has run something")),
};
