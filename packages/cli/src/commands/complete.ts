/** `nearfirst complete`: one completion at a place in a file, through the whole pipeline. */
import { realpath } from "node:fs/promises";
import { type CompletionRequest, complete, NearfirstError, Session, type StopMode } from "@nearfirst/core";
import {
  declineBy,
  formatProblem,
  loadConfig,
  openRuntime,
  type RuntimeWorkspace,
  relativePathOf,
  type Settings,
} from "@nearfirst/node";
import { explain } from "../complete/explain.js";
import { type CompleteResult, outcomeJson } from "../complete/outcome-json.js";
import { offsetOf, parsePlace } from "../complete/place.js";
import { renderSuggestion } from "../complete/render-suggestion.js";
import { largeInWords, type RunFacts, renderTrace } from "../complete/render-trace.js";
import { readSourceFile, readStandardInput, type SourceFile } from "../complete/source-file.js";
import { namedWorkspaceFolder, workspaceFolderOf } from "../complete/workspace-folder.js";
import { interruptSignal, isAbort } from "../interrupt.js";
import { isWorkspaces, refuseBrokenConfig } from "../refuse-broken-config.js";
import { colorsOf, jsonText, printable } from "../terminal.js";
import { EXIT } from "../usage-error.js";

/** How long a completion waits for the index of the workspace's other files, unless told to wait for all of it. */
const INDEX_BUDGET_MS = 700;

/** The check of the answer's syntax. Nobody types meanwhile, and a parser that has just been loaded is slow. */
const SYNTAX_PATIENCE_MS = 1_000;

export interface CompleteOptions {
  readonly trace?: true;
  readonly json?: true;
  readonly stdin?: true;
  readonly stop?: StopMode;
  readonly maxTokens?: number;
  readonly model?: string;
  readonly config?: string;
  readonly workspace?: string;
  /** False for `--no-retrieval`. */
  readonly retrieval: boolean;
  readonly waitIndex?: true;
}

/** Prints the outcome; resolves to the exit code. */
export async function runComplete(placeText: string, options: CompleteOptions): Promise<number> {
  const signal = interruptSignal();
  const place = parsePlace(placeText);
  const file = await (options.stdin ? readStandardInput(place.path) : readSourceFile(place.path));
  const offset = offsetOf(file.document.text, place);
  const workspaceFolder = await (options.workspace === undefined
    ? workspaceFolderOf(file.path)
    : namedWorkspaceFolder(options.workspace));

  const warnings = [...file.warnings];
  const job: Job = { file, offset, workspaceFolder, options, signal, warnings };
  const { result, facts } = await resultOf(job).catch((thrown: unknown): Ran => {
    if (signal.aborted || isAbort(thrown)) return { result: { kind: "interrupted" }, facts: null };
    return { result: { kind: "failed", stage: null, error: NearfirstError.from(thrown) }, facts: null };
  });

  if (!options.json) for (const warning of warnings) process.stderr.write(`Warning: ${printable(warning)}\n`);
  if (result.kind === "interrupted") return EXIT.interrupted;
  if (options.json) {
    const column = offset - (offset === 0 ? -1 : file.document.text.lastIndexOf("\n", offset - 1));
    const { hasByteOrderMark, document } = file;
    const { languageId } = document;
    const where = { file: file.path, line: place.line, column, offset, hasByteOrderMark, languageId, warnings };
    print([jsonText(outcomeJson(result, where, facts))]);
  } else report(result, facts, job);
  return EXIT_OF[result.kind];
}

const EXIT_OF: Readonly<Record<CompleteResult["kind"], number>> = {
  suggested: EXIT.ok,
  skipped: EXIT.noSuggestion,
  dropped: EXIT.noSuggestion,
  declined: EXIT.noSuggestion,
  cancelled: EXIT.interrupted,
  failed: EXIT.failed,
};

interface Job {
  readonly file: SourceFile;
  readonly offset: number;
  readonly workspaceFolder: string;
  readonly options: CompleteOptions;
  readonly signal: AbortSignal;
  /** For people; filled while the job runs. */
  readonly warnings: string[];
}

interface Ran {
  readonly result: CompleteResult | { readonly kind: "interrupted" };
  readonly facts: RunFacts | null;
}

async function resultOf(job: Job): Promise<Ran> {
  const { file, offset, workspaceFolder, options, signal, warnings } = job;
  const config = await loadConfig({
    workspaceFolder,
    ...(options.config === undefined ? {} : { configPath: options.config }),
    override: (settings) => overridden(settings, options),
  });
  const { settings } = config;
  warnings.push(...config.problems.filter(isWorkspaces).map(formatProblem));
  refuseBrokenConfig(config);
  const declines = declineBy(settings);
  const { languageId } = file.document;
  // A link is ignored by its own name and by that of the file behind it.
  const behind = await realpath(file.path).catch(() => file.path);
  const declined = [file.path, behind]
    .map((path) => declines({ languageId, relativePath: relativePathOf(workspaceFolder, path) }))
    .find((reason) => reason !== null);
  if (declined !== undefined) return { result: { kind: "declined", reason: declined }, facts: null };

  const started = performance.now();
  const runtime = await openRuntime({
    settings,
    workspaceFolders: [workspaceFolder],
    ...(options.config === undefined ? {} : { configPath: options.config }),
    watch: "off",
    onNotice: (notice) => warnings.push(notice),
  });
  try {
    signal.throwIfAborted();
    const modelLoadMs = performance.now() - started;
    const budgetMs = options.waitIndex ? Number.POSITIVE_INFINITY : INDEX_BUDGET_MS;
    const [index] = await Promise.all([
      waitForIndex(runtime.workspace, budgetMs),
      runtime.prepareLanguage(file.document.languageId),
    ]);
    const { stopMode, maxTokens } = settings;
    const request: CompletionRequest = { document: file.document, offset, stopMode, maxTokens, trigger: "explicit" };
    const { syntax } = runtime.capabilities;
    const capabilities = {
      ...runtime.capabilities,
      syntax: syntax === null ? null : { ...syntax, limitMs: SYNTAX_PATIENCE_MS },
    };
    const result = await complete(request, capabilities, new Session(), signal);
    const modelName = runtime.model.profile.name;
    return { result, facts: { modelName, modelLoadMs, index, processMs: performance.now() } };
  } finally {
    await runtime.close();
  }
}

function overridden(settings: Settings, options: CompleteOptions): Settings {
  return {
    ...settings,
    // One file, one request: more would only cost memory.
    sequences: 1,
    model: options.model ?? settings.model,
    maxTokens: options.maxTokens ?? settings.maxTokens,
    stopMode: options.stop ?? settings.stopMode,
    retrieval: { ...settings.retrieval, enabled: settings.retrieval.enabled && options.retrieval },
  };
}

async function waitForIndex(workspace: RuntimeWorkspace | null, budgetMs: number): Promise<RunFacts["index"]> {
  if (workspace === null) return "off";
  const ready = workspace.ready.then(() => (workspace.status().state === "ready" ? "ready" : "failed"));
  if (budgetMs === Number.POSITIVE_INFINITY) return ready;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"incomplete">((resolve) => {
    timer = setTimeout(resolve, budgetMs, "incomplete");
  });
  return Promise.race([ready, late]).finally(() => clearTimeout(timer));
}

function report(result: CompleteResult, facts: RunFacts | null, job: Job): void {
  const colors = colorsOf();
  switch (result.kind) {
    case "suggested":
      print(renderSuggestion({ text: job.file.document.text, suggestion: result.suggestion, colors }));
      break;
    case "failed":
      process.stderr.write(`Failed: ${printable(result.error.message)}\n`);
      // For the report; it is shown to the one who asked and logged nowhere.
      if (result.error.cause instanceof Error && result.error.code === "internal")
        process.stderr.write(`${result.error.cause.stack}\n`);
      break;
    case "cancelled":
      return;
    default: {
      const { why, next } = explain(result.reason);
      const kind = result.kind === "dropped" ? "dropped" : "skipped";
      print([`No suggestion: ${why} (${kind}: ${result.reason}).`, next]);
    }
  }
  if (!("trace" in result) || facts === null) return;
  if (job.options.trace) print(renderTrace(result.trace, facts, colors));
  else if (result.kind === "suggested") print(["", colors.dim(summaryOf(result, facts))]);
}

/** Whose answer it is, and whether the large model was asked. */
function summaryOf({ trace, tier }: Extract<CompleteResult, { kind: "suggested" }>, facts: RunFacts): string {
  const { confidence, large } = trace;
  const ms = `${Math.round(trace.totalMs)} ms`;
  const parts =
    tier === "large"
      ? [`by the large model in ${ms}`]
      : [facts.modelName, `${counted(trace.tokens.length, "token")} in ${ms}`];
  if (confidence !== null)
    parts.push(`${tier === "large" ? `${facts.modelName}'s ` : ""}confidence ${confidence.geometricMean.toFixed(2)}`);
  if (tier === "local" && large !== null) parts.push(`large model ${largeInWords(large)}`);
  if (trace.snippets.length > 0) parts.push(`with ${counted(trace.snippets.length, "snippet")} of other files`);
  if (facts.index === "incomplete") parts.push("other files were not indexed in time");
  return `${parts.join(" · ")} · --trace shows more`;
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
