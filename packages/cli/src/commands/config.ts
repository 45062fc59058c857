/** `nearfirst config`: the effective settings and where each comes from, the files' paths, the JSON schema. */
import {
  formatProblem,
  keysOf,
  loadConfig,
  schemaAt,
  userConfigPath,
  userJsonSchema,
  workspaceJsonSchema,
} from "@nearfirst/node";
import { currentWorkspaceFolder, namedWorkspaceFolder } from "../complete/workspace-folder.js";
import { colorsOf, jsonText, printable, table } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface ConfigShowOptions {
  readonly json?: true;
  readonly config?: string;
  readonly workspace?: string;
}

export async function runConfigShow(options: ConfigShowOptions): Promise<number> {
  const workspaceFolder = await (options.workspace === undefined
    ? currentWorkspaceFolder()
    : namedWorkspaceFolder(options.workspace));
  const loaded = await loadConfig({
    workspaceFolder,
    ...(options.config === undefined ? {} : { configPath: options.config }),
  });
  const { settings, origins, files, problems } = loaded;
  const hasOwnProblem = problems.some(({ role }) => role === "user");
  const code = hasOwnProblem ? EXIT.failed : EXIT.ok;
  if (options.json) {
    process.stdout.write(`${jsonText({ version: 1, settings, origins, files, problems })}\n`);
    return code;
  }
  const colors = colorsOf();
  const schema = userJsonSchema();
  const rows = keysOf(schema)
    .filter((key) => key !== "$schema" && schemaAt(schema, key.split("."))?.properties === undefined)
    .map((key) => [key, printable(JSON.stringify(valueAt(settings, key))), originOf(key, origins)]);
  process.stdout.write(
    `${[
      ...table(rows),
      "",
      ...files.map(
        ({ role, path, isPresent }) =>
          `${role.padEnd(9)}  ${printable(path)}${isPresent ? "" : colors.dim("  (not there)")}`,
      ),
      ...problems.map(
        (each) =>
          `${each.role === "user" ? colors.red("problem") : colors.yellow("warning")}    ${printable(formatProblem(each))}`,
      ),
    ].join("\n")}\n`,
  );
  return code;
}

export function runConfigPath(): number {
  process.stdout.write(`${userConfigPath()}\n`);
  return EXIT.ok;
}

export interface ConfigSchemaOptions {
  readonly workspace?: true;
}

export function runConfigSchema(options: ConfigSchemaOptions): number {
  const schema = options.workspace ? workspaceJsonSchema() : userJsonSchema();
  process.stdout.write(`${jsonText(schema)}\n`);
  return EXIT.ok;
}

function valueAt(value: unknown, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>(
      (at, step) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[step] : undefined),
      value,
    );
}

/** A key below `key` may be set on its own: `models.name.tokenHealing`. */
function originOf(key: string, origins: Readonly<Record<string, string>>): string {
  return Object.entries(origins).find(([each]) => each === key || each.startsWith(`${key}.`))?.[1] ?? "default";
}
