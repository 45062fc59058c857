/** `nearfirst serve-large`: serves one model to other machines' Nearfirst, or to anything that speaks OpenAI's completions. */
import type { AddressInfo } from "node:net";
import { DEFAULT_SETTINGS, openRuntime, readApiKey } from "@nearfirst/node";
import { isLoopback } from "../http/hosts.js";
import { interruptSignal } from "../interrupt.js";
import { completionServer } from "../serve-large/completion-server.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface ServeLargeOptions {
  readonly model: string;
  readonly host: string;
  readonly port: number;
  readonly keyEnvironment?: string;
  readonly keyFile?: string;
  readonly contextTokens: number;
  readonly sequences: number;
  readonly threads?: number;
  readonly gpu?: true;
}

/** Resolves when it is interrupted. */
export async function runServeLarge(options: ServeLargeOptions): Promise<number> {
  const signal = interruptSignal();
  const { host, port, model, contextTokens, sequences, keyEnvironment = "", keyFile = "" } = options;
  const key = await readApiKey({ keyEnvironment, keyFile }, process.env);
  if (key === null && !isLoopback(host))
    throw new UsageError(
      `Without a key only this machine may ask: add --key-file or --key-environment, or leave out --host ${host}.`,
    );
  const settings = {
    ...DEFAULT_SETTINGS,
    model,
    contextTokens,
    sequences,
    threads: options.threads ?? DEFAULT_SETTINGS.threads,
    gpu: options.gpu === true ? ("auto" as const) : DEFAULT_SETTINGS.gpu,
  };
  const runtime = await openRuntime({ settings, workspaceFolders: [] });
  const server = completionServer({ model: runtime.model, key, host });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          new UsageError(`Port ${port} on ${host} cannot be listened on (${error.code}). Choose another with --port.`),
        ),
      );
      server.listen(port, host, resolve);
    });
    const { address, family, port: own } = server.address() as AddressInfo;
    const { name, contextTokens: context } = runtime.model.profile;
    const where = family === "IPv6" ? `[${address}]` : address;
    process.stdout.write(
      `Serving ${name} (${context} tokens of context) at http://${where}:${own}\n` +
        `In the configuration of the others: "large": { "url": "http://${where}:${own}", "kind": "nearfirst" }\n`,
    );
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return EXIT.interrupted;
  } finally {
    server.close();
    server.closeAllConnections();
    await runtime.close();
  }
}
