/** `npm run --silent bench -- NAME --json`: the performance figures, one bench a file. */
import { parseArgs } from "node:util";
import type { Bench } from "./bench.js";

/** A new bench: one file with a default export of type `Bench`, and a line here. */
const BENCHES: readonly (() => Promise<{ readonly default: Bench }>)[] = [
  () => import("./typing.js"),
  () => import("./drafts.js"),
  () => import("./cancel.js"),
  () => import("./healing.js"),
  () => import("./retrieval.js"),
  () => import("./cold.js"),
];

const USAGE = "Usage: npm run --silent bench -- NAME [--json]";

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
  });
  const benches = (await Promise.all(BENCHES.map((load) => load()))).map((module) => module.default);
  const list = benches.map(({ name, description }) => `  ${name.padEnd(12)}${description}`).join("\n");
  if (values.help) {
    console.log(`${USAGE}\n\nBenches:\n${list}`);
    return 0;
  }
  const [name, ...rest] = positionals;
  const bench = benches.find((each) => each.name === name);
  if (bench === undefined || rest.length > 0) {
    const problem = name === undefined ? "Name a bench." : `There is no bench "${positionals.join(" ")}".`;
    console.error(`${problem}\n${USAGE}\n\nBenches:\n${list}`);
    return 2;
  }
  const result = await bench.run();
  console.log(values.json ? JSON.stringify(result) : tableOf(result));
  return 0;
}

function tableOf(result: object): string {
  const rows = Object.entries(result);
  const width = Math.max(...rows.map(([key]) => key.length));
  return rows
    .map(([key, value]) => `${key.padEnd(width)}  ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join("\n");
}

process.exitCode = await main();
