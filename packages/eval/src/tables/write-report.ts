/** Writes tables: Markdown, CSV and SVG files, or all of them on one page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import type { ClaimFinding } from "../claims/claim.js";
import { claimsMarkdown } from "../claims/claims-markdown.js";
import { routingWarning } from "../methods/can-test-routing.js";
import { svgOf } from "../plots/svg-of.js";
import { allPairs, answersOf, type Evaluation, methodOf } from "./evaluation.js";
import { assertDraftsChangeNothing, assertIdentities } from "./identities.js";
import { INTERVALS, pairInWords } from "./made-with.js";
import { csvOf, markdownOf } from "./render.js";
import type { EvaluationTable, TableContent } from "./table.js";

export interface MadeTable {
  readonly table: EvaluationTable;
  readonly content: TableContent;
  readonly markdown: string;
  readonly csv: string;
  /** By file name. */
  readonly pictures: readonly { readonly name: string; readonly svg: string }[];
}

export interface MakeTableOptions {
  /** The command that makes this table alone. */
  readonly command: string;
  readonly level: number;
}

/** Rejects where the rows break an identity. */
export async function makeTable(
  table: EvaluationTable,
  evaluation: Evaluation,
  { command, level }: MakeTableOptions,
): Promise<MadeTable> {
  const content = table.make(evaluation);
  const pictures = await Promise.all(
    content.figures.map(async (figure, at) => ({
      name: `${table.id}${at === 0 ? "" : `-${at + 1}`}.svg`,
      svg: await svgOf(figure),
    })),
  );
  const markdown = markdownOf(table, content, { command, level, pictures: pictures.map(({ name }) => name) });
  return { table, content, markdown, csv: csvOf(content), pictures };
}

export function checkIdentities(evaluation: Evaluation): void {
  for (const pair of allPairs(evaluation)) assertIdentities(pair, evaluation.networkMs);
  for (const file of evaluation.files) {
    const method = methodOf(file.header);
    const isDraftAlone =
      method === "mccom-without-retrieval" ||
      method === "csdrafting" ||
      (method === "mccom" && file.header.settings.retrieval === "off");
    const { benchmark } = file.header;
    const plain = answersOf(evaluation, { tier: "large", benchmark, method: "plain" });
    if (isDraftAlone && plain?.header.model.sha256 === file.header.model.sha256) assertDraftsChangeNothing(plain, file);
  }
}

/** Names of the files that were written into `folder`. Throws `file-unwritable`. */
export function writeTable({ table, markdown, csv, pictures, content }: MadeTable, folder: string): readonly string[] {
  const files = [
    { name: `${table.id}.md`, text: markdown },
    ...(content.rows.length === 0 ? [] : [{ name: `${table.id}.csv`, text: csv }]),
    ...pictures.map(({ name, svg }) => ({ name, text: svg })),
  ];
  return written(files, folder);
}

export interface ReportOptions {
  readonly folder: string;
  readonly made: readonly MadeTable[];
  readonly claims: readonly ClaimFinding[];
  readonly evaluation: Evaluation;
}

interface WrittenFile {
  readonly name: string;
  readonly text: string;
}

/** One page with all of it, beside the pictures and the CSV files. Throws `file-unwritable`. */
export function writeReport({ folder, made, claims, evaluation }: ReportOptions): readonly string[] {
  const files: WrittenFile[] = [];
  for (const { table, csv, pictures, content } of made) {
    if (content.rows.length > 0) files.push({ name: `${table.id}.csv`, text: csv });
    files.push(...pictures.map(({ name, svg }) => ({ name, text: svg })));
  }
  const page = [
    "# The papers' tables on our own pair\n",
    `Made by \`${evaluation.command}\`.\n`,
    ...summaryOf(evaluation).map((sentence) => `${sentence}\n`),
    claimsMarkdown(claims),
    `## Contents\n`,
    `${made.map(({ table }) => `- [${table.title}](#${anchorOf(table.title)})`).join("\n")}\n`,
    ...made.map(({ markdown }) => markdown),
  ].join("\n");
  files.push({ name: "README.md", text: page });
  return written(files, folder);
}

function written(files: readonly WrittenFile[], folder: string): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : `${cause}`;
    throw new NearfirstError({
      code: "file-unwritable",
      message: `${folder} cannot be written to: ${detail}. Name another folder with --out.`,
      cause,
    });
  }
  return files.map(({ name }) => name);
}

function summaryOf(evaluation: Evaluation): readonly string[] {
  const pairs = allPairs(evaluation);
  return [
    `The models are small, and the papers' are not: what can agree is direction and mechanism. ${INTERVALS}`,
    ...pairs.map((pair) => pairInWords(pair)),
    ...[...new Set(pairs.flatMap((pair) => [...routingWarning(pair, "tests"), ...routingWarning(pair, "exact")]))],
  ];
}

/** As GitHub makes it from a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
