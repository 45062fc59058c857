/**
 * Many editors at one daemon: each types a real file, asks after every key and cancels what it asked before. Counted is how
 * requests end, how long the answered ones take, and what the daemon with its engine holds after each half.
 */
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_SETTINGS, findModel, profileOf } from "@nearfirst/node";
import type { OutcomeNotification } from "../../../packages/cli/src/lsp/outcome-notification.js";
import { joinDaemon } from "../../../packages/cli/src/shared-engine/join-daemon.js";
import { SharedModel } from "../../../packages/cli/src/shared-engine/shared-model.js";
import { NEARFIRST_VERSION } from "../../../packages/cli/src/version.js";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { readCorpus } from "../corpus.js";
import { percentile, randomFrom, rounded } from "../statistics.js";
import { type DaemonProcess, startDaemonProcess } from "./daemon-process.js";
import { type Typed, typeUntil } from "./typist.js";

const SEED = 20261130;
const DEFAULTS = { clients: 50, seconds: 120 };
const MEMORY_SAMPLES = 100;

export interface ManyClients {
  readonly clients: number;
  readonly seconds: number;
  readonly asked: number;
  /** Each ended in one outcome where this is as many. */
  readonly ended: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly accepted: number;
  /** Of suggestions that a model made, from the request to the answer, with the pause in typing. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** The daemon with its engine, at the end of the first and of the second half. */
  readonly halfMegabytes: number;
  readonly endMegabytes: number;
  readonly memoryRatio: number;
}

export async function measureClients({ clients, seconds }: typeof DEFAULTS): Promise<ManyClients> {
  const daemon = await startDaemonProcess();
  const models: SharedModel[] = [];
  try {
    for (let at = 0; at < clients; at++) models.push(await joined(daemon.socketPath));
    const answers: OutcomeNotification[] = [];
    const ending = new AbortController();
    // Every typist waits for it.
    setMaxListeners(0, ending.signal);
    const random = randomFrom(SEED);
    const files = readCorpus();
    const typing = models.map((model, at) => {
      const file = files[at % files.length] as (typeof files)[number];
      const onAnswer = (answer: OutcomeNotification) => void answers.push(answer);
      return typeUntil(
        { model, file, name: `${at}`, random: randomFrom(Math.floor(random() * 1e9)), onAnswer },
        ending.signal,
      );
    });
    const half = await memoryAfter((seconds / 2) * 1_000, daemon);
    const end = await memoryAfter((seconds / 2) * 1_000, daemon);
    ending.abort();
    return { clients, seconds, ...summary(await Promise.all(typing), answers), ...memory(half, end) };
  } finally {
    for (const model of models) model.close();
    await daemon.close();
  }
}

/** Bytes: the least of the last third, as what waits for a garbage collector is not held. What leaks is in that too. */
async function memoryAfter(ms: number, daemon: DaemonProcess): Promise<number> {
  await delay((ms * 2) / 3);
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < MEMORY_SAMPLES; at++) {
    await delay(ms / 3 / MEMORY_SAMPLES);
    least = Math.min(least, daemon.memoryBytes());
  }
  return least;
}

async function joined(path: string): Promise<SharedModel> {
  const { contextTokens, sequences, gpu, model } = DEFAULT_SETTINGS;
  const { path: modelPath, card } = await findModel(model);
  return SharedModel.open({
    modelPath,
    contextTokens,
    sequences,
    threads: 1,
    gpu,
    profileOf: (info) => profileOf(info, card, contextTokens),
    join: () =>
      joinDaemon({
        path,
        version: NEARFIRST_VERSION,
        start: () => Promise.reject(new BenchError("The daemon is gone.")),
      }),
    log: (message) => {
      throw new BenchError(message);
    },
  });
}

function summary(typed: readonly Typed[], answers: readonly OutcomeNotification[]) {
  const outcomes: Record<string, number> = {};
  for (const { kind, reason } of answers) {
    const name = kind === "suggested" ? kind : `${kind} ${reason}`;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  }
  const made = answers.filter(({ kind, source }) => kind === "suggested" && source === "model").map(({ ms }) => ms);
  const sumOf = (count: (each: Typed) => number) => typed.reduce((sum, each) => sum + count(each), 0);
  return {
    asked: sumOf(({ asked }) => asked),
    ended: answers.length,
    outcomes,
    accepted: sumOf(({ accepted }) => accepted),
    p50Ms: rounded(percentile(made, 0.5)),
    p95Ms: rounded(percentile(made, 0.95)),
  };
}

function memory(half: number, end: number) {
  const megabytes = (bytes: number) => rounded(bytes / 1e6, 1);
  return { halfMegabytes: megabytes(half), endMegabytes: megabytes(end), memoryRatio: rounded(end / half, 3) };
}

function wholeNumber({ values }: BenchCall, name: keyof typeof DEFAULTS): number {
  const value = Number(values[name] ?? DEFAULTS[name]);
  if (!Number.isInteger(value) || value < 1) throw new BenchError(`--${name} is a whole number from 1 on.`, 2);
  return value;
}

export default {
  name: "clients",
  description: "many editors that type at once against one daemon: how requests end, p95, memory",
  options: {
    config: { clients: { type: "string" }, seconds: { type: "string" } },
    help: "Usage: npm run --silent bench -- clients [--clients N] [--seconds N] [--json]",
  },
  run: (call) => measureClients({ clients: wholeNumber(call, "clients"), seconds: wholeNumber(call, "seconds") }),
} satisfies Bench;
