/** What a table lacks, and the commands that make it. */
import { quotedForShell } from "@nearfirst/node";
import { benchmarkNamed } from "../benchmarks/benchmarks.js";
import { answersOf, type Evaluation, TIERS, type TierName, type WantedAnswers } from "./evaluation.js";

/** For each of the pair's models without rows: what to run. */
export function missingPair(evaluation: Evaluation, benchmark: string): readonly string[] {
  return TIERS.flatMap((tier) => missingAnswers(evaluation, { tier, benchmark, method: "plain" }));
}

/** Empty where the rows are there. */
export function missingAnswers(evaluation: Evaluation, wanted: WantedAnswers): readonly string[] {
  if (answersOf(evaluation, wanted) !== null) return [];
  const { tier, benchmark, method } = wanted;
  const name = modelName(evaluation, tier);
  const what = method === "plain" ? benchmark : `${benchmark} by ${method}`;
  return [`No judged rows of ${what} by the ${tier} model (${name}): ${commandFor(evaluation, wanted)}`];
}

export function commandFor(evaluation: Evaluation, { tier, benchmark, method }: WantedAnswers): string {
  const name = modelName(evaluation, tier);
  const own = answersOf(evaluation, { tier, benchmark, method: "plain" });
  const local = answersOf(evaluation, { tier: "local", benchmark, method: "plain" });
  const needs = method === "repocoder" ? own : NEEDS_LOCAL.has(method) ? local : null;
  const answers = needs === null ? "" : ` --answers ${quotedForShell(needs.path)}`;
  const other = method === "csdrafting" ? ` --drafter ${modelArgument(modelName(evaluation, "local"))}` : "";
  const embedder = method === "dense-retrieval" ? " --embedder FILE" : "";
  const options = method === "plain" ? "" : ` --method ${method}${answers}${other}${embedder}`;
  // One benchmark's rows are refused in another's file, and `answersOf` looks for the name that was asked for.
  const [stem = tier] = evaluation.names[tier];
  const out = quotedForShell(`${benchmark}/${stem}${method === "plain" ? "" : `.${method}`}.jsonl`);
  // Repositories are not downloaded.
  const data = benchmarkNamed(benchmark)?.kind === "repositories" ? " --data FOLDER" : "";
  return `\`nearfirst eval run --benchmark ${benchmark}${data} --model ${modelArgument(name)}${options} --out ${out}\`, then \`nearfirst eval score ${out}${data}\``;
}

const NEEDS_LOCAL = new Set(["mccom", "mccom-without-retrieval", "mccom-without-draft"]);

/** As the rows name it; what was asked for may be a file's name. */
function modelName({ files, names }: Evaluation, tier: TierName): string {
  const [first = tier] = names[tier];
  return files.find(({ stem }) => stem === first)?.header.model.name ?? first;
}

function modelArgument(name: string): string {
  return name === "nearfirst-embedded" ? "default" : quotedForShell(name);
}
