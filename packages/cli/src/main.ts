#!/usr/bin/env node
/** The `nearfirst` executable: runs what is asked for, and how it exits. */
import { CommanderError } from "commander";
import { nearfirstProgram } from "./program.js";
import { EXIT, UsageError } from "./usage-error.js";

async function exitCodeOf(thrown: unknown): Promise<number> {
  // Commander has printed its message already; help and version end here, too.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { printable } = await import("./terminal.js");
  if (thrown instanceof UsageError) {
    process.stderr.write(`${printable(thrown.message)}\n`);
    return EXIT.usage;
  }
  const { NearfirstError } = await import("@nearfirst/core");
  process.stderr.write(`Failed: ${printable(NearfirstError.from(thrown).message)}\n`);
  return EXIT.failed;
}

// A reader that had enough (`| head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(`Failed: standard output cannot be written to (${error.code}).\n`, () =>
    process.exit(EXIT.failed),
  );
});

try {
  await nearfirstProgram().parseAsync();
} catch (thrown) {
  process.exitCode = await exitCodeOf(thrown);
}
// What was interrupted may still hold the event loop open.
if (process.exitCode === EXIT.interrupted) process.exit();
