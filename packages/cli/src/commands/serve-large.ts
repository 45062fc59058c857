/** `nearfirst serve-large`: serves one model to other machines' Nearfirst, or to anything that speaks OpenAI's completions. */
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { DEFAULT_SETTINGS, findModel, openRuntime, readApiKey } from "@nearfirst/node";
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
  /** In [0, 1); by default as the model's card says. */
  readonly draftWeight?: number;
  /** In milliseconds: an engine that says nothing for so long while it is asked ends those requests with an error. */
  readonly silenceLimit: number;
}

const ALL_ADDRESSES = new Set(["0.0.0.0", "::"]);

/** Resolves when it is interrupted. */
export async function runServeLarge(options: ServeLargeOptions): Promise<number> {
  const signal = interruptSignal();
  const { host, port, model, contextTokens, sequences, draftWeight, silenceLimit } = options;
  const { keyEnvironment = "", keyFile = "" } = options;
  const key = await readApiKey({ keyEnvironment, keyFile }, process.env, {
    environment: "--key-environment",
    file: "--key-file",
  });
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
    models: draftWeight === undefined ? {} : { [(await findModel(model)).name]: { draftWeight } },
  };
  const runtime = await openRuntime({ settings, workspaceFolders: [], silenceLimitMs: silenceLimit });
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
    const { address, port: own } = server.address() as AddressInfo;
    const { name, contextTokens: context } = runtime.model.profile;
    const here = (each: string) => `http://${each.includes(":") ? `[${each}]` : each}:${own}`;
    // What listens on all addresses is asked by the machine's name.
    const there = here(ALL_ADDRESSES.has(address) ? hostname() : address);
    process.stdout.write(
      `Serving ${name} (${context} tokens of context) at ${here(address)}\n` +
        `In the configuration of the others: "large": ${largeSetting({ url: there, model: name, keyEnvironment, keyFile })}\n`,
    );
    if (!isLoopback(host))
      process.stderr.write(
        "Warning: Other machines can reach this server, and what they send and get is not encrypted.\n",
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

interface Served {
  readonly url: string;
  readonly model: string;
  /** Empty where the key comes from elsewhere, or there is none. */
  readonly keyEnvironment: string;
  readonly keyFile: string;
}

/** With the model's name, so that statistics, audit log and calibration of the others say which model it was. */
function largeSetting({ url, model, keyEnvironment, keyFile }: Served): string {
  const key = [
    ...(keyEnvironment === "" ? [] : [["keyEnvironment", keyEnvironment]]),
    ...(keyFile === "" ? [] : [["keyFile", keyFile]]),
  ];
  const settings = [["url", url], ["kind", "nearfirst"], ["model", model], ...key];
  return `{ ${settings.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(", ")} }`;
}
