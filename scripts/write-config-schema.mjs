// `npm run schema`: writes the JSON schemas of both configuration files and the list in docs/configuration.md, from the
// settings in packages/node/src/config.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { userJsonSchema, withSettingsList, workspaceJsonSchema } from "@nearfirst/node";

const folder = fileURLToPath(new URL("../packages/node/", import.meta.url));
const files = { "config.schema.json": userJsonSchema(), "workspace-config.schema.json": workspaceJsonSchema() };
for (const [name, schema] of Object.entries(files))
  writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);

const page = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));
writeFileSync(page, withSettingsList(readFileSync(page, "utf8")));

const paths = Object.keys(files).map((name) => folder + name);
const { status } = spawnSync("npx", ["biome", "format", "--write", ...paths], { stdio: "inherit" });
process.exit(status ?? 1);
