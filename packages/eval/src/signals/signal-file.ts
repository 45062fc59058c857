/** What a linter or a type checker found in the programs of a file of rows, on disk beside it. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { type Row, type RowsHeader, SETTINGS } from "../rows/row.js";
import { type RowFormat, readRows } from "../rows/row-file.js";
import { judgedKeyOf, textHashOf } from "../scores/judged-row.js";

/** Each as `RULE message`, sorted; one that is there twice stands there twice. */
const findings = z.array(z.string().min(1));

const signalRowSchema = z.object({
  task: z.string().min(1),
  setting: z.enum(SETTINGS),
  /** The text that was in the hole, as `textHashOf` names it. */
  textHash: z.string(),
  /** In the program with the answer. */
  completed: findings,
  /** In the program with a neutral statement in the answer's place; null where nothing can take it. */
  neutral: findings.nullable(),
  /** In the program as it was published, and in that with a neutral statement in the place of its own. */
  gold: findings,
  goldNeutral: findings.nullable(),
});

export type SignalRow = z.infer<typeof signalRowSchema>;

const signalsHeaderSchema = z.object({
  format: z.literal(1),
  kind: z.literal("signals"),
  benchmark: z.string(),
  dataSha256: z.string(),
  modelSha256: z.string(),
  tool: z.object({
    name: z.string().min(1),
    /** As the tool says it. */
    version: z.string().min(1),
    /** What it was asked for. */
    rules: z.string().min(1),
  }),
});

export type SignalsHeader = z.infer<typeof signalsHeaderSchema>;

export const SIGNALS_FORMAT: RowFormat<SignalsHeader, SignalRow> = {
  header: signalsHeaderSchema,
  row: signalRowSchema,
  keyOf: ({ task, setting, textHash }) => `${setting} ${task} ${textHash}`,
  otherwise: "Move the file away, and the tool is asked anew.",
};

/** The same key as that of the row's verdict. */
export function signalKeyOf(row: Row): string {
  return judgedKeyOf(row);
}

export function signalRowOf(
  { task, setting, text }: Row,
  found: Omit<SignalRow, "task" | "setting" | "textHash">,
): SignalRow {
  return { task, setting, textHash: textHashOf(text), ...found };
}

export function signalsHeaderOf(
  { benchmark, dataSha256, model }: RowsHeader,
  tool: SignalsHeader["tool"],
): SignalsHeader {
  return { format: 1, kind: "signals", benchmark, dataSha256, modelSha256: model.sha256, tool };
}

/** What of a file's header makes its findings others than those of `now`, in words; null for nothing. */
export function signalsDifferenceOf(old: SignalsHeader, now: SignalsHeader): string | null {
  const [before, after] = [old.tool, now.tool].map(({ name, version, rules }) => `${name} ${version}, ${rules}`);
  if (before !== after) return `${before}, not ${after}`;
  return JSON.stringify(old) === JSON.stringify(now) ? null : "other answers";
}

/** Where a tool's findings lie: beside the rows. */
export function signalsPathOf(rowsPath: string, tool: string): string {
  return `${rowsPath.replace(/\.jsonl(\.gz)?$/, "")}.${tool}.signals.jsonl`;
}

export interface SignalsFile {
  readonly header: SignalsHeader;
  readonly rows: ReadonlyMap<string, SignalRow>;
}

/** Of each of these tools that was asked about the rows, compressed or not. Throws `file-unreadable`. */
export function readSignalsBeside(rowsPath: string, tools: readonly string[]): readonly SignalsFile[] {
  return tools.flatMap((tool) => {
    const path = signalsPathOf(rowsPath, tool);
    const found = [path, `${path}.gz`].find((each) => existsSync(each));
    return found === undefined ? [] : [readRows(found, SIGNALS_FORMAT)];
  });
}
