/** A real VS Code (code-server) with a profile of its own, in which an extension's file is installed. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sendSignal } from "../../send-signal.js";

export const CODE_SERVER_ENTRY = fileURLToPath(
  new URL("../../../.servers/code-server/node_modules/code-server/out/node/entry.js", import.meta.url),
);

/** Made by `npm run package:vscode`. */
export const EXTENSION_FILE = fileURLToPath(
  new URL(`../../../packages/vscode/dist/nearfirst-vscode-${process.platform}-${process.arch}.vsix`, import.meta.url),
);

/** A quiet VS Code, so that what is on screen comes from the tests and from the extension. */
const QUIET_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "update.mode": "none",
  "git.enabled": false,
  "npm.autoDetect": "off",
  "files.autoSave": "off",
  // A profile would otherwise bring back what an earlier run left unsaved.
  "files.hotExit": "off",
  "editor.minimap.enabled": false,
  // Texts that a test puts in stay as they are.
  "editor.autoIndent": "none",
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.suggestOnTriggerCharacters": false,
  "window.commandCenter": false,
};

export interface CodeServerOptions {
  readonly settings?: object;
  readonly keybindings?: readonly object[];
  /** Of code-server, and so of the extension and its server. */
  readonly env?: NodeJS.ProcessEnv;
  /** Path in the workspace to its text. */
  readonly files: Readonly<Record<string, string>>;
}

export interface CodeServer {
  readonly workspace: string;
  /** Of the page with a file of the workspace open. */
  url(file: string): string;
  /** Those of the machine that the code is on, where the settings with that scope count. */
  writeMachineSettings(settings: object): void;
  /** What the extension has written into its log. */
  extensionLog(): string;
  stop(): Promise<void>;
}

/** Resolves once it answers; the extension is installed by then. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const root = mkdtempSync(join(tmpdir(), "nearfirst-vscode-"));
  const [profile, extensions, workspace] = ["profile", "extensions", "workspace"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [join(profile, "User"), join(profile, "Machine"), extensions, workspace])
    mkdirSync(folder, { recursive: true });
  const settings = { ...QUIET_SETTINGS, ...options.settings };
  writeFileSync(join(profile, "User", "settings.json"), JSON.stringify(settings));
  writeFileSync(join(profile, "User", "keybindings.json"), JSON.stringify(options.keybindings ?? []));
  writeFileSync(join(profile, "config.yaml"), "auth: none\n");
  for (const [path, text] of Object.entries(options.files)) writeFileSync(join(workspace, path), text);

  const folders = ["--user-data-dir", profile, "--extensions-dir", extensions];
  const install = [CODE_SERVER_ENTRY, ...folders, "--install-extension", EXTENSION_FILE];
  const env = { ...process.env, ...options.env };
  await promisify(execFile)(process.execPath, install, { env, timeout: 300_000 });

  const port = await freePort();
  const output = openSync(join(root, "code-server.log"), "a");
  const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const more = ["--disable-getting-started-override", "--disable-proxy"];
  const address = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--config", join(profile, "config.yaml")];
  const server = spawn(process.execPath, [CODE_SERVER_ENTRY, ...address, ...folders, ...quiet, ...more, workspace], {
    // A process group of its own: it starts extension hosts and file watchers, which outlive it for a while.
    detached: true,
    stdio: ["ignore", output, output],
    env,
  });
  const group = -(server.pid as number);
  const ended = once(server, "exit");
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(readFileSync(join(root, "code-server.log"), "utf8"));
    await sleep(200);
  }
  return {
    workspace,
    url: (file) => {
      const open = [["openFile", `vscode-remote://127.0.0.1:${port}${join(workspace, file)}`]];
      return `http://127.0.0.1:${port}/?folder=${workspace}&payload=${encodeURIComponent(JSON.stringify(open))}`;
    },
    writeMachineSettings: (own) => {
      // At once, so that VS Code never reads an empty file in between.
      const file = join(profile, "Machine", "settings.json");
      writeFileSync(`${file}.new`, JSON.stringify(own));
      renameSync(`${file}.new`, file);
    },
    extensionLog: () =>
      readdirSync(join(profile, "logs"), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith("Nearfirst.log"))
        .map((path) => readFileSync(join(profile, "logs", path), "utf8"))
        .join(""),
    async stop() {
      sendSignal(group, "SIGTERM");
      await Promise.race([ended, sleep(10_000)]);
      // The language server gets time to end its engine by itself.
      await sleep(2_500);
      sendSignal(group, "SIGKILL");
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export function isCodeServerInstalled(): boolean {
  return existsSync(CODE_SERVER_ENTRY);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: "/healthz" }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on("error", () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
