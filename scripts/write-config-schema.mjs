// `npm run schema`: writes the JSON schemas of both configuration files from the settings in packages/node/src/config.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { userJsonSchema, workspaceJsonSchema } from "@nearfirst/node";

const folder = fileURLToPath(new URL("../packages/node/", import.meta.url));
const files = { "config.schema.json": userJsonSchema(), "workspace-config.schema.json": workspaceJsonSchema() };
for (const [name, schema] of Object.entries(files))
  writeFileSync(folder + name, `${JSON.stringify(schema, null, 2)}\n`);
const paths = Object.keys(files).map((name) => folder + name);
const { status } = spawnSync("npx", ["biome", "format", "--write", ...paths], { stdio: "inherit" });
process.exit(status ?? 1);
