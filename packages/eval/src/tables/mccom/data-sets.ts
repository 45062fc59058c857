/** MCCom's data sets and what they are called here. */

export interface McComSet {
  /** In the columns of the paper's tables. */
  readonly column: "re_line" | "re_api" | "se_line" | "se_suffix";
  /** In Table 3. */
  readonly category: string;
  readonly title: string;
  readonly benchmark: string;
}

export const MCCOM_SETS: readonly McComSet[] = [
  { column: "re_line", category: "RepoEval Python (Line)", title: "RepoEval line", benchmark: "repoeval-line" },
  { column: "re_api", category: "RepoEval Python (API)", title: "RepoEval API", benchmark: "repoeval-api" },
  { column: "se_line", category: "StmtEval Python (Line)", title: "StmtEval full", benchmark: "stmteval-full" },
  { column: "se_suffix", category: "StmtEval Python (suffix)", title: "StmtEval suffix", benchmark: "stmteval-suffix" },
];

export function setOf(benchmark: string): McComSet | null {
  return MCCOM_SETS.find((each) => each.benchmark === benchmark) ?? null;
}

/** The paper's large model that is printed beside ours: the one of its ablations. */
export const BESIDE = "QC";
