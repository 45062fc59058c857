/**
 * Sends random requests, made of files with planted secrets and of ignored ones, through the release rules and over a real
 * socket, and looks at what arrives: no piece of a secret and no line of a file that stays may be in it.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { release } from "@nearfirst/core";
import {
  AuditLog,
  DEFAULT_SETTINGS,
  type Settings,
  uriOfPath,
  WorkerSecretFinder,
  workspacePolicy,
} from "@nearfirst/node";
import { ProgressBar } from "../../../packages/cli/src/progress-bar.js";
import { piecesOfSecret } from "../../../packages/node/src/testing/planted-secrets.js";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { randomFrom } from "../statistics.js";
import { startCheckingServer } from "./checking-server.js";
import { type PlantedWorkspace, plantWorkspace } from "./planted-workspace.js";
import { randomRequest } from "./random-request.js";

const SEED = 20260507;
const REQUESTS = 10_000;
const PIECE = 12;
/** Patience on a machine that has no time: what is not scanned in time does not leave, and would test nothing. */
const FINDER_LIMIT_MS = 60_000;

const HELP = `Usage: npm run --silent bench -- privacy [--json] [--requests N] [--seed N]

  --requests N   how many requests, ${REQUESTS} by default
  --seed N       of the generator that makes files, secrets and requests`;

async function run({ values }: BenchCall): Promise<object> {
  const [requests, seed] = [wholeNumber(values, "requests", REQUESTS), wholeNumber(values, "seed", SEED)];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "nearfirst-privacy-")));
  try {
    return await measure(folder, requests, seed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(folder: string, requests: number, seed: number): Promise<object> {
  const random = randomFrom(seed);
  const workspaceFolder = join(folder, "workspace");
  const workspace = plantWorkspace(workspaceFolder, random);
  const leaksIn = leakFinder(workspace);
  // The check itself can fail: it sees each of the things that it looks for.
  const unseen = [...workspace.secrets.map(({ secret }) => secret), ...workspace.kept.map(({ text }) => text)].filter(
    (text) => leaksIn(text).length === 0,
  );
  if (unseen.length > 0) throw new Error(`the check does not see ${unseen.length} of what it looks for`);

  const { privacy } = DEFAULT_SETTINGS;
  const localOnly = { ...privacy.localOnly, paths: [...workspace.localOnlyPaths] };
  const settings: Settings = { ...DEFAULT_SETTINGS, privacy: { ...privacy, localOnly } };
  const finder = new WorkerSecretFinder({ limitMs: FINDER_LIMIT_MS, startLimitMs: FINDER_LIMIT_MS });
  const policy = workspacePolicy({ folders: [workspaceFolder], settings });
  const auditFolder = join(folder, "audit");
  const audit = new AuditLog({ settings: settings.privacy.audit, folder: auditFolder });
  const server = await startCheckingServer(leaksIn);
  const agent = new Agent({ keepAlive: true });
  const { signal } = new AbortController();
  const [withheld, redactions, keptSnippets] = [new Counter(), new Counter(), new Counter()];
  let keptDrafts = 0;
  const bar = new ProgressBar({ total: requests, doneBefore: 0, things: "requests" });
  try {
    for (let count = 0; count < requests; count++) {
      bar.show(count);
      const request = randomRequest(workspace, (path) => uriOfPath(join(workspaceFolder, path)), random);
      const released = await release(request, { policy, finder }, signal);
      if (released.kind === "withheld") {
        withheld.add(released.reason);
        continue;
      }
      const { prompt, record } = released;
      const body = JSON.stringify(prompt);
      await audit.record({ to: `127.0.0.1:${server.port}`, prompt, body, reason: "bench", record });
      await post(body, server.port, agent);
      for (const [rule, times] of Object.entries(record.redactions)) redactions.add(rule, times);
      for (const [reason, times] of Object.entries(record.keptSnippets)) keptSnippets.add(reason, times);
      if (record.draftKept !== null) keptDrafts++;
    }
    bar.show(requests);
  } finally {
    bar.end();
    agent.destroy();
    await Promise.all([server.close(), finder.close(), audit.close()]);
  }
  const logs = await Promise.all(
    (await readdir(auditFolder).catch(() => [])).map((name) => readFile(join(auditFolder, name), "utf8")),
  );
  const leaks = [...server.leaks, ...logs.flatMap((text) => leaksIn(text).map((name) => `${name}, in the audit log`))];
  if (leaks.length > 0)
    throw new BenchError(`${leaks.length} leaks in ${server.requests} requests: ${[...new Set(leaks)].join("; ")}`);
  return {
    requests,
    sent: server.requests,
    bytesSent: server.bytes,
    leaks: leaks.length,
    plantedSecrets: workspace.secrets.length,
    keptFiles: workspace.kept.length,
    keptLines: workspace.kept.reduce((sum, { text }) => sum + text.split("\n").length, 0),
    keptDrafts,
    withheld: withheld.rows("reason"),
    keptSnippets: keptSnippets.rows("reason"),
    redactions: redactions.rows("rule"),
  };
}

/** Names what of the workspace's secrets and kept lines is in a text, by pieces of 12 characters. */
function leakFinder({ secrets, kept }: PlantedWorkspace): (text: string) => readonly string[] {
  const names = new Map<string, string>();
  for (const { kind, secret } of secrets)
    for (const piece of piecesOfSecret(secret)) names.set(piece, `a secret of the kind ${kind}`);
  for (const { path, text } of kept)
    for (const [word] of text.matchAll(/\w{12,}/g))
      for (const piece of piecesOfSecret(word)) names.set(piece, `a line of ${path}`);
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at + PIECE <= text.length; at++) {
      const name = names.get(text.slice(at, at + PIECE));
      if (name !== undefined) found.add(name);
    }
    return [...found];
  };
}

function post(body: string, port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = httpRequest(
      { host: "127.0.0.1", port, method: "POST", path: "/v1/completions", headers, agent },
      (response) => {
        response.resume();
        response.on("end", resolve);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }

  rows(column: string): Record<string, string | number>[] {
    return [...this.#counts]
      .sort((one, other) => other[1] - one[1])
      .map(([name, count]) => ({ [column]: name, count }));
  }
}

function wholeNumber(values: BenchCall["values"], name: string, otherwise: number): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  if (typeof text !== "string" || !/^[1-9]\d{0,8}$/.test(text))
    throw new BenchError(`--${name} takes a whole number above 0.\n${HELP}`, 2);
  return Number(text);
}

export default {
  name: "privacy",
  description: "random requests with planted secrets and ignored files over a socket: nothing of them may arrive",
  options: { config: { requests: { type: "string" }, seed: { type: "string" } }, help: HELP },
  run,
} satisfies Bench;
