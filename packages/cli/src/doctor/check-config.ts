import { formatProblem, type LoadedConfig } from "@nearfirst/node";
import { type Check, ok, problem, warning } from "./check.js";

/** One line for each configuration file that is there, one for each mistake in it. */
export function checkConfig({ files, problems }: LoadedConfig): readonly Check[] {
  return files.flatMap(({ role, path, isPresent }): Check[] => {
    const id = role === "user" ? "config" : "workspace-config";
    const mistakes = problems.filter((each) => each.role === role);
    if (mistakes.length === 0) {
      if (isPresent) return [ok(id, `${path} is valid`)];
      return role === "user" ? [ok(id, `no configuration, so all settings have their defaults (${path})`)] : [];
    }
    const make = role === "user" ? problem : warning;
    return mistakes.map((each) =>
      make(id, formatProblem(each), "Correct it; `nearfirst config schema` prints what is allowed."),
    );
  });
}
