/** The files of two models, as `nearfirst eval run` and `nearfirst eval score` left them. */
import { quotedForShell, unreadable } from "@nearfirst/node";
import { ROWS_FORMAT, type RowsHeader } from "../rows/row.js";
import { readRows } from "../rows/row-file.js";
import { judgedFileBeside } from "../scores/judged-path.js";
import { JUDGED_FORMAT } from "../scores/judged-row.js";
import type { JudgedRows } from "./pair-rows.js";

export interface ReadPair {
  readonly local: JudgedRows & { readonly header: RowsHeader };
  readonly large: JudgedRows & { readonly header: RowsHeader };
}

/** Throws `file-unreadable` where one is missing, or both are not of the same tasks. */
export function readPair(localPath: string, largePath: string): ReadPair {
  const [local, large] = [read(localPath), read(largePath)];
  if (local.header.dataSha256 !== large.header.dataSha256)
    throw unreadable(`${localPath} and ${largePath} are of different data: no policy can choose between them.`);
  return { local, large };
}

function read(path: string): ReadPair["local"] {
  const { header, rows } = readRows(path, ROWS_FORMAT);
  const judgedPath = judgedFileBeside(path);
  if (judgedPath === null)
    throw unreadable(`${path} was not judged: \`nearfirst eval score ${quotedForShell(path)}\` judges it.`);
  return { header, rows, judged: readRows(judgedPath, JUDGED_FORMAT).rows };
}
