/** An engine of this machine that answers tasks by the product's request path, and what its rows are made with. */
import { availableParallelism, cpus } from "node:os";
import { type Capabilities, identityOf } from "@nearfirst/core";
import {
  DEFAULT_SETTINGS,
  findModel,
  forgetPrompt,
  type InstalledModel,
  openRuntime,
  type Runtime,
} from "@nearfirst/node";
import type { Asked, AskingMethod, OpenedMethod, OpeningMethod } from "../asking/asking-method.js";
import { answerTask } from "./answer-task.js";
import { type ModelFile, modelFileOf } from "./model-file.js";
import { RepositoryIndex } from "./repository-index.js";
import type { RowsHeader } from "./row.js";
import type { TaskRunner } from "./run-tasks.js";
import { SILENCE_LIMIT_MS } from "./silence-limit.js";

/** Nobody is typing: the syntax gate is waited for, so that the same run gives the same rows. */
const SYNTAX_PATIENCE_MS = 60_000;

export interface OpenRunnersOptions {
  /** `default`, a name, or the path of a .gguf file. */
  readonly model: string;
  readonly threads: number;
  /** How much a copy from the file counts beside the model, in [0, 1); null for what the model's card says. */
  readonly draftWeight: number | null;
  /** Engines at one time. */
  readonly parallel: number;
  /** Languages whose parsers are loaded ahead. */
  readonly languageIds: readonly string[];
  /** `on`: the other files of a task's repository are context. */
  readonly retrieval: RowsHeader["settings"]["retrieval"];
  /** Null: as the product asks. */
  readonly method: AskingMethod | OpeningMethod | null;
}

export interface OpenedRunners extends Pick<RowsHeader, "model" | "settings" | "machine"> {
  readonly runners: readonly TaskRunner[];
}

/** Rejects with a `NearfirstError` that says what to do, and leaves nothing running. */
export async function openRunners(options: OpenRunnersOptions): Promise<OpenedRunners> {
  const { parallel, threads, retrieval } = options;
  const found = await findModel(options.model);
  const file = await modelFileOf(found.path);
  const opened = await Promise.allSettled(Array.from({ length: parallel }, () => openEngine(found, options)));
  const engines = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failure = opened.find((each) => each.status === "rejected");
  const [first] = engines;
  if (failure !== undefined || first === undefined) {
    await Promise.all(engines.map(closeEngine));
    throw failure?.reason;
  }
  const { profile } = first.runtime.model;
  return {
    runners: engines.map((engine) => runnerOf(engine, file, retrieval)),
    model: {
      name: profile.name,
      fileBytes: found.fileBytes,
      sha256: file.sha256,
      identity: identityOf(profile),
      ...(found.card?.quantised_from === undefined ? {} : { quantisedFrom: found.card.quantised_from }),
    },
    settings: { contextTokens: profile.contextTokens, threads, draftWeight: profile.draftWeight, retrieval },
    machine: { node: process.version, processor: cpus()[0]?.model ?? "unknown", cores: availableParallelism() },
  };
}

interface OpenedEngine {
  readonly runtime: Runtime;
  /** Null: as the product asks. */
  readonly method: OpenedMethod | null;
}

async function openEngine(found: InstalledModel, options: OpenRunnersOptions): Promise<OpenedEngine> {
  const { method, threads } = options;
  const runtime = await open(found, options);
  try {
    if (method === null) return { runtime, method };
    if ("open" in method) return { runtime, method: await method.open(runtime.model, { threads }) };
    return { runtime, method: { answer: method.answer, close: async () => undefined } };
  } catch (thrown) {
    await runtime.close();
    throw thrown;
  }
}

async function closeEngine({ runtime, method }: OpenedEngine): Promise<void> {
  await Promise.all([runtime.close(), method?.close()]);
}

async function open(found: InstalledModel, options: OpenRunnersOptions): Promise<Runtime> {
  const { threads, draftWeight, languageIds } = options;
  const models = draftWeight === null ? {} : { [found.name]: { draftWeight } };
  const settings = { ...DEFAULT_SETTINGS, model: found.path, threads, sequences: 1, models };
  const runtime = await openRuntime({
    settings,
    workspaceFolders: [],
    watch: "off",
    silenceLimitMs: SILENCE_LIMIT_MS,
  });
  for (const languageId of languageIds) await runtime.prepareLanguage(languageId);
  return runtime;
}

function runnerOf(engine: OpenedEngine, file: ModelFile, retrieval: RowsHeader["settings"]["retrieval"]): TaskRunner {
  const { runtime, method } = engine;
  const { syntax, ...others } = runtime.capabilities;
  const capabilities: Capabilities = {
    ...others,
    syntax: syntax === null ? null : { ...syntax, limitMs: SYNTAX_PATIENCE_MS },
  };
  const indexes = new RepositoryIndex();
  return {
    async run(task, setting, signal) {
      const repository = retrieval === "off" || task.place === null ? null : await indexes.of(task.place.root);
      await forgetPrompt(runtime.model);
      const asked = { task, setting, capabilities: { ...capabilities, repository } };
      const ask = (each: Asked) => answerTask(each.task, each.setting, each.capabilities, signal);
      const row = await (method === null ? ask(asked) : method.answer(asked, ask, signal));
      file.refuseChange();
      return row;
    },
    async close() {
      await Promise.all([closeEngine(engine), indexes.close()]);
    },
  };
}
