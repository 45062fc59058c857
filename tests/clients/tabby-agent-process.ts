/** Tabby's agent as its plugins for Vim and others run it: a JSON array a line, of a number and a call or its result. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface AgentCompletion {
  readonly id: string;
  readonly choices: readonly {
    readonly index: number;
    readonly text: string;
    readonly replaceRange: { readonly start: number; readonly end: number };
  }[];
}

export class TabbyAgentProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #calls = 0;

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.#process = spawn(process.execPath, [join(folder, "dist/cli.js")], { env: { ...process.env, ...env } });
    createInterface(this.#process.stdout).on("line", (line) => {
      const [number, result] = JSON.parse(line) as [number, unknown];
      this.#waiting.get(number)?.(result);
    });
    this.#process.stderr.on("data", (data) => process.stderr.write(data));
  }

  call<Result>(func: string, ...args: readonly unknown[]): Promise<Result> {
    const number = ++this.#calls;
    const answered = new Promise<Result>((resolve) =>
      this.#waiting.set(number, (result) => {
        this.#waiting.delete(number);
        resolve(result as Result);
      }),
    );
    this.#process.stdin.write(`${JSON.stringify([number, { func, args }])}\n`);
    return answered;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await ended;
  }
}
