/** Compiles a program, runs it on several inputs, and compares what it writes: outside, where it cannot reach. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { z } from "zod";
import type { Sandbox, SandboxLimits } from "./sandbox.js";
import type { Verdict } from "./verdict.js";

export type ProgramLanguage = "python" | "java" | "cpp";

export interface ProgramTest {
  readonly input: string;
  /** Any of them is right. */
  readonly outputs: readonly string[];
}

/** Of each process; a compiler and a virtual machine need more room than a script. */
const TESTED_LIMITS: SandboxLimits = {
  cpuSeconds: 15,
  wallMs: 180_000,
  memoryBytes: 2 ** 32,
  processes: 64,
  outputBytes: 2 ** 22,
  folderBytes: 2 ** 27,
};

interface Toolchain {
  readonly fileName: string;
  /** Null where there is nothing to compile. */
  readonly compile: readonly string[] | null;
  readonly run: readonly string[];
  readonly readable: readonly string[];
}

/**
 * Compiles and runs inside the sandbox, from a job in JSON on standard input. What a program writes goes into a file of the
 * limited folder; the report on file descriptor 3 has the beginning of each.
 */
const DRIVER = `
import sys, os, json, subprocess
job = json.load(sys.stdin)
with open(job["fileName"], "w", newline="") as file:
    file.write(job["source"])
report = {"isCompiled": True, "runs": []}
if job["compile"] is not None:
    report["isCompiled"] = subprocess.run(job["compile"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
if report["isCompiled"]:
    for given in job["inputs"]:
        with open("input", "w", newline="") as file:
            file.write(given)
        with open("input") as stdin, open("output", "wb") as stdout:
            code = subprocess.run(job["run"], stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL).returncode
        with open("output", "rb") as file:
            written = file.read(job["mostBytes"]).decode("utf-8", "replace")
        report["runs"].append({"code": code, "output": written})
with os.fdopen(3, "w") as out:
    json.dump(report, out)
`;

const reportSchema = z.object({
  isCompiled: z.boolean(),
  runs: z.array(z.object({ code: z.int(), output: z.string() })),
});

export interface TestedProgram {
  readonly language: ProgramLanguage;
  readonly source: string;
  /** At least one. */
  readonly tests: readonly ProgramTest[];
}

/** Passed: every output is a wanted one but for white space at the ends of lines and of the whole. */
export async function judgeByTests(program: TestedProgram, sandbox: Sandbox, signal: AbortSignal): Promise<Verdict> {
  const { language, source, tests } = program;
  const { readable, ...toolchain } = toolchainOf(language, source);
  const mostBytes = Math.floor(TESTED_LIMITS.outputBytes / (8 * tests.length));
  const job = { ...toolchain, source, inputs: tests.map(({ input }) => input), mostBytes };
  const result = await sandbox.run(
    {
      command: ["/usr/bin/python3", "-I", "-B", "-S", "-c", DRIVER],
      input: JSON.stringify(job),
      limits: TESTED_LIMITS,
      readable,
    },
    signal,
  );
  const { ms, end } = result;
  if (end !== "exited") return { kind: end === "wall-limit" ? "time-limit" : "output-limit", error: null, ms };
  const report = reportOf(result.report);
  if (report === null) return { kind: "unproven", error: null, ms };
  if (!report.isCompiled) return { kind: "does-not-compile", error: null, ms };
  const wrong = tests.findIndex(({ outputs }, at) => !isWanted(report.runs[at], outputs));
  if (wrong < 0) return { kind: "passed", error: null, ms };
  const code = report.runs[wrong]?.code ?? 1;
  if (CPU_SIGNALS.includes(code)) return { kind: "time-limit", error: null, ms };
  return { kind: "failed", error: code === 0 ? "wrong output" : "exit code", ms };
}

/** Python's negative numbers of SIGXCPU and SIGKILL, and what a shell makes of them. */
const CPU_SIGNALS: readonly number[] = [-24, -9, 152, 137];

function isWanted(
  run: { readonly code: number; readonly output: string } | undefined,
  outputs: readonly string[],
): boolean {
  return run !== undefined && run.code === 0 && outputs.some((output) => tidy(output) === tidy(run.output));
}

function tidy(text: string): string {
  return text.replaceAll(/\s*\n/g, "\n").trim();
}

function reportOf(text: string): z.infer<typeof reportSchema> | null {
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function toolchainOf(language: ProgramLanguage, source: string): Toolchain {
  switch (language) {
    case "python":
      return {
        fileName: "program.py",
        compile: null,
        run: ["/usr/bin/python3", "-I", "-B", "program.py"],
        readable: [],
      };
    case "cpp":
      return {
        fileName: "program.cpp",
        compile: [toolAt("/usr/bin/g++", "g++"), "-std=c++17", "-O1", "-o", "program", "program.cpp"],
        run: ["./program"],
        readable: [],
      };
    case "java":
      return javaToolchain(source);
  }
}

function javaToolchain(source: string): Toolchain {
  const home = dirname(dirname(toolAt("/usr/bin/javac", "a JDK")));
  const settings = join(home, "conf", "net.properties");
  // Without /proc the virtual machine does not find the libraries beside itself.
  const withLibraries = ["/usr/bin/env", `LD_LIBRARY_PATH=${join(home, "lib")}`];
  const machine = ["-Xmx512m", "-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=64m"];
  const name = mainClassOf(source);
  return {
    fileName: `${name}.java`,
    compile: [
      ...withLibraries,
      join(home, "bin", "javac"),
      ...machine.map((each) => `-J${each}`),
      "-nowarn",
      `${name}.java`,
    ],
    run: [...withLibraries, join(home, "bin", "java"), ...machine, "-Xss64m", "-cp", ".", name],
    // Debian keeps the settings of a JDK in /etc.
    readable: existsSync(settings) ? [dirname(realpathSync(settings))].filter((path) => !path.startsWith("/usr/")) : [],
  };
}

/** A public class gives the file its name; else the first one that has a `main`. */
function mainClassOf(source: string): string {
  const named = /\bpublic\s+(?:(?:final|abstract|strictfp)\s+)*class\s+(\w+)/.exec(source)?.[1];
  if (named !== undefined) return named;
  const main = source.search(/\bstatic\s+(?:final\s+)?void\s+main\s*\(/);
  const before = [...source.slice(0, Math.max(0, main)).matchAll(/^\s*(?:final\s+)?class\s+(\w+)/gm)];
  return before.at(-1)?.[1] ?? "Main";
}

function toolAt(path: string, name: string): string {
  if (existsSync(path)) return realpathSync(path);
  throw new NearfirstError({
    code: "sandbox-unavailable",
    message: `There is no ${path}: install ${name} to judge programs in this language.`,
  });
}
