/** `nearfirst models list`: the models on this machine, those that can be fetched, and which of them suits it. */
import {
  findModel,
  formatProblem,
  type InstalledModel,
  listModels,
  loadConfig,
  modelFolders,
  type Settings,
} from "@nearfirst/node";
import {
  bytesOf,
  CATALOGUE,
  type KeptSpeed,
  type MachineMemory,
  machineMemory,
  readKeptSpeed,
  recommendedModel,
  type SuitedModel,
  suitedModel,
} from "@nearfirst/node/models";
import { interruptSignal, isAbort } from "../interrupt.js";
import { sizeWords } from "../size-words.js";
import { colorsOf, jsonText, printable, table } from "../terminal.js";
import { EXIT } from "../usage-error.js";
import { measureModel } from "./models-measure.js";

/** A short wait, in which most machines make ten rounds and more. */
const MEASURE_MS = 10_000;

export interface ModelsListOptions {
  readonly json?: true;
  readonly config?: string;
  readonly measure?: true;
}

export async function runModelsList(options: ModelsListOptions): Promise<number> {
  const { settings, problems } = await loadConfig({
    workspaceFolder: null,
    ...(options.config === undefined ? {} : { configPath: options.config }),
  });
  for (const each of problems) process.stderr.write(`Warning: ${printable(formatProblem(each))}\n`);
  const selected = await findModel(settings.model).catch(() => null);
  const installed = await listModels();
  const isListed = selected === null || installed.some((model) => model.path === selected.path);
  const models = isListed ? installed : [...installed, selected];
  let speed: KeptSpeed | null;
  try {
    speed = options.measure && selected !== null ? await measured(selected, settings) : await readKeptSpeed(settings);
  } catch (thrown) {
    if (isAbort(thrown)) return EXIT.interrupted;
    throw thrown;
  }
  const memory = machineMemory();
  const { contextTokens, sequences } = settings;
  const suited = CATALOGUE.models.map((model) =>
    suitedModel(model, { memory, contextTokens, sequences, measured: speed }),
  );
  const listing = { settings, models, selected, suited, memory, speed };
  process.stdout.write(options.json ? `${jsonText(listingJson(listing))}\n` : listingText(listing));
  return EXIT.ok;
}

function measured(model: InstalledModel, settings: Settings): Promise<KeptSpeed | null> {
  process.stderr.write(`Measuring ${model.name} for ${MEASURE_MS / 1000} seconds…\n`);
  return measureModel(model, { settings, signal: interruptSignal(), budgetMs: MEASURE_MS });
}

interface Listing {
  readonly settings: Settings;
  readonly models: readonly InstalledModel[];
  readonly selected: InstalledModel | null;
  readonly suited: readonly SuitedModel[];
  readonly memory: MachineMemory;
  readonly speed: KeptSpeed | null;
}

function listingText({ settings, models, selected, suited, memory, speed }: Listing): string {
  const colors = colorsOf();
  const heading = ([first = "", ...lines]: readonly string[]) => [colors.bold(first), ...lines];
  const rows = models.map((model) => [
    model.path === selected?.path ? "*" : " ",
    model.name,
    sizeWords(model.fileBytes),
    model.card === null ? "?" : model.card.languages.join(", ") || "any",
    model.card?.trained_context?.toString() ?? "?",
    model.card?.fim_order?.toUpperCase() ?? "?",
    model.card?.license ?? "?",
    model.origin,
  ]);
  const header = [" ", "NAME", "SIZE", "LANGUAGES", "CONTEXT", "FIM", "LICENCE", "FROM"];
  const notes = models.flatMap(({ name, problem }) => (problem === null ? [] : [`! ${name}: ${printable(problem)}`]));
  if (selected === null) notes.push(`! No model matches the setting "model": ${JSON.stringify(settings.model)}.`);
  const names = new Set(models.map((model) => model.name));
  const fetchable = suited.filter(({ model }) => !names.has(model.name));
  return `${[
    ...heading(
      table(
        [header, ...rows].map((row) => row.map(printable)),
        [2, 4],
      ),
    ),
    ...notes,
    "",
    `* in use (setting "model": ${JSON.stringify(settings.model)}). ? is not in a model card; the model's own file says it.`,
    `Put other .gguf files into ${modelFolders().user}, or name one with --model FILE.`,
    ...(fetchable.length === 0 ? [] : ["", ...heading(fetchableTable(fetchable))]),
    "",
    ...machineLines({ suited, memory, speed }),
  ].join("\n")}\n`;
}

function fetchableTable(suited: readonly SuitedModel[]): string[] {
  const rows = suited.map(({ model, neededBytes, fit, tokensPerSecond }) => [
    model.name,
    `${model.bytes === null ? "about " : ""}${sizeWords(bytesOf(model))}`,
    sizeWords(neededBytes),
    fit,
    tokensPerSecond === null ? "?" : rateWords(tokensPerSecond),
    model.sha256 === null ? "at first fetch" : "known",
    model.license + (model.licenseNote === undefined ? "" : " !"),
  ]);
  return table([["TO FETCH", "SIZE", "MEMORY", "HERE", "TOKENS/S", "HASH", "LICENCE"], ...rows], [1, 2, 4]);
}

function machineLines({ suited, memory, speed }: Pick<Listing, "suited" | "memory" | "speed">): string[] {
  const best = recommendedModel(suited);
  const free = recommendedModel(suited.filter(({ model }) => model.licenseNote === undefined));
  const speeds =
    speed === null
      ? "How fast they would be is not known: --measure finds out, in ten seconds."
      : `Speeds are estimates: ${speed.model} generated ${rateWords(speed.generatedPerSecond)} tokens/s here, and larger files take longer in proportion.`;
  return [
    `This machine has ${sizeWords(memory.totalBytes)} of memory, ${sizeWords(memory.availableBytes)} of it free. ${speeds}`,
    ...(best === null
      ? ["No model of the catalogue fits this machine and is fast enough: the embedded one is the right one here."]
      : [
          `Recommended here: nearfirst models pull ${best.model.name}`,
          ...(best.model.licenseNote === undefined ? [] : [`  ${best.model.licenseNote}`]),
          ...(free === null || free === best ? [] : [`For any use:      nearfirst models pull ${free.model.name}`]),
        ]),
    "A licence with ! has conditions, which `nearfirst models pull` prints.",
  ];
}

function rateWords(tokensPerSecond: number): string {
  return tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : tokensPerSecond.toFixed(0);
}

function listingJson({ models, selected, suited, memory, speed }: Listing) {
  return {
    version: 1,
    models: models.map((model) => modelJson(model, selected)),
    catalogue: suited.map(({ model, neededBytes, fit, tokensPerSecond }) => ({
      name: model.name,
      title: model.title,
      isInstalled: models.some((each) => each.name === model.name),
      fileBytes: bytesOf(model),
      sha256: model.sha256,
      license: model.license,
      licenseNote: model.licenseNote ?? null,
      family: model.family ?? null,
      languages: model.languages,
      contextTokens: model.trainedContext,
      neededBytes,
      fit,
      estimatedTokensPerSecond: tokensPerSecond,
    })),
    recommended: recommendedModel(suited)?.model.name ?? null,
    machine: { ...memory, measured: speed },
  };
}

function modelJson(model: InstalledModel, selected: InstalledModel | null) {
  const { name, path, fileBytes, origin, problem, card } = model;
  return {
    name,
    isSelected: path === selected?.path,
    origin,
    path,
    fileBytes,
    languages: card?.languages ?? null,
    contextTokens: card?.trained_context ?? null,
    fimOrder: card?.fim_order ?? null,
    license: card?.license ?? null,
    problem,
  };
}
