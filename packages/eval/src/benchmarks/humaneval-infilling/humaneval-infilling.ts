/** HumanEval-Infilling (Bavarian et al. 2022, arXiv 2207.14255): holes in the 164 functions of HumanEval. */
import type { StopMode } from "@nearfirst/core";
import { unreadable } from "@nearfirst/node";
import { z } from "zod";
import { readJsonLines } from "../../json-lines.js";
import { judgePython } from "../../sandbox/python-program.js";
import type { BenchmarkData, BenchmarkTask, FileBenchmark } from "../benchmark.js";

const SOURCE = "https://github.com/openai/human-eval-infilling/raw/master/data";

const publishedTask = z.object({
  /** `SingleLineInfilling/HumanEval/0/L0`. */
  task_id: z.string().regex(/^\w+\/HumanEval\/\d+\/\w+$/),
  entry_point: z.string().min(1),
  prompt: z.string(),
  suffix: z.string(),
  canonical_solution: z.string().min(1),
  test: z.string(),
});

type PublishedTask = z.infer<typeof publishedTask>;

interface Variant {
  readonly name: string;
  readonly data: BenchmarkData;
  readonly stopMode: StopMode;
  readonly maxTokens: number;
}

const SINGLE_LINE: Variant = {
  name: "humaneval-infilling-single-line",
  data: {
    fileName: "HumanEval-SingleLineInfilling.jsonl.gz",
    url: `${SOURCE}/HumanEval-SingleLineInfilling.jsonl.gz`,
    sha256: "6fffc71ec2f1674372fcc177511f92312f1a27a9eacd8e43255c9f5ee9eca8c8",
  },
  stopMode: "line",
  // SynConfRoute 3.1.
  maxTokens: 50,
};

const MULTI_LINE: Variant = {
  name: "humaneval-infilling-multi-line",
  data: {
    fileName: "HumanEval-MultiLineInfilling.jsonl.gz",
    url: `${SOURCE}/HumanEval-MultiLineInfilling.jsonl.gz`,
    sha256: "5b49f312f0a781420a4ae54f5e73176009b9cfc52731e3a0b9be726b451032d1",
  },
  stopMode: "block",
  maxTokens: 256,
};

const RANDOM_SPAN: Variant = {
  name: "humaneval-infilling-random-span",
  data: {
    fileName: "HumanEval-RandomSpanInfilling.jsonl.gz",
    url: `${SOURCE}/HumanEval-RandomSpanInfilling.jsonl.gz`,
    sha256: null,
  },
  stopMode: "tokens",
  maxTokens: 256,
};

export const HUMANEVAL_INFILLING: readonly FileBenchmark[] = [SINGLE_LINE, MULTI_LINE, RANDOM_SPAN].map((variant) => ({
  kind: "file",
  name: variant.name,
  judgedBy: "tests",
  data: variant.data,
  readTasks(content, place) {
    const tasks = readJsonLines(content, publishedTask, place).map((task) => taskOf(task, variant));
    if (new Set(tasks.map(({ id }) => id)).size < tasks.length) throw unreadable(`${place} has one task twice.`);
    return tasks;
  },
}));

/**
 * A line's break at the end of the hole belongs to the file: the cursor stands on a line of its own, and what is executed is the
 * published program byte for byte (prefix, completion, suffix, newline, tests, `check(entry_point)`).
 */
function taskOf(
  { task_id, entry_point, prompt, suffix, canonical_solution, test }: PublishedTask,
  variant: Variant,
): BenchmarkTask {
  const endsLine = canonical_solution.endsWith("\n");
  const after = endsLine ? `\n${suffix}` : suffix;
  return {
    id: task_id,
    cluster: task_id.split("/").slice(1, 3).join("/"),
    place: null,
    languageId: "python",
    prefix: prompt,
    target: endsLine ? canonical_solution.slice(0, -1) : canonical_solution,
    suffix: after,
    preamble: "",
    truncate: null,
    stopMode: variant.stopMode,
    maxTokens: variant.maxTokens,
    judge: (completion, sandbox, signal) =>
      judgePython(`${prompt}${completion}${after}\n${test}\ncheck(${entry_point})`, { sandbox }, signal),
  };
}
