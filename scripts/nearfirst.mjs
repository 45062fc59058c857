// `npm run nearfirst -- …`: builds what has changed and runs the command in the folder that npm was called from.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const build = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
if (build.status !== 0) process.exit(build.status ?? 1);
process.chdir(process.env.INIT_CWD ?? process.cwd());
await import("../packages/cli/dist/main.js");
