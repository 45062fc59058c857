import { NearfirstError } from "@nearfirst/core";
import { type ConfigProblem, formatProblem, type LoadedConfig } from "@nearfirst/node";

/** A mistake in the workspace's file is told; nothing is sent to a large model until it is corrected, and local completions go on. */
export function isWorkspaces({ role }: ConfigProblem): boolean {
  return role === "workspace";
}

/** With a mistake in the user's file nothing runs: the key may be the one that keeps a file private. Throws `config-invalid`. */
export function refuseBrokenConfig({ problems }: LoadedConfig): void {
  const own = problems.filter((problem) => !isWorkspaces(problem));
  if (own.length === 0) return;
  throw new NearfirstError({
    code: "config-invalid",
    message: `Your configuration needs a correction:\n${own.map((each) => `  ${formatProblem(each)}`).join("\n")}`,
  });
}
