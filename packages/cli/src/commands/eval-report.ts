/** `nearfirst eval report`: all of the papers' tables, figures and claims on one page. */
import { evaluationPackage } from "../evaluate/evaluation-package.js";
import { type EvaluationOptions, openEvaluation, toldCommand } from "../evaluate/open-evaluation.js";
import { EXIT } from "../usage-error.js";

export interface EvalReportOptions extends EvaluationOptions {
  readonly out: string;
}

export async function runEvalReport(rows: readonly string[], options: EvalReportOptions): Promise<number> {
  const { out } = options;
  const evaluation = await evaluationPackage();
  const command = toldCommand("report", rows, options);
  const opened = await openEvaluation(evaluation, { ...options, rows, command });
  const made = [];
  for (const table of evaluation.TABLES)
    made.push(
      await evaluation.makeTable(table, opened, { command: toldCommand(`table ${table.id}`, rows, options), level: 2 }),
    );
  const claims = evaluation.claimFindings(opened);
  const names = evaluation.writeReport({ folder: out, made, claims, evaluation: opened });
  process.stdout.write(`${claims.map(({ id, verdict }) => `${id} ${verdict}`).join("\n")}\n`);
  process.stderr.write(`${names.length} files are in ${out}; README.md is the page.\n`);
  return EXIT.ok;
}
