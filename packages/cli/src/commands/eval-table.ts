/** `nearfirst eval table`: one of the papers' tables or figures, made from rows. */
import { join } from "node:path";
import { evaluationPackage } from "../evaluate/evaluation-package.js";
import { type EvaluationOptions, openEvaluation, toldCommand } from "../evaluate/open-evaluation.js";
import { table as inColumns } from "../terminal.js";
import { EXIT, UsageError } from "../usage-error.js";

export interface EvalTableOptions extends EvaluationOptions {
  readonly format: "markdown" | "csv" | "svg";
  readonly out?: string;
}

export async function runEvalTable(
  id: string | undefined,
  rows: readonly string[],
  options: EvalTableOptions,
): Promise<number> {
  const evaluation = await evaluationPackage();
  if (id === undefined) {
    const lines = inColumns(evaluation.TABLES.map((each) => [each.id, each.title]));
    process.stdout.write(`${lines.join("\n")}\n`);
    return EXIT.ok;
  }
  const table = evaluation.tableNamed(id);
  if (table === undefined)
    throw new UsageError(`There is no table "${id}". \`nearfirst eval table\` without one lists them.`);
  if (rows.length === 0) throw new UsageError("Name files of rows, or a folder of them.");
  const command = toldCommand(`table ${id}`, rows, options);
  const opened = await openEvaluation(evaluation, { ...options, rows, command });
  const made = await evaluation.makeTable(table, opened, { command, level: 1 });
  if (options.out !== undefined) {
    const names = evaluation.writeTable(made, options.out);
    process.stderr.write(`${names.map((name) => join(options.out as string, name)).join("\n")}\n`);
    return EXIT.ok;
  }
  if (options.format === "svg" && made.pictures.length === 0)
    throw new UsageError(
      `${id} has no picture${made.content.missing.length > 0 ? " without the rows that it lacks" : ""}.`,
    );
  const texts = { markdown: made.markdown, csv: made.csv, svg: made.pictures.map(({ svg }) => svg).join("") };
  process.stdout.write(texts[options.format]);
  return EXIT.ok;
}
