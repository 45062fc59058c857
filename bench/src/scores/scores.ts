/** Exact match, edit similarity and time to suggestion on held-out projects, by kind of task, context and retrieval. */
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import type { Retriever } from "@nearfirst/core";
import { DEFAULT_SETTINGS } from "@nearfirst/node";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { answerTask } from "./answer-task.js";
import { CONFIG, HELP, type RunArguments, readArguments } from "./arguments.js";
import type { Condition } from "./cells.js";
import { compareFiles } from "./compare.js";
import { catchInterrupt } from "./interrupt.js";
import { type Chosen, chooseModel, DRAFTS_ALONE } from "./models.js";
import { ScoresProgress } from "./progress.js";
import { noRetriever, type Project, type ProjectFile, readProjects, retrieverOf, uriOf } from "./projects.js";
import { keyOf, openRows, type Row, type RowStore, type RunHeader } from "./rows.js";
import { cellSummaries, modelSummary, outcomesOf } from "./summary.js";
import { chosenTasks, type Kind, readTasks, type ScoreTask } from "./tasks.js";

async function run(call: BenchCall): Promise<object> {
  const given = readArguments(call);
  if ("compare" in given) return compareFiles(...given.compare);
  const { tasks: all, sha256 } = await readTasks(given.tasks);
  const tasks = chosenTasks(all, given.kinds, given.limit);
  const answerers = await chosenAnswerers(given);
  const rows = openRows(given.rows, headerOf(given, sha256, answerers));
  const interrupt = catchInterrupt();
  try {
    const projects = await readProjects(given.corpus, tasks);
    const left = answerers.map((answerer) => rowsLeft(answerer, tasks, { given, rows }));
    const progress = new ScoresProgress(left.reduce((sum, each) => sum + each.length, 0));
    for (const [at, answerer] of answerers.entries())
      await answerAll(left[at] ?? [], { answerer, given, projects, rows, progress, signal: interrupt.signal });
    progress.end();
    rows.finish();
  } finally {
    rows.close();
    interrupt.release();
  }
  return resultOf(given, { tasks, answerers, rows });
}

async function chosenAnswerers({ models, prompts, withDraftsAlone }: RunArguments): Promise<readonly Chosen[]> {
  const chosen: Chosen[] = withDraftsAlone ? [DRAFTS_ALONE] : [];
  for (const model of models) for (const prompt of prompts) chosen.push(await chooseModel(model, prompt));
  const double = chosen.find((each, at) => chosen.findIndex((other) => other.label === each.label) < at);
  if (double !== undefined)
    throw new BenchError(`Two models are called ${double.label}: tables name them by their files, so rename one.`);
  return chosen;
}

function headerOf(given: RunArguments, tasksSha256: string, answerers: readonly Chosen[]): RunHeader {
  const { maxTokens, threads, draftWeight } = given;
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return {
    run: { format: 1, tasksSha256, maxTokens, contextTokens: DEFAULT_SETTINGS.contextTokens, threads, draftWeight },
    models: answerers.map(({ label, prompt, file, fileBytes, sha256 }) => ({ label, prompt, file, fileBytes, sha256 })),
    machine: {
      nearfirst: version,
      node: process.version,
      processor: cpus()[0]?.model ?? "unknown",
      cores: availableParallelism(),
    },
  };
}

interface WantedRow {
  readonly task: ScoreTask;
  readonly condition: Condition;
}

/** What is still to be asked, project by project, so that each is indexed once a model. */
function rowsLeft(
  { label: model }: Chosen,
  tasks: readonly ScoreTask[],
  { given, rows }: { readonly given: RunArguments; readonly rows: RowStore },
): readonly WantedRow[] {
  const packages = [...new Set(tasks.map((task) => task.package))];
  return packages.flatMap((name) =>
    tasks
      .filter((task) => task.package === name)
      .flatMap((task) =>
        given.conditions
          .filter((condition) => !rows.known.has(keyOf({ model, task: task.id, ...condition })))
          .map((condition) => ({ task, condition })),
      ),
  );
}

interface AnswerAll {
  readonly answerer: Chosen;
  readonly given: RunArguments;
  readonly projects: ReadonlyMap<string, Project>;
  readonly rows: RowStore;
  readonly progress: ScoresProgress;
  readonly signal: AbortSignal;
}

async function answerAll(
  wanted: readonly WantedRow[],
  { answerer, given, projects, rows, progress, signal }: AnswerAll,
): Promise<void> {
  const [first] = wanted;
  if (first === undefined) return;
  throwIfInterrupted(signal, given);
  const { maxTokens, threads, draftWeight } = given;
  const { contextTokens } = DEFAULT_SETTINGS;
  const opened = await answerer.open({ contextTokens, threads, draftWeight });
  try {
    const retrieverOfProject = latestRetriever(projects);
    const ask = async ({ task, condition }: WantedRow): Promise<Row> => {
      const file = projects.get(task.package)?.get(uriOf(task)) as ProjectFile;
      const retriever = condition.retrieval === "with" ? retrieverOfProject(task.package) : noRetriever;
      await opened.forget();
      const asking = { label: answerer.label, model: opened.model, retriever, maxTokens, signal };
      const row = await answerTask(task, file, condition, asking);
      throwIfInterrupted(signal, given);
      return row as Row;
    };
    // The very first request pays for more than itself.
    await ask(first);
    for (const each of wanted) {
      const row = await ask(each);
      rows.add(row);
      progress.advance(row);
    }
  } finally {
    await opened.close();
  }
}

/** Only one project is indexed at a time. */
function latestRetriever(projects: ReadonlyMap<string, Project>): (name: string) => Retriever {
  let latest: { readonly name: string; readonly retriever: Retriever } | null = null;
  return (name) => {
    if (latest?.name !== name) latest = { name, retriever: retrieverOf(projects.get(name) as Project) };
    return latest.retriever;
  };
}

function throwIfInterrupted(signal: AbortSignal, { rows }: RunArguments): void {
  if (!signal.aborted) return;
  const kept =
    rows === null ? "Nothing was kept: --rows FILE keeps what is done." : "The same command goes on from here.";
  throw new BenchError(`Interrupted. ${kept}`, 130);
}

interface Answered {
  readonly tasks: readonly ScoreTask[];
  readonly answerers: readonly Chosen[];
  readonly rows: RowStore;
}

/** What was asked for this time; a rows file may hold more. */
function resultOf(given: RunArguments, { tasks, answerers, rows }: Answered): object {
  const labels = answerers.map((answerer) => answerer.label);
  const own = labels.flatMap((model) =>
    tasks.flatMap((task) =>
      given.conditions.flatMap((condition) => rows.known.get(keyOf({ model, task: task.id, ...condition })) ?? []),
    ),
  );
  const tasksOf = ({ kind }: { readonly kind: Kind }) => tasks.filter((task) => task.kind === kind).length;
  return {
    tasks: tasks.length,
    projects: new Set(tasks.map((task) => task.package)).size,
    maxTokens: given.maxTokens,
    contextTokens: DEFAULT_SETTINGS.contextTokens,
    threads: given.threads,
    outcomes: Object.fromEntries(labels.map((label) => [label, outcomesOf(own, label)])),
    models: answerers.map((answerer) => modelSummary(own, answerer)),
    cells: cellSummaries(own, labels, tasksOf),
  };
}

export default {
  name: "scores",
  description: "exact match, edit similarity, time to suggestion on held-out projects (needs the training's corpus)",
  options: { config: CONFIG, help: HELP },
  run,
} satisfies Bench;
