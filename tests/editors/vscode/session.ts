/** One session in a real VS Code, with the extension as it is installed by users, and a real large model's server. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ServeLargeProcess, startServeLarge } from "../../../bench/src/pair/serve-large-process.js";
import { sendSignal } from "../../send-signal.js";
import { type CodeServer, startCodeServer } from "./code-server.js";
import { EditorPage } from "./editor-page.js";

/** Our smaller model: another one than that which came with the extension, so that its answers differ. */
const OTHER_MODEL = fileURLToPath(new URL("../../../models/nearfirst-small-q8_0.gguf", import.meta.url));

export const AREA = "def area(width, height):\n    return width * height\n\n\n";

/** So long a daemon may take to end by itself. */
const ENDING_MS = 15_000;

export interface Session {
  readonly server: CodeServer;
  readonly editor: EditorPage;
  readonly large: ServeLargeProcess;
  /** Of Nearfirst itself: the user's configuration file, and the environment that it is found in. */
  readonly configPath: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ids of the running `nearfirst` processes of this session: `lsp`, `serve`. */
  processes(command: string): readonly number[];
  config(): Record<string, unknown>;
  close(): Promise<void>;
}

/** Commands without keys of their own, on keys that VS Code leaves free. */
const KEYS = {
  F3: { command: "nearfirst.explain" },
  F12: { command: "nearfirst.openConfiguration" },
  "Shift+F12": { command: "nearfirst.showLog" },
  F4: { command: "nearfirst.restart" },
  F6: { command: "nearfirst.snooze", args: 1 },
  F7: { command: "nearfirst.resume" },
  F8: { command: "nearfirst.toggleLanguage" },
  F9: { command: "nearfirst.showTrace" },
  F10: { command: "nearfirst.doctor" },
  F2: { command: "nearfirst.switchModel" },
} as const;

/** Resolves once the model is loaded and the cursor stands in `shapes.py`. */
export async function openSession(): Promise<Session> {
  const root = mkdtempSync(join(tmpdir(), "nearfirst-session-"));
  const models = join(root, "data", "nearfirst", "models");
  mkdirSync(models, { recursive: true });
  symlinkSync(OTHER_MODEL, join(models, "nearfirst-small-q8_0.gguf"));
  symlinkSync(OTHER_MODEL.replace(/-q8_0\.gguf$/, ".md"), join(models, "nearfirst-small.md"));
  const large = await startServeLarge({ model: OTHER_MODEL, contextTokens: 2_048, threads: 1 });
  const configPath = join(root, "config.json");
  const config = {
    threads: 1,
    // Only what the developer does asks the large model here, however sure the local one is.
    routing: { threshold: 0 },
    large: { url: large.url, kind: "nearfirst", deadlineMs: 20_000, timeoutMs: 20_000 },
  };
  writeFileSync(configPath, JSON.stringify(config));
  const [state, data, runtime] = ["state", "data", "runtime"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(runtime, { mode: 0o700 });
  const env = { NEARFIRST_CONFIG: configPath, XDG_STATE_HOME: state, XDG_DATA_HOME: data, XDG_RUNTIME_DIR: runtime };
  const server = await startCodeServer({
    env,
    keybindings: Object.entries(KEYS).map(([key, binding]) => ({ key: key.toLowerCase(), ...binding })),
    files: { "shapes.py": AREA, "windows.py": AREA.replaceAll("\n", "\r\n"), "notes.json": "{}\n" },
  });
  const editor = await EditorPage.open(server, "shapes.py");
  await editor.statusBecomes(/^\s*Nearfirst$/, 240_000);
  await editor.page.click(".editor-group-container.active .monaco-editor .view-lines");
  return {
    server,
    editor,
    large,
    configPath,
    env: { ...process.env, ...env },
    processes: (command) => processesOf(root, command),
    config: () => JSON.parse(readFileSync(configPath, "utf8")),
    async close() {
      await editor.close();
      await server.stop();
      await large.close();
      // The daemon outlives its clients for ten minutes.
      await endAll(() => processesOf(root, "serve"));
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Resolves once none is left; kills those that take too long. */
async function endAll(left: () => readonly number[]): Promise<void> {
  for (const pid of left()) sendSignal(pid, "SIGTERM");
  const until = Date.now() + ENDING_MS;
  while (left().length > 0 && Date.now() < until) await sleep(100);
  for (const pid of left()) sendSignal(pid, "SIGKILL");
}

/** Those whose environment names the session's folder: the daemon has left every process group. */
function processesOf(root: string, command: string): number[] {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(pid, "cmdline").split("\0").includes(command) && read(pid, "environ").includes(root))
    .map(Number);
}
