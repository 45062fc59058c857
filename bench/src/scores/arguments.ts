import { type BenchCall, BenchError } from "../bench.js";
import { CONDITIONS, CONTEXTS, type Condition, RETRIEVALS } from "./cells.js";
import { PROMPTS, type PromptForm } from "./models.js";
import { KINDS, type Kind } from "./tasks.js";

export const CONFIG = {
  tasks: { type: "string" },
  corpus: { type: "string" },
  model: { type: "string", multiple: true },
  prompt: { type: "string", multiple: true },
  "drafts-alone": { type: "boolean" },
  limit: { type: "string" },
  kind: { type: "string", multiple: true },
  context: { type: "string", multiple: true },
  retrieval: { type: "string", multiple: true },
  rows: { type: "string" },
  "max-tokens": { type: "string" },
  threads: { type: "string" },
  "draft-weight": { type: "string" },
  compare: { type: "boolean" },
} as const;

export const HELP = `Usage: npm run --silent bench -- scores --tasks FILE --corpus DIR [--model GGUF]… [options]
       npm run --silent bench -- scores --compare ROWS_A[#MODEL] ROWS_B[#MODEL] [--json]

Answers completion tasks of held-out projects with the product's own pipeline. FILE and DIR are tasks/heldout.jsonl and
corpus/heldout of the training's work directory.

  --model GGUF         path, name, or \`default\`; may be given several times (default: the embedded model)
  --prompt FORM        product: as the product asks; plain: go on after the code before the cursor; may be given twice
  --drafts-alone       no model: the answer is the stage-1 draft or nothing; with --model, beside it
  --limit N            the first N tasks of each kind
  --kind KIND          ${KINDS.join(", ")} (default: all)
  --context CONTEXT    ${CONTEXTS.join(", ")} (default: both)
  --retrieval WHICH    ${RETRIEVALS.join(", ")} (default: both)
  --rows FILE          keeps every row; the same command goes on where an interrupted one ended
  --max-tokens N       longest answer (default: 128, MCCom 4.3)
  --threads N          of the model (default: as the product)
  --draft-weight X     of models, instead of their cards' (from 0 to 1; 0: drafts change no answer)
  --compare            wins, losses and McNemar's exact p of two rows files
  --json               one line of JSON

Exact match and edit similarity (1 − Levenshtein / longer length) leave out white space at the end of answer and target.
An outcome without a suggestion counts as wrong. Every request starts with an empty KV cache, so that its time is that of
a first suggestion in a file; the retrieval index answers in this process.`;

export interface RunArguments {
  readonly tasks: string;
  readonly corpus: string;
  /** As in the product's settings. */
  readonly models: readonly string[];
  readonly prompts: readonly PromptForm[];
  readonly withDraftsAlone: boolean;
  readonly limit: number | null;
  readonly kinds: readonly Kind[];
  readonly conditions: readonly Condition[];
  readonly rows: string | null;
  readonly maxTokens: number;
  readonly threads: number | "auto";
  /** In [0, 1); null for what the models' cards say. */
  readonly draftWeight: number | null;
}

/** Two names of rows files, or what a run needs. Throws a `BenchError` for a wrong command line. */
export function readArguments({
  values,
  positionals,
}: BenchCall): RunArguments | { readonly compare: [string, string] } {
  const [first, second, ...more] = positionals;
  if (values["compare"] === true) {
    if (first === undefined || second === undefined || more.length > 0)
      throw misused("--compare needs two files of rows.");
    return { compare: [first, second] };
  }
  if (first !== undefined) throw misused(`What is "${first}"?`);
  const [tasks, corpus] = [values["tasks"], values["corpus"]];
  if (typeof tasks !== "string" || typeof corpus !== "string") throw misused("--tasks and --corpus are needed.");
  const contexts = listOf(values["context"], CONTEXTS, "context");
  const retrievals = listOf(values["retrieval"], RETRIEVALS, "retrieval");
  const withDraftsAlone = values["drafts-alone"] === true;
  const models = (values["model"] as readonly string[] | undefined) ?? (withDraftsAlone ? [] : ["default"]);
  return {
    tasks,
    corpus,
    models,
    prompts: values["prompt"] === undefined ? ["product"] : listOf(values["prompt"], PROMPTS, "prompt"),
    withDraftsAlone,
    limit: numberOf(values["limit"], "limit"),
    kinds: listOf(values["kind"], KINDS, "kind"),
    conditions: CONDITIONS.filter(
      ({ context, retrieval }) => contexts.includes(context) && retrievals.includes(retrieval),
    ),
    rows: typeof values["rows"] === "string" ? values["rows"] : null,
    maxTokens: numberOf(values["max-tokens"], "max-tokens") ?? 128,
    threads: numberOf(values["threads"], "threads") ?? "auto",
    draftWeight: weightOf(values["draft-weight"]),
  };
}

/** Those of `all` that are named, in the order of `all`; all where none is. */
function listOf<Word extends string>(value: BenchCall["values"][string], all: readonly Word[], option: string): Word[] {
  if (!Array.isArray(value)) return [...all];
  const wrong = value.find((each) => !all.some((word) => word === each));
  if (wrong !== undefined) throw misused(`--${option} cannot be "${wrong}": it is one of ${all.join(", ")}.`);
  return all.filter((word) => value.includes(word));
}

function numberOf(value: BenchCall["values"][string], option: string): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw misused(`--${option} must be a whole number, 1 or more.`);
  return number;
}

function weightOf(value: BenchCall["values"][string]): number | null {
  if (value === undefined) return null;
  const weight = Number(value);
  if (!(weight >= 0 && weight < 1)) throw misused("--draft-weight must be from 0 to less than 1.");
  return weight;
}

function misused(problem: string): BenchError {
  return new BenchError(`${problem}\n\n${HELP}`, 2);
}
