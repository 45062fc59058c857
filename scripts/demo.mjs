// `npm run demo`: one real completion of a file under examples/, by the model in models/, and what to do next.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const place = "examples/inventory/stock.py:38:21";
console.log(`$ nearfirst complete ${place}\n`);
const { status } = spawnSync(process.execPath, ["packages/cli/dist/main.js", "complete", place], {
  cwd: root,
  stdio: "inherit",
});
if (status === 0)
  console.log("\nNext: complete a file of your own with  npm run --silent nearfirst -- complete FILE:LINE:COLUMN");
process.exit(status ?? 1);
