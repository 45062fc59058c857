// `npm run demo`: one real completion of a file under examples/, by the model in models/, and what to do next.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const place = "examples/logwatch/main.py:39";
console.log(`$ nearfirst complete ${place}\n`);
// Default settings: whatever the one who runs it has configured, the demo shows the embedded model.
const { status } = spawnSync(
  process.execPath,
  ["packages/cli/dist/main.js", "complete", place, "--config", "scripts/demo.config.json"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (status === 0) {
  console.log(`
Next:
  npm run --silent nearfirst -- complete ${place} --trace     why it is this one
  npm run --silent nearfirst -- complete FILE:LINE:COLUMN     a place in a file of your own
  npm run --silent nearfirst -- --help                        all the rest; examples/ has more places to try`);
  process.exit(0);
}
console.error(`
The demo could not show a completion (exit code ${status}).
To find out what is wrong:  npm run --silent nearfirst -- doctor`);
process.exit(1);
