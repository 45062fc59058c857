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
import { openPage, pageLink } from "../serve/page/open-page.js";
import { pageFileRoutes } from "../serve/page/page-files.js";
import { pageRoutes } from "../serve/page/page-routes.js";
import { PageSessions } from "../serve/page/page-sessions.js";
import { examplesFolder } from "../serve/page/project-files.js";
import { daemonRoutes } from "../serve/routes.js";
import { hostEngine } from "../shared-engine/host-engine.js";
import { printable } from "../terminal.js";
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
  /** Opens the page in the browser. */
  readonly open?: true;
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
  const named = workspace === undefined ? null : await namedWorkspaceFolder(workspace);
  // Whoever opens the page without a folder of their own tries it on the examples.
  const folder = named ?? (options.open ? examplesFolder() : null);
  const settings = await settingsOf(options, folder);
  const engine = await hostEngine({
    retires: "never",
    ...(options.unloadAfter === 0 ? {} : { unloadAfterMs: options.unloadAfter * 60_000 }),
    ...(options.memoryLimit === undefined ? {} : { maxMemoryBytes: options.memoryLimit * 1_000_000 }),
  });
  if (!engine.isHost)
    process.stdout.write(
      "Another process runs the model for your editors; its limits count, and not those given here.\n",
    );
  const backend = await backendFrom(engine.openModel, {
    settings,
    workspaceFolders: folder === null ? [] : [folder],
    onNotice: warn,
    ...(options.config === undefined ? {} : { configPath: options.config }),
  }).catch(async (thrown: unknown) => {
    await engine.close();
    throw thrown;
  });
  const metrics = new Metrics();
  const completions = new Completions({ backend, folder, onEnded: (outcome) => metrics.countCompletion(outcome) });
  const pageSessions = new PageSessions();
  const page = { completions, backend, sessions: pageSessions, settings, folder };
  const server = new DaemonServer({
    token,
    pageSessions,
    host,
    port,
    allowedHosts: options.allowHost.map((each) => each.toLowerCase()),
    routes: [
      ...daemonRoutes(completions, metrics),
      ...pageRoutes({ ...page, ...(options.config === undefined ? {} : { configPath: options.config }) }),
      ...(await pageFileRoutes()),
    ],
    onAnswered: (path, status) => metrics.countRequest(path, status),
  });
  try {
    const bound = await server.listen().catch((thrown: NodeJS.ErrnoException) => {
      if (options.open && thrown.code === "EADDRINUSE") return null;
      throw new UsageError(
        `Port ${port} on ${host} cannot be listened on (${thrown.code}). Nearfirst may be serving already; otherwise choose another with --port.`,
      );
    });
    if (bound === null) {
      process.stdout.write(
        `Port ${port} is taken, as by a \`nearfirst serve\` that runs already: its page shows its workspace.\n`,
      );
      await showPage(pageUrl(host, port));
      return EXIT.ok;
    }
    const url = urlOf(bound.address, bound.port);
    process.stdout.write(
      `Serving ${completions.modelName} at ${url}\n` +
        `Clients need the token in ${accessTokenPath()}; \`nearfirst serve --print-token\` prints it.\n`,
    );
    if (options.open) await showPage(pageUrl(bound.address, bound.port));
    if (!isLoopback(host)) warn("Other machines can reach this server, and what they send and get is not encrypted.");
    if (!signal.aborted) await once(signal, "abort");
    await server.stop();
    return EXIT.ok;
  } finally {
    await backend.close();
    await engine.close();
  }
}

/** The link is for the user's eyes: a log, or whatever else reads the output, gets none. */
async function showPage(url: string): Promise<void> {
  const isOpening = await openPage({ url });
  const link = process.stdout.isTTY ? `${await pageLink(url)} (once, within five minutes)` : url;
  process.stdout.write(`${isOpening ? "Opening the page" : "No browser could be started; the page is"} at ${link}\n`);
}

function urlOf(address: string, port: number): string {
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** What listens on all addresses is asked on this machine's own, which browsers trust more than others. */
function pageUrl(address: string, port: number): string {
  return urlOf(address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address, port);
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
  process.stderr.write(`Warning: ${printable(message)}\n`);
}
