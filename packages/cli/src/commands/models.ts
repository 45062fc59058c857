/** `nearfirst models list`: the models on this machine, and which one is in use. */
import { findModel, formatProblem, type InstalledModel, listModels, loadConfig, modelFolders } from "@nearfirst/node";
import { colorsOf, printable, table } from "../terminal.js";
import { EXIT } from "../usage-error.js";

export interface ModelsListOptions {
  readonly json?: true;
  readonly config?: string;
}

export async function runModelsList(options: ModelsListOptions): Promise<number> {
  const { settings, problems } = await loadConfig({
    workspaceFolder: null,
    ...(options.config === undefined ? {} : { configPath: options.config }),
  });
  for (const each of problems) process.stderr.write(`Warning: ${formatProblem(each)}\n`);
  const selected = await findModel(settings.model).catch(() => null);
  const installed = await listModels();
  const isListed = selected === null || installed.some((model) => model.path === selected.path);
  const models = isListed ? installed : [...installed, selected];
  if (options.json) {
    const list = models.map((model) => modelJson(model, selected));
    process.stdout.write(`${JSON.stringify({ version: 1, models: list }, null, 2)}\n`);
    return EXIT.ok;
  }
  const colors = colorsOf();
  const rows = models.map((model) => [
    model.path === selected?.path ? "*" : " ",
    model.name,
    megabytes(model.fileBytes),
    model.card === null ? "?" : model.card.languages.join(", ") || "any",
    model.card?.trained_context?.toString() ?? "?",
    model.card?.fim_order?.toUpperCase() ?? "?",
    model.card?.license ?? "?",
    model.origin,
  ]);
  const header = [" ", "NAME", "SIZE", "LANGUAGES", "CONTEXT", "FIM", "LICENCE", "FROM"];
  const [first = "", ...lines] = table(
    [header, ...rows].map((row) => row.map(printable)),
    [2, 4],
  );
  const notes = models.flatMap(({ name, problem }) => (problem === null ? [] : [`! ${name}: ${printable(problem)}`]));
  const where = [
    "",
    `* in use (setting "model": ${JSON.stringify(settings.model)}). ? is not in a model card; the model's own file says it.`,
    `Put other .gguf files into ${modelFolders().user}, or name one with --model FILE.`,
  ];
  if (selected === null) notes.push(`! No model matches the setting "model": ${JSON.stringify(settings.model)}.`);
  process.stdout.write(`${[colors.bold(first), ...lines, ...notes, ...where].join("\n")}\n`);
  return EXIT.ok;
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

function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
