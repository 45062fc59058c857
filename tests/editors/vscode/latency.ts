/** `npm run --silent vscode-latency -- --json`: how soon the extension answers in a real VS Code, with the embedded model, warm. */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openSession } from "./session.js";
import { typeForLatency } from "./type-for-latency.js";

/** The bar: beyond the engine's own time, VS Code's own 50 ms and the pause in typing. */
const MOST_MEDIAN_MS = 60;

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const session = await openSession();
try {
  const { summary } = await typeForLatency(session, 11);
  if (summary === null) throw new Error("No request ran the model.");
  const isWithin = summary.beyondMs.median <= MOST_MEDIAN_MS;
  const machine = {
    processor: cpus()[0]?.model ?? "unknown",
    threads: cpus().length,
    load: loadavg()[0],
    node: process.version,
  };
  if (values.json) console.log(JSON.stringify({ ...summary, mostMedianMs: MOST_MEDIAN_MS, isWithin, ...machine }));
  else
    console.log(
      `${summary.requests} requests that ran the embedded model, in VS Code, warm:\n` +
        `  beyond the engine and the pause   ${summary.beyondMs.median} ms at the median, ${summary.beyondMs.p95} ms p95 (bar: ${MOST_MEDIAN_MS} ms)\n` +
        `  in the engine                     ${summary.engineMs.median} ms at the median\n` +
        `  from question to answer           ${summary.wholeMs.median} ms at the median, ${summary.wholeMs.p95} ms p95\n` +
        `  ${machine.threads} threads of ${machine.processor}, load ${machine.load?.toFixed(1)}, Node.js ${machine.node}`,
    );
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await session.close();
}
