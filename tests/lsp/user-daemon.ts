/** A user of their own for a test, whose daemon nobody else joins. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { sendSignal } from "../send-signal.js";
import { cursorOf, LspClient } from "./lsp-client.js";

export interface DaemonUser {
  readonly env: NodeJS.ProcessEnv;
  readonly socketPath: string;
  /** Processes of this user's daemon; more than one only while some start at the same time. Linux. */
  readonly daemons: () => number[];
  /** Processes that run a model, children of any of these. */
  readonly engines: () => number[];
  /** Ends what is left. */
  readonly remove: () => void;
}

export function daemonUser(): DaemonUser {
  const root = mkdtempSync(join(tmpdir(), "nearfirst-user-"));
  const state = join(root, "state");
  const env = { XDG_STATE_HOME: state, XDG_RUNTIME_DIR: "", XDG_CONFIG_HOME: join(root, "config") };
  const daemons = () => processesOf(state).filter(({ words }) => words.includes("--no-http"));
  const engines = () => processesOf(null).filter(({ words }) => words.some((word) => word.includes("engine-process")));
  return {
    env,
    socketPath: join(state, "nearfirst", "engine.sock"),
    daemons: () => daemons().map(({ pid }) => pid),
    engines: () => {
      const parents = new Set(processesOf(state).map(({ pid }) => pid));
      return engines().flatMap(({ pid, parent }) => (parents.has(parent) ? [pid] : []));
    },
    remove() {
      for (const { pid } of daemons()) sendSignal(pid, "SIGKILL");
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Those with this state folder in their environment; null for all. */
function processesOf(state: string | null) {
  if (!existsSync("/proc/self/environ")) throw new Error("this test needs Linux's /proc");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const isOfUser = state === null || readFileSync(`/proc/${name}/environ`, "utf8").includes(`=${state}\0`);
        if (!isOfUser) return [];
        const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
        const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]);
        return [{ pid: Number(name), parent, words }];
      } catch {
        // Ended meanwhile, or somebody else's.
        return [];
      }
    });
}

/** Several processes load a model on a busy machine. */
export const LIMIT_MS = 180_000;

export const ADD = "def add(a, b):\n    return █\n\n\nprint(add(1, 2))\n";

/** For the tests of a file: a user for each, whose editors and daemon end with it. */
export function editorsOfOneUser() {
  let user: DaemonUser;
  let clients: LspClient[];
  let documents = 0;
  beforeEach(() => {
    user = daemonUser();
    clients = [];
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.stop()));
    user.remove();
  }, LIMIT_MS);
  return {
    user: () => user,
    clients: (): readonly LspClient[] => clients,
    async editor(settings = {}): Promise<LspClient> {
      const client = await LspClient.start({ daemon: user.env, settings });
      clients.push(client);
      return client;
    },
    /** In a new document. */
    async completeIn(client: LspClient, picture = ADD) {
      const uri = `file:///project/part${++documents}.py`;
      const { text, position } = cursorOf(picture);
      await client.open(uri, text);
      const { list, outcome } = await client.completeAndTell(uri, position);
      return { text: String(list.items[0]?.insertText), outcome, uri, position };
    },
  };
}
