/** SAFIM (Gong et al. 2024, arXiv 2403.04814): control expressions, blocks and API calls in programs of three languages. */
import type { StopMode } from "@nearfirst/core";
import { unreadable } from "@nearfirst/node";
import { z } from "zod";
import { readJsonLines } from "../../json-lines.js";
import { judgePython } from "../../sandbox/python-program.js";
import { judgeByTests, type ProgramLanguage } from "../../sandbox/tested-program.js";
import type { BenchmarkTask, FileBenchmark } from "../benchmark.js";
import { truncateBlock, truncateCall, truncateControl } from "./truncate.js";

const SOURCE = "https://github.com/gonglinyuan/safim/raw/main/data";

const LANGUAGES = ["python", "java", "cpp"] as const satisfies readonly ProgramLanguage[];

interface Kind {
  readonly name: "control" | "block" | "api";
  readonly sha256: string;
  readonly stopMode: StopMode;
}

const KINDS: readonly Kind[] = [
  {
    name: "control",
    sha256: "d497cacc04b21a5465d9bbae10d96e5c158a44c7d437be80fdc9243ad1089c60",
    stopMode: "line",
  },
  { name: "block", sha256: "0671f3cd9b664b97712754df34a14625ad0f199ea671ba10b8a6582075bee16a", stopMode: "block" },
  { name: "api", sha256: "1f021b93b55de8b016d723c405c0723459b72174f8872f3405abe8c435501e06", stopMode: "line" },
];

/** SAFIM's own limit. */
const MAX_TOKENS = 128;
const HOLE = "{{completion}}";
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  python: "# TODO: Your code here",
  java: "/* TODO: Your code here */",
  cpp: "/* TODO: Your code here */",
};

const publishedTask = z.object({
  task_id: z.string().min(1),
  lang: z.enum([...LANGUAGES, "csharp"]),
  /** Description and program, with a comment in the hole. */
  prompt: z.string(),
  /** The program, with a mark in the hole. */
  eval_prompt: z.string().regex(/^[\s\S]*\{\{completion\}\}[\s\S]*$/),
  ground_truth: z.string().min(1),
  unit_tests: z.array(z.object({ input: z.string(), output: z.array(z.string()) })),
});

type PublishedTask = z.infer<typeof publishedTask> & { readonly lang: ProgramLanguage };

/** C# is left out, as in SynConfRoute. */
export const SAFIM: readonly FileBenchmark[] = KINDS.flatMap((kind) =>
  LANGUAGES.map((language) => ({
    kind: "file" as const,
    judgedBy: kind.name === "api" ? ("match" as const) : ("tests" as const),
    name: `safim-${kind.name}-${language}`,
    data: {
      fileName: `${kind.name}_completion.jsonl.gz`,
      url: `${SOURCE}/${kind.name}_completion.jsonl.gz`,
      sha256: kind.sha256,
    },
    readTasks(content: string, place: string) {
      const all = readJsonLines(content, publishedTask, place);
      if (new Set(all.map(({ task_id }) => task_id)).size < all.length)
        throw unreadable(`${place} has one task twice.`);
      return all.flatMap((task) => (task.lang === language ? [taskOf({ ...task, lang: language }, kind)] : []));
    },
  })),
);

function taskOf(task: PublishedTask, { name, stopMode }: Kind): BenchmarkTask {
  const { task_id, lang, prompt, eval_prompt, ground_truth } = task;
  const at = eval_prompt.indexOf(HOLE);
  const [prefix, suffix] = [eval_prompt.slice(0, at), eval_prompt.slice(at + HOLE.length)];
  // The description stands before the program, and is all that the prompt has more.
  const preamble = prompt.slice(0, prompt.length - (prefix + PLACEHOLDERS[lang] + suffix).length);
  return {
    id: `${name}/${lang}/${task_id}`,
    place: null,
    cluster: name === "api" ? task_id : preamble,
    languageId: lang,
    prefix,
    target: ground_truth,
    suffix,
    preamble,
    stopMode,
    maxTokens: MAX_TOKENS,
    truncate: async (text, parser, signal) => {
      if (name === "control") return truncateControl(text, lang);
      if (name === "api") return truncateCall(text);
      return truncateBlock(text, { prefix, suffix, languageId: lang, parser }, signal);
    },
    judge: (completion, sandbox, signal) =>
      name === "api"
        ? judgeCall(completion, task, { sandbox, signal })
        : judgeByTests(
            {
              language: lang,
              source: prefix + completion + suffix,
              tests: task.unit_tests.map(({ input, output }) => ({ input, outputs: output })),
            },
            sandbox,
            signal,
          ),
  };
}

/**
 * SAFIM's rule for calls, which have no tests: the texts are equal without white space; in Python, where both are a call, their
 * arguments are, whatever is called.
 */
async function judgeCall(
  completion: string,
  { ground_truth, lang }: PublishedTask,
  { sandbox, signal }: { readonly sandbox: Parameters<BenchmarkTask["judge"]>[1]; readonly signal: AbortSignal },
): ReturnType<BenchmarkTask["judge"]> {
  const [given, wanted] = [completion, ground_truth].map((text) => text.replaceAll(/\s+/g, ""));
  if (given === wanted) return { kind: "passed", error: null, ms: 0 };
  if (lang !== "python") return { kind: "failed", error: null, ms: 0 };
  return judgePython(`calls = ${JSON.stringify([given, wanted])}\n${SAME_ARGUMENTS}`, { sandbox }, signal);
}

/** The texts are parsed, never run. A JSON text without escapes of its own is one of Python's, too. */
const SAME_ARGUMENTS = `
import ast
def arguments(text):
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    named = {each.arg: ast.dump(each.value) for each in call.keywords}
    return [ast.dump(each) for each in call.args], named
assert arguments(calls[0]) == arguments(calls[1])
`;
