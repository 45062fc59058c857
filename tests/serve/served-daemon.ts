/** The daemon's HTTP server in this process, around a scripted model: fast, and its state can be seen. */
import { request as httpRequest } from "node:http";
import type { Capabilities, Outcome } from "@nearfirst/core";
import { ScriptedModel, type ScriptedModelOptions, type ScriptLine } from "@nearfirst/core/testing";
import { DEFAULT_SETTINGS } from "@nearfirst/node";
import { onTestFinished } from "vitest";
import type { LspBackend } from "../../packages/cli/src/lsp/lsp-backend.js";
import { Completions } from "../../packages/cli/src/serve/completions.js";
import { DaemonServer, type DaemonServerOptions } from "../../packages/cli/src/serve/daemon-server.js";
import { Metrics } from "../../packages/cli/src/serve/metrics.js";
import { type PageRoutesOptions, pageRoutes } from "../../packages/cli/src/serve/page/page-routes.js";
import { PageSessions } from "../../packages/cli/src/serve/page/page-sessions.js";
import { daemonRoutes } from "../../packages/cli/src/serve/routes.js";
import { type ScriptedBackend, scriptedBackend } from "../lsp/scripted-backend.js";

export const TOKEN = "token-of-this-test";

export const SCRIPT: readonly ScriptLine[] = [
  { after: "return ", answer: "alpha + beta\nprint(1)" },
  { after: "total = ", answer: "sum(items)\n", probability: 0.25 },
];

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: () => ReturnType<typeof JSON.parse>;
}

export interface ServeDaemonOptions {
  readonly script?: readonly ScriptLine[];
  readonly model?: ScriptedModelOptions;
  readonly settings?: Partial<LspBackend>;
  readonly capabilities?: Partial<Capabilities>;
  readonly server?: Partial<DaemonServerOptions>;
  readonly folder?: string;
  /** Serves the page's routes too. */
  readonly page?: Partial<PageRoutesOptions>;
}

export interface ServedDaemon {
  readonly url: string;
  readonly port: number;
  readonly model: ScriptedModel;
  readonly backend: ScriptedBackend;
  readonly server: DaemonServer;
  readonly stop: () => Promise<void>;
  readonly get: (path: string) => Promise<HttpReply>;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
    init?: RequestInit,
  ) => Promise<HttpReply>;
}

/** Stops when the test has finished. */
export async function serveDaemon(options: ServeDaemonOptions = {}): Promise<ServedDaemon> {
  const model = new ScriptedModel(options.script ?? SCRIPT, options.model);
  const scripted = scriptedBackend(model, options.settings);
  const backend = { ...scripted, capabilities: { ...scripted.capabilities, ...options.capabilities } };
  const metrics = new Metrics();
  const onEnded = (outcome: Outcome) => metrics.countCompletion(outcome);
  const completions = new Completions({ backend, folder: options.folder ?? null, onEnded });
  const pageSessions = new PageSessions();
  const folder = options.folder ?? null;
  const page = { completions, backend, sessions: pageSessions, settings: DEFAULT_SETTINGS, folder, ...options.page };
  const server = new DaemonServer({
    token: TOKEN,
    pageSessions,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    routes: [...daemonRoutes(completions, metrics), ...(options.page === undefined ? [] : pageRoutes(page))],
    onAnswered: (path, status) => metrics.countRequest(path, status),
    ...options.server,
  });
  const { port } = await server.listen();
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}`;

  const send = async (path: string, init: RequestInit = {}): Promise<HttpReply> => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  const post: ServedDaemon["post"] = (path, body, headers = {}, init = {}) =>
    send(path, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...init,
      headers: { "content-type": "application/json", ...headers },
    });
  return { url, port, model, backend, server, stop, post, get: (path: string) => send(path) };
}

/** For headers that `fetch` sets itself; the status. */
export function statusWith(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${TOKEN}`, ...headers };
    httpRequest(url, { headers: all }, (reply) => resolve(reply.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

/** A model that gives no token before it is let go. */
export function heldModel() {
  let begin: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const beforeToken = () => {
    begin();
    return released;
  };
  return { begun, letGo: () => letGo(), options: { beforeToken } };
}
