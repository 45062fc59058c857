/** What a real editor is tested in: a home and a project of its own, and a `nearfirst` on its PATH that is listened to. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { InlineCompletionItem, Range } from "vscode-languageserver/node";
import type { OutcomeNotification } from "../../packages/cli/src/lsp/outcome-notification.js";
import { applyEdit, type Encoding } from "../lsp/reference-document.js";
import { sendSignal } from "../send-signal.js";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const WIRETAP = fileURLToPath(new URL("wiretap.mjs", import.meta.url));
const PATIENCE_MS = 60_000;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
}

export class EditorSandbox {
  readonly root = mkdtempSync(join(tmpdir(), "nearfirst-editor-"));
  readonly project = join(this.root, "project");
  readonly #log = join(this.root, "traffic.jsonl");
  /** For the editor's process. */
  readonly env: Readonly<Record<string, string>>;

  constructor(settings: object = {}) {
    const bin = join(this.root, "bin");
    const config = join(this.root, "config.json");
    for (const folder of [bin, join(this.project, ".git")]) mkdirSync(folder, { recursive: true });
    // Without the other cases' files, which say nearly the same, each case has its own answer whatever ran before it.
    writeFileSync(config, JSON.stringify({ threads: 1, retrieval: { enabled: false }, ...settings }));
    writeFileSync(
      join(bin, "nearfirst"),
      `#!/bin/sh\nexec '${process.execPath}' '${WIRETAP}' '${this.#log}' '${MAIN}' "$@"\n`,
      {
        mode: 0o755,
      },
    );
    this.env = {
      HOME: this.root,
      PATH: `${bin}:${process.env["PATH"]}`,
      NEARFIRST_CONFIG: config,
      XDG_CONFIG_HOME: join(this.root, "config"),
      XDG_STATE_HOME: join(this.root, "state"),
      XDG_DATA_HOME: join(this.root, "data"),
      XDG_CACHE_HOME: join(this.root, "cache"),
      XDG_RUNTIME_DIR: "",
    };
  }

  /** Puts this clone where the pages say that it lies. */
  linkClone(): void {
    mkdirSync(join(this.root, "src"));
    symlinkSync(fileURLToPath(new URL("../..", import.meta.url)), join(this.root, "src/nearfirst"));
  }

  /** Writes a file of the project and returns its path. */
  write(name: string, text: string): string {
    const path = join(this.project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  /** What editor and server said to each other so far. */
  messages(from: "editor" | "server"): readonly Message[] {
    return this.#said(from).map(({ message }) => message);
  }

  /** How the requests for a file ended, in order. */
  outcomes(name: string): readonly OutcomeNotification[] {
    return this.messages("server")
      .filter(({ method }) => method === "nearfirst/outcome")
      .map(({ params }) => params as unknown as OutcomeNotification)
      .filter(({ uri }) => isOf(name, uri));
  }

  /** The suggestions that were answered for a file, in order. */
  items(name: string): readonly InlineCompletionItem[] {
    const asked = new Set<string>();
    for (const { tap, message } of this.#said("editor")) {
      const { uri } = (message.params?.["textDocument"] ?? { uri: "" }) as { uri: string };
      const isHere = isOf(name, uri);
      if (message.method === "textDocument/inlineCompletion" && isHere) asked.add(`${tap} ${message.id}`);
    }
    return this.#said("server")
      .filter(({ tap, message }) => message.method === undefined && asked.has(`${tap} ${message.id}`))
      .flatMap(({ message }) => itemsOf(message.result));
  }

  /** What each editor that has a file open told its server that it holds. */
  texts(name: string, encoding: Encoding): readonly string[] {
    const texts = new Map<unknown, string>();
    for (const { tap, message } of this.#said("editor")) {
      const { textDocument, contentChanges } = (message.params ?? {}) as {
        textDocument?: { uri: string; text?: string };
        contentChanges?: { range?: Range; text: string }[];
      };
      if (textDocument === undefined || !isOf(name, textDocument.uri)) continue;
      if (message.method === "textDocument/didOpen") texts.set(tap, textDocument.text ?? "");
      if (message.method === "textDocument/didClose") texts.delete(tap);
      for (const change of contentChanges ?? []) texts.set(tap, applyEdit(texts.get(tap) ?? "", change, encoding));
    }
    return [...texts.values()];
  }

  /** Paths of the folders that servers were told of, in order. */
  folders(): readonly string[] {
    const told = this.messages("editor").flatMap(({ method, params }) => {
      if (method === "initialize") return (params?.["workspaceFolders"] ?? []) as { uri: string }[];
      if (method !== "workspace/didChangeWorkspaceFolders") return [];
      const { added } = (params?.["event"] ?? { added: [] }) as { added: { uri: string }[] };
      return added;
    });
    return told.map(({ uri }) => fileURLToPath(uri));
  }

  /** Ids with which the editor ran one of the server's commands. */
  executed(command: string): readonly unknown[] {
    return this.messages("editor")
      .filter(({ method, params }) => method === "workspace/executeCommand" && params?.["command"] === command)
      .flatMap(({ params }) => params?.["arguments"] as unknown[]);
  }

  /** Waits until the server has answered a request by its model. */
  async loaded(): Promise<void> {
    await this.until("the server has loaded its model", () =>
      this.outcomes("first.py").some(({ source }) => source === "model"),
    );
  }

  /** Process ids of the servers that were started, the newest last. */
  servers(): readonly number[] {
    return this.#lines().flatMap((line) => (typeof line["server"] === "number" ? [line["server"]] : []));
  }

  /** Waits until `find` gives something, and returns that. */
  async until<T>(what: string, find: () => T | null | undefined | false): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = find();
      if (found) return found;
      if (Date.now() > end) {
        const last = this.#lines()
          .slice(-8)
          .map((line) => JSON.stringify(line).slice(0, 400));
        throw new Error(`${what}: not so after ${PATIENCE_MS} ms. What was said last:\n${last.join("\n")}`);
      }
      await delay(30);
    }
  }

  /** Ends what the editors left behind, such as a daemon that they shared. */
  remove(): void {
    for (const pid of processesAtHome(this.root)) sendSignal(pid, "SIGKILL");
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  #said(from: "editor" | "server") {
    const lines = this.#lines().filter((line) => line["from"] === from);
    return lines.map((line) => ({ tap: line["tap"], message: line["message"] as Message }));
  }

  #lines(): readonly Record<string, unknown>[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, "utf8").split("\n");
    // The last one may not be written to its end yet.
    return lines.slice(0, -1).map((line) => JSON.parse(line));
  }
}

function itemsOf(result: unknown): InlineCompletionItem[] {
  return (result as { items?: InlineCompletionItem[] } | null)?.items ?? [];
}

/** Names of files are given once in a sandbox, whatever folder they lie in. */
function isOf(name: string, uri: string): boolean {
  return uri.endsWith(`/${basename(name)}`);
}

/** Processes whose home is this folder. Only Linux tells; elsewhere none. */
function processesAtHome(home: string): readonly number[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
      } catch {
        // Ended meanwhile, or somebody else's.
        return false;
      }
    })
    .map(Number);
}
