/** MCCom, its baselines and its ablations on one pair: from plain rows, and from those of methods that need runs of their own. */
import { answerOf, type Pair, type PairedTask } from "../../methods/pair.js";
import { byOneModel, type UserOutcome, withSimulatedUser } from "../../methods/simulated-user.js";
import { keyOf, type Row } from "../../rows/row.js";
import { judgedKeyOf } from "../../scores/judged-row.js";
import { answersOf, type Evaluation, type EvaluationFile, type TierName } from "../evaluation.js";
import { missingAnswers } from "../missing.js";

export interface Variant {
  readonly name: string;
  /** In the column `variant` of the paper's tables 4 to 6; null where it has none. */
  readonly paperVariant: string | null;
  /** In the column `variant` of Table 7. */
  readonly ablation: string | null;
  readonly outcomes: readonly UserOutcome[];
}

export interface Variants {
  readonly variants: readonly Variant[];
  /** On the tasks that all these variants have. */
  readonly pair: Pair;
  readonly missing: readonly string[];
}

/** Methods with rows of their own, and whose they are. */
const METHODS: readonly (readonly [tier: TierName, method: string])[] = [
  ["local", "without-drafts"],
  ["local", "twice"],
  ["large", "twice"],
  ["large", "repocoder"],
  ["large", "csdrafting"],
  ["large", "mccom"],
  ["large", "mccom-without-retrieval"],
  ["large", "mccom-without-draft"],
];

/**
 * Of one pair: the plain rows on all its tasks, and, where methods have rows of a sample alone, all variants on that sample.
 * Where they have all tasks, both are one.
 */
export function variantsOf(evaluation: Evaluation, whole: Pair): readonly Variants[] {
  const { benchmark, setting } = whole;
  const missing: string[] = [];
  const found = new Map<string, EvaluationFile>();
  for (const [tier, method] of METHODS) {
    const file = answersOf(evaluation, { tier, benchmark, method });
    const hasSome = file !== null && whole.tasks.some(({ task }) => isJudged(file, { task, setting }));
    if (hasSome) found.set(`${tier} ${method}`, file);
    else if (file === null) missing.push(...missingAnswers(evaluation, { tier, benchmark, method }));
    else missing.push(`${file.path} has no task of the pair in ${setting}`);
  }
  const inAll = ({ task }: PairedTask) => [...found.values()].every((file) => isJudged(file, { task, setting }));
  const sample = { ...whole, tasks: whole.tasks.filter(inAll) };
  const { networkMs } = evaluation;
  const all = { pair: sample, variants: variantsOn(sample, found, networkMs), missing };
  if (sample.tasks.length === whole.tasks.length) return [all];
  const plain = { pair: whole, variants: variantsOn(whole, new Map(), networkMs), missing: [] };
  return sample.tasks.length === 0 ? [{ ...plain, missing }] : [plain, all];
}

function variantsOn(pair: Pair, found: ReadonlyMap<string, EvaluationFile>, networkMs: number): readonly Variant[] {
  const { setting } = pair;
  const answersBy = (
    file: EvaluationFile | null,
    tier: TierName,
    { calls, extraMs }: { readonly calls: number; readonly extraMs: (task: PairedTask) => number },
  ) =>
    byOneModel(
      pair.tasks.map((task) => ({
        task: task.task,
        cluster: task.cluster,
        answer: file === null ? task[tier] : answerOf(file, task.task, setting),
        extraMs: extraMs(task),
      })),
      calls,
    );
  const atLocal = { calls: 0, extraMs: () => 0 };
  const inCloud = { calls: 1, extraMs: () => networkMs };
  const routed = (afterRejection: EvaluationFile | null) => withSimulatedUser(pair, { afterRejection, networkMs });
  const variants: Variant[] = [
    { name: "local only", paperVariant: "slm-only", ablation: "w 1st SD", outcomes: answersBy(null, "local", atLocal) },
    { name: "large only", paperVariant: "llm-only", ablation: null, outcomes: answersBy(null, "large", inCloud) },
    {
      name: "MCCom over plain rows (no second retrieval, no second draft)",
      paperVariant: null,
      ablation: null,
      outcomes: routed(null),
    },
  ];
  const add = (
    key: string,
    names: Omit<Variant, "outcomes">,
    outcomesOf: (file: EvaluationFile) => Variant["outcomes"],
  ) => {
    const file = found.get(key);
    if (file !== undefined) variants.push({ ...names, outcomes: outcomesOf(file) });
  };
  add("local without-drafts", { name: "local only, without drafts", paperVariant: null, ablation: "SLM" }, (file) =>
    answersBy(file, "local", atLocal),
  );
  add("local twice", { name: "local twice", paperVariant: "slm-twice", ablation: null }, (file) =>
    answersBy(file, "local", atLocal),
  );
  add("large twice", { name: "large twice", paperVariant: "llm-twice", ablation: null }, (file) =>
    answersBy(file, "large", inCloud),
  );
  add("large repocoder", { name: "RepoCoder", paperVariant: "repocoder", ablation: null }, (file) =>
    answersBy(file, "large", { calls: 2, extraMs: ({ large }) => large.row.ms.total + 2 * networkMs }),
  );
  add("large csdrafting", { name: "CSDrafting", paperVariant: "csdrafting", ablation: null }, (file) =>
    answersBy(file, "large", inCloud),
  );
  add("large mccom", { name: "MCCom", paperVariant: "mccom", ablation: "QC_MCCom" }, routed);
  const without = (part: string) => `MCCom without second ${part}`;
  add("large mccom-without-retrieval", { name: without("retrieval"), paperVariant: null, ablation: "wo IR" }, routed);
  add("large mccom-without-draft", { name: without("draft"), paperVariant: null, ablation: "wo 2nd SD" }, routed);
  return variants;
}

/** A row outside of the sample that was scored is none. */
export function isJudged({ rows, judged }: EvaluationFile, of: Pick<Row, "task" | "setting">): boolean {
  const row = rows.get(keyOf(of));
  return row !== undefined && judged.has(judgedKeyOf(row));
}
