/** Where the verdicts of a file of rows lie: beside it. */
export function judgedPathOf(rowsPath: string): string {
  return `${rowsPath.replace(/\.jsonl(\.gz)?$/, "")}.judged.jsonl`;
}
