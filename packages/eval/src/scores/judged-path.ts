import { existsSync } from "node:fs";

/** Where the verdicts of a file of rows lie: beside it. */
export function judgedPathOf(rowsPath: string): string {
  return `${rowsPath.replace(/\.jsonl(\.gz)?$/, "")}.judged.jsonl`;
}

/** The verdicts beside the rows, compressed or not; null where the rows were not judged. */
export function judgedFileBeside(rowsPath: string): string | null {
  const path = judgedPathOf(rowsPath);
  return [path, `${path}.gz`].find((each) => existsSync(each)) ?? null;
}
