// `npm run schema`: writes the JSON schemas of both configuration files and the list in docs/configuration.md, from the
// settings in packages/node/src/config, and docs/commands.md from the commands' help.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { userJsonSchema, withSettingsList, workspaceJsonSchema } from "@nearfirst/node";
import { withCommandReference } from "../packages/cli/dist/command-reference.js";

const folder = fileURLToPath(new URL("../packages/node/", import.meta.url));
const files = { "config.schema.json": userJsonSchema(), "workspace-config.schema.json": workspaceJsonSchema() };
for (const [name, schema] of Object.entries(files))
  writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);

for (const [name, written] of Object.entries({
  "configuration.md": withSettingsList,
  "commands.md": withCommandReference,
})) {
  const page = fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
  writeFileSync(page, written(readFileSync(page, "utf8")));
}

const paths = Object.keys(files).map((name) => folder + name);
const { status } = spawnSync("npx", ["biome", "format", "--write", ...paths], { stdio: "inherit" });
process.exit(status ?? 1);
