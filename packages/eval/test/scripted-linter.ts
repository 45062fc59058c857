/**
 * A command that stands for ruff in tests. It finds in a program what its script says of a text in it, notes each start, and fails on
 * what it was not set up for: other arguments, a program that holds nothing of its script, a file that is no program.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RUFF } from "../src/signals/ruff.js";

export interface ScriptedLinter {
  /** Path of the command. */
  readonly command: string;
  /** How many programs each start of it was given. */
  starts(): readonly number[];
}

export interface ScriptedFinding {
  readonly code: string | null;
  readonly message: string;
}

export interface ScriptedLinterOptions {
  /** By a text that a program may hold. */
  readonly script: Readonly<Record<string, readonly ScriptedFinding[]>>;
  readonly version?: string;
  /** What it prints instead of findings. */
  readonly output?: string;
  readonly exitCode?: number;
}

export function scriptedLinter(
  folder: string,
  { script, version = "ruff 9.9.9", output, exitCode = 0 }: ScriptedLinterOptions,
): ScriptedLinter {
  const command = join(folder, "scripted-linter");
  const notes = join(folder, "starts");
  const source = `#!/usr/bin/env node
const fs = require("node:fs");
const given = process.argv.slice(2);
const fail = (words) => { console.error(words); process.exit(70); };
if (given.join(" ") === "--version") { console.log(${JSON.stringify(version)}); process.exit(0); }
if (JSON.stringify(given) !== ${JSON.stringify(JSON.stringify(RUFF.arguments))}) fail("not set up for " + given.join(" "));
const script = ${JSON.stringify(Object.entries(script))};
const names = fs.readdirSync(".");
const found = names.flatMap((name) => {
  if (!/^program_\\d+\\.py$/.test(name)) fail("not set up for the file " + name);
  const text = fs.readFileSync(name, "utf8");
  const own = script.filter(([part]) => text.includes(part));
  if (own.length === 0) fail("not set up for the program\\n" + text);
  return own.flatMap(([, findings]) => findings.map((each) => ({ ...each, filename: process.cwd() + "/" + name, location: {} })));
});
fs.appendFileSync(${JSON.stringify(notes)}, names.length + "\\n");
process.stdout.write(${output === undefined ? "JSON.stringify(found)" : JSON.stringify(output)});
process.exitCode = ${exitCode};
`;
  writeFileSync(command, source);
  chmodSync(command, 0o755);
  return {
    command,
    starts: () => (existsSync(notes) ? readFileSync(notes, "utf8").trimEnd().split("\n").map(Number) : []),
  };
}
