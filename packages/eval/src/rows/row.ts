/** One task, asked once of one model in one setting. */
import { z } from "zod";
import type { RowFormat } from "./row-file.js";

/**
 * What the model is shown of the file: the code on both sides of the hole, or the code before it alone. What is executed is the
 * whole program in both.
 */
export const SETTINGS = ["left-and-right", "left"] as const;
export type Setting = (typeof SETTINGS)[number];

const share = z.number().min(0).max(1);
const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const confidence = z.object({ tokens: z.int().min(1), geometricMean: share, arithmeticMean: share }).nullable();
const verdictKind = z.enum(["valid", "invalid", "unknown"]);

export const rowSchema = z.object({
  task: z.string().min(1),
  setting: z.enum(SETTINGS),
  /** How the request ended: `suggested`, or the outcome's kind with its reason, for example `dropped: blank`. */
  outcome: z.string().min(1),
  /** What would have been inserted, as far as the benchmark counts it; null where nothing was suggested. */
  text: z.string().nullable(),
  /** All of it, where the benchmark cuts it. */
  uncut: z.string().optional(),
  /** What several requests suggested, where a method asks more than once; `text` is one of them. */
  samples: z.array(z.string().nullable()).optional(),
  /** The model's answer before it was repaired, with each token's probability on the raw distribution. */
  tokens: z.array(z.object({ text: z.string(), probability: share, fromDraft: z.boolean() })),
  stopReason: z.string().nullable(),
  /** Rules that repaired the answer, in order. */
  rules: z.array(z.string()),
  /** `live`: the differential gate on what was repaired; `strict`: whether the whole text parses with what was suggested. */
  syntax: z.object({ live: verdictKind.nullable(), strict: verdictKind.nullable() }),
  /** All that a routing policy is told, as `complete()` told it; null where the request ended before. */
  facts: z
    .object({
      trigger: z.enum(["automatic", "explicit"]),
      languageId: z.string(),
      rejection: z.null(),
      lot: share,
      confidence,
      wholeConfidence: confidence,
      syntax: verdictKind.nullable(),
      isBlank: z.boolean(),
    })
    .nullable(),
  promptTokens: count,
  /** Forward passes, for the prompt and the answer. */
  passes: count,
  /** Pieces of other files in the prompt; absent where nothing is retrieved. */
  snippets: count.optional(),
  /** Where another retriever takes BM25's place: how many of the repository's different snippets it searched, and BM25's own time just after. */
  candidates: z.object({ searched: count, of: count, bm25Ms: ms }).optional(),
  draft: z.object({ source: z.string(), offeredTokens: count, acceptedTokens: count }).nullable(),
  /** The model that drafted, where a method has one: its passes, and what it was itself offered by what repeats, and accepted. */
  drafter: z.object({ passes: count, offeredTokens: count, acceptedTokens: count }).optional(),
  /**
   * `retrieve`: the search of the index, a part of `total`; absent where nothing is retrieved. `strict`: the strict gate on the
   * whole text, no part of `total`; absent where nothing was parsed, and in rows of before it was measured.
   */
  ms: z.object({
    total: ms,
    firstTokens: ms.nullable(),
    engine: ms,
    retrieve: ms.optional(),
    strict: ms.optional(),
  }),
});

export type Row = z.infer<typeof rowSchema>;

/** Identifies a row in its file. */
export function keyOf({ task, setting }: Pick<Row, "task" | "setting">): string {
  return `${setting} ${task}`;
}

/** What rows share that stand in one file. */
const rowsHeaderSchema = z.object({
  format: z.literal(1),
  benchmark: z.string(),
  /** SHA-256 of the benchmark's data, uncompressed. */
  dataSha256: z.string(),
  model: z.object({
    name: z.string(),
    fileBytes: count,
    sha256: z.string(),
    /** Weights and how they are asked. */
    identity: z.string(),
    /** The file whose weights these are in another number format, its own format, and the new one; absent for weights as trained. */
    quantisedFrom: z.object({ sha256: z.string(), type: z.string(), to: z.string() }).optional(),
  }),
  settings: z.object({
    contextTokens: count,
    threads: count,
    /** How much a copy from the file counts beside the model; 0: the model alone. */
    draftWeight: z.number().min(0).lt(1),
    /** `on`: from the other files of each task's repository. */
    retrieval: z.enum(["off", "on"]),
  }),
  nearfirst: z.string(),
  /** How the model was asked, where not as the product asks; absent for that. */
  method: z
    .object({ name: z.string().min(1), options: z.record(z.string(), z.union([z.string(), z.number()])) })
    .optional(),
  /** Which of several runs of the same, from 1; absent for the first. */
  repeat: z.int().min(1).optional(),
  /** For people: what the rows were made on. */
  machine: z.record(z.string(), z.union([z.string(), z.number()])),
});

export type RowsHeader = z.infer<typeof rowsHeaderSchema>;

export const ROWS_FORMAT: RowFormat<RowsHeader, Row> = {
  header: rowsHeaderSchema,
  row: rowSchema,
  keyOf,
  otherwise: "Name another file.",
};
