/** `nearfirst serve`: the daemon of this user, for every editor that speaks one of its HTTP APIs. */
import { once } from "node:events";
import { formatProblem, loadConfig, type Settings } from "@nearfirst/node";
import { namedWorkspaceFolder } from "../complete/workspace-folder.js";
import { isLoopback } from "../http/hosts.js";
import { interruptSignal } from "../interrupt.js";
import { backendFrom } from "../lsp/runtime-backend.js";
import { isWorkspaces, refuseBrokenConfig } from "../refuse-broken-config.js";
import { accessToken, accessTokenPath } from "../serve/access-token.js";
import { Completions } from "../serve/completions.js";
import { DaemonServer } from "../serve/daemon-server.js";
import { Metrics } from "../serve/metrics.js";
import { daemonRoutes } from "../serve/routes.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly allowHost: readonly string[];
  readonly workspace?: string;
  readonly model?: string;
  readonly config?: string;
  /** Minutes; 0 for never. */
  readonly unloadAfter: number;
  /** Megabytes of the engine's process. */
  readonly memoryLimit?: number;
  readonly printToken?: true;
}

/** Answers under way get longer than this to end; then the process ends with them. */
const STOP_GRACE_MS = 8_000;

/** Resolves when it is told to end. */
export async function runServe(options: ServeOptions): Promise<number> {
  if (options.printToken) {
    process.stdout.write(`${await accessToken()}\n`);
    return EXIT.ok;
  }
  const signal = interruptSignal({ graceMs: STOP_GRACE_MS });
  const token = await accessToken();
  const { host, port, workspace } = options;
  const folder = workspace === undefined ? null : await namedWorkspaceFolder(workspace);
  const settings = await settingsOf(options, folder);
  const backend = await backendFrom(settings, folder === null ? [] : [folder], warn, {
    ...(options.config === undefined ? {} : { configPath: options.config }),
    ...(options.unloadAfter === 0 ? {} : { unloadAfterMs: options.unloadAfter * 60_000 }),
    ...(options.memoryLimit === undefined ? {} : { maxMemoryBytes: options.memoryLimit * 1_000_000 }),
  });
  const metrics = new Metrics();
  const completions = new Completions({ backend, folder, onEnded: (outcome) => metrics.countCompletion(outcome) });
  const server = new DaemonServer({
    token,
    host,
    port,
    allowedHosts: options.allowHost.map((each) => each.toLowerCase()),
    routes: daemonRoutes(completions, metrics),
    onAnswered: (path, status) => metrics.countRequest(path, status),
  });
  try {
    const {
      address,
      family,
      port: own,
    } = await server.listen().catch((thrown: NodeJS.ErrnoException) => {
      throw new UsageError(
        `Port ${port} on ${host} cannot be listened on (${thrown.code}). Nearfirst may be serving already; otherwise choose another with --port.`,
      );
    });
    const url = `http://${family === "IPv6" ? `[${address}]` : address}:${own}`;
    process.stdout.write(
      `Serving ${completions.modelName} at ${url}\n` +
        `Clients need the token in ${accessTokenPath()}; \`nearfirst serve --print-token\` prints it.\n`,
    );
    if (!isLoopback(host)) warn("Other machines can reach this server, and what they send and get is not encrypted.");
    if (!signal.aborted) await once(signal, "abort");
    await server.stop();
    return EXIT.ok;
  } finally {
    await backend.close();
  }
}

async function settingsOf({ config, model }: ServeOptions, folder: string | null): Promise<Settings> {
  const loaded = await loadConfig({
    workspaceFolder: folder,
    ...(config === undefined ? {} : { configPath: config }),
    override: (settings) => ({ ...settings, model: model ?? settings.model }),
  });
  for (const problem of loaded.problems.filter(isWorkspaces)) warn(formatProblem(problem));
  refuseBrokenConfig(loaded);
  return loaded.settings;
}

function warn(message: string): void {
  process.stderr.write(`Warning: ${message}\n`);
}
