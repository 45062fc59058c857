/** What became of a row's text when it was run, on disk beside the rows. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { type Row, type RowsHeader, SETTINGS } from "../rows/row.js";
import type { RowFormat } from "../rows/row-file.js";

const judgedRowSchema = z.object({
  task: z.string().min(1),
  setting: z.enum(SETTINGS),
  /** The text that was judged, as `textHashOf` names it. */
  textHash: z.string(),
  /** `no-suggestion` fails too: nothing stands in the hole, and nothing is run. */
  verdict: z.enum([
    "passed",
    "failed",
    "does-not-compile",
    "unproven",
    "time-limit",
    "output-limit",
    "forged",
    "no-suggestion",
  ]),
  /** The kind of error that was raised. */
  error: z.string().nullable(),
  isExact: z.boolean(),
  editSimilarity: z.number().min(0).max(1),
  /** The same by RepoEval's scorer; there for tasks that stand in repositories. */
  repoEval: z.object({ isExact: z.boolean(), editSimilarity: z.number().min(0).max(1) }).optional(),
  ms: z.number().nonnegative(),
});

export type JudgedRow = z.infer<typeof judgedRowSchema>;

const judgedHeaderSchema = z.object({
  format: z.literal(1),
  benchmark: z.string(),
  dataSha256: z.string(),
  modelSha256: z.string(),
  sandbox: z.string(),
});

export type JudgedHeader = z.infer<typeof judgedHeaderSchema>;

export const JUDGED_FORMAT: RowFormat<JudgedHeader, JudgedRow> = {
  header: judgedHeaderSchema,
  row: judgedRowSchema,
  keyOf: ({ task, setting, textHash }) => `${setting} ${task} ${textHash}`,
  otherwise: "Move the file away, and the answers are judged anew.",
};

export function judgedHeaderOf({ benchmark, dataSha256, model }: RowsHeader, sandbox: string): JudgedHeader {
  return { format: 1, benchmark, dataSha256, modelSha256: model.sha256, sandbox };
}

/** What of a file's header makes its verdicts others than those of `now`, in words; null for nothing. */
export function judgedDifferenceOf(old: JudgedHeader, now: JudgedHeader): string | null {
  if (old.sandbox !== now.sandbox) return `the sandbox "${old.sandbox}", not "${now.sandbox}"`;
  return JSON.stringify(old) === JSON.stringify(now) ? null : "other answers";
}

export function judgedKeyOf({ task, setting, text }: Row): string {
  return JUDGED_FORMAT.keyOf({ task, setting, textHash: textHashOf(text) } as JudgedRow);
}

export function textHashOf(text: string | null): string {
  return text === null ? "none" : createHash("sha256").update(text).digest("hex").slice(0, 16);
}
