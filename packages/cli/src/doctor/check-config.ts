import { formatProblem, type LoadedConfig } from "@nearfirst/node";
import { type Check, ok, problem, warning } from "./check.js";

/** One line for each configuration file that is there, one for each mistake in it, and one where all is turned off. */
export function checkConfig({ settings, origins, files, problems }: LoadedConfig): readonly Check[] {
  const mistakes = files.flatMap(({ role, path, isPresent }): Check[] => {
    const id = role === "user" ? "config" : "workspace-config";
    const own = problems.filter((each) => each.role === role);
    if (own.length === 0) {
      if (isPresent) return [ok(id, `${path} is valid`)];
      return role === "user"
        ? [ok(id, `no configuration, so all settings have their defaults (\`nearfirst init\` writes ${path})`)]
        : [];
    }
    const make = role === "user" ? problem : warning;
    const remedy = isPresent
      ? "Correct it; `nearfirst config schema` prints what is allowed."
      : `\`nearfirst init --config ${path}\` writes it; or name another, by --config or NEARFIRST_CONFIG.`;
    return own.map((each) => make(id, formatProblem(each), remedy));
  });
  if (settings.enabled) return mistakes;
  const by = origins["enabled"] ?? "default";
  const file = files.find(({ role }) => role === by)?.path ?? by;
  return [
    ...mistakes,
    warning(
      "enabled",
      "Suggestions are turned off",
      `Take "enabled": false out of ${file}; \`nearfirst config show\` tells all.`,
    ),
  ];
}
