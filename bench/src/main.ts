/** `npm run --silent bench -- NAME --json`: the performance figures, one bench a file. */
import { parseArgs } from "node:util";
import { NearfirstError } from "@nearfirst/core";
import { type Bench, type BenchCall, BenchError } from "./bench.js";
import { tableOf } from "./table.js";

/** A new bench: one file with a default export of type `Bench`, and a line here. */
const BENCHES: readonly (() => Promise<{ readonly default: Bench }>)[] = [
  () => import("./typing.js"),
  () => import("./drafts.js"),
  () => import("./cancel.js"),
  () => import("./clients/clients.js"),
  () => import("./healing.js"),
  () => import("./retrieval.js"),
  () => import("./cold.js"),
  () => import("./syntax/syntax.js"),
  () => import("./privacy/privacy.js"),
  () => import("./scores/scores.js"),
  () => import("./cascade/cascade.js"),
  () => import("./drafts-large/drafts-large.js"),
];

const USAGE = "Usage: npm run --silent bench -- NAME [--json]";

const OPTIONS = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

async function main(): Promise<number> {
  const benches = (await Promise.all(BENCHES.map((load) => load()))).map((module) => module.default);
  const list = benches.map(({ name, description }) => `  ${name.padEnd(14)}${description}`).join("\n");
  // The name tells which options there are.
  const { positionals, values } = parseArgs({ allowPositionals: true, strict: false, options: OPTIONS });
  const bench = benches.find((each) => each.name === positionals[0]);
  if (bench === undefined && values.help === true) {
    console.log(`${USAGE}\n\nBenches:\n${list}`);
    return 0;
  }
  if (bench === undefined) {
    const problem = positionals[0] === undefined ? "Name a bench." : `There is no bench "${positionals.join(" ")}".`;
    console.error(`${problem}\n${USAGE}\n\nBenches:\n${list}`);
    return 2;
  }
  try {
    const call = callOf(bench);
    if (call.values["help"] === true) {
      console.log(bench.options?.help ?? `${USAGE}\n\n${bench.name}: ${bench.description}`);
      return 0;
    }
    const result = await bench.run(call);
    console.log(call.values["json"] === true ? JSON.stringify(result) : tableOf(result));
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof BenchError) && !(thrown instanceof NearfirstError)) throw thrown;
    console.error(thrown.message);
    return thrown instanceof BenchError ? thrown.exitCode : 1;
  }
}

function callOf(bench: Bench): BenchCall {
  try {
    const options = { ...bench.options?.config, ...OPTIONS };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (bench.options === undefined && positionals.length > 1)
      throw new BenchError(`There is no bench "${positionals.join(" ")}".\n${USAGE}`, 2);
    return { values, positionals: positionals.slice(1) };
  } catch (thrown) {
    if (thrown instanceof BenchError || !(thrown instanceof TypeError)) throw thrown;
    throw new BenchError(`${thrown.message}\n${bench.options?.help ?? USAGE}`, 2, thrown);
  }
}

process.exitCode = await main();
