/** What the local answer is worth to the large model: as a second query, and as a draft over networks of several delays. */
import { NearfirstError } from "@nearfirst/core";
import { DEFAULT_SETTINGS } from "@nearfirst/node";
import { ProgressBar } from "../../../packages/cli/src/progress-bar.js";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { type LargeServer, openBenchLargeModel } from "../pair/large-tier.js";
import { openPair } from "../pair/open-pair.js";
import { taskHoles } from "../pair/task-holes.js";
import { catchInterrupt } from "../scores/interrupt.js";
import { CONFIG, type DraftsLargeArguments, HELP, readArguments } from "./arguments.js";
import { type CapturedRequests, captureRequests } from "./captured-request.js";
import { startDelayProxy } from "./delay-proxy.js";
import { type DelayedModel, type Measured, measureDraft } from "./measure.js";
import { openStandardServer, standardPrompt } from "./standard-server.js";
import { draftSummary, retrievalSummary } from "./summary.js";

const DELAYS_MS = [0, 50, 200];

type Closing = (() => Promise<void>)[];

async function run(call: BenchCall): Promise<object> {
  const given = readArguments(call);
  const interrupt = catchInterrupt();
  const closing: Closing = [];
  try {
    const { signal } = interrupt;
    const { holes, retriever, close } = await taskHoles(given, signal);
    closing.push(close);
    const opened = await openPair(given, closing);
    const capabilities = { ...opened.capabilities, retriever };
    const native = await delayedModels({ url: opened.serverUrl, kind: "nearfirst" }, null, closing);
    const bar = new ProgressBar({ total: holes.length, doneBefore: 0, things: "tasks" });
    closing.push(async () => bar.end());
    const [captured, measured]: [CapturedRequests[], Measured[]] = [[], []];
    for (const [at, hole] of holes.entries()) {
      const requests = await captureRequests(hole, { capabilities, maxTokens: given.maxTokens, signal });
      if (requests !== null) {
        captured.push(requests);
        measured.push(await measureDraft(requests.iterative.request, { models: native, first: firstOf(at), signal }));
      }
      bar.show(at + 1);
    }
    if (captured.length === 0) throw new BenchError("No task was answered by the large model.");
    const standard = await overStandardApi(given, captured, { closing, signal });
    const differences = [...measured, ...standard.measured].flatMap(({ difference }) => difference ?? []);
    if (differences.length > 0)
      throw new BenchError(`A draft changed ${differences.length} answers, for example: ${differences[0]}.`);
    return {
      tasks: captured.length,
      tasksWithoutAnswer: holes.length - captured.length,
      ...retrievalSummary(captured),
      ...draftSummary(measured),
      standardApi: standard.words,
      standardApiDrafts: standard.measured.length === 0 ? null : draftSummary(standard.measured),
      textDraftWithNgramSpeculation: "not measured",
    };
  } catch (thrown) {
    if (!interrupt.signal.aborted) throw thrown;
    throw new BenchError("Interrupted. Nothing was kept.", 130, thrown);
  } finally {
    for (const close of closing.toReversed()) await close();
    interrupt.release();
  }
}

function firstOf(task: number): "plain" | "drafting" {
  return task % 2 === 0 ? "plain" : "drafting";
}

/** One server behind a proxy for each delay. `drafting`: settings with which drafts are verified, where not always. */
async function delayedModels(
  server: LargeServer,
  drafting: Partial<LargeServer> | null,
  closing: Closing,
): Promise<readonly DelayedModel[]> {
  const { origin, pathname } = new URL(server.url);
  const open = async (each: LargeServer) => {
    const model = await openBenchLargeModel(each);
    closing.push(() => model.close());
    return model;
  };
  const models: DelayedModel[] = [];
  for (const delayMs of DELAYS_MS) {
    const proxy = await startDelayProxy(origin, delayMs);
    closing.push(proxy.close);
    const delayed = { ...server, url: `${proxy.url}${pathname.replace(/\/$/, "")}` };
    const plain = await open(delayed);
    models.push({ delayMs, plain, drafting: drafting === null ? plain : await open({ ...delayed, ...drafting }) });
  }
  return models;
}

interface StandardApi {
  readonly words: string;
  readonly measured: readonly Measured[];
}

/** The same requests over OpenAI's completions, as far as a server tells what drafts are verified by. */
async function overStandardApi(
  given: DraftsLargeArguments,
  captured: readonly CapturedRequests[],
  { closing, signal }: { readonly closing: Closing; readonly signal: AbortSignal },
): Promise<StandardApi> {
  const server = await openStandardServer({ ...given, contextTokens: DEFAULT_SETTINGS.contextTokens });
  if (server === null)
    return { words: "not measured: scripts/install-llama-server.sh, or --standard-url", measured: [] };
  closing.push(server.close);
  const prompt = await standardPrompt(given.large, given.family);
  const large = { kind: "openai", url: server.url, model: given.standardModel, ...prompt } as const;
  const models = await delayedModels(large, { drafts: "prompt-logprobs" }, closing);
  const measured: Measured[] = [];
  try {
    for (const [at, { iterative }] of captured.entries())
      measured.push(await measureDraft(iterative.request, { models, first: firstOf(at), signal }));
  } catch (thrown) {
    if (!(thrown instanceof NearfirstError) || thrown.code !== "large-malformed") throw thrown;
    return {
      words: `not measured: ${server.words} answers without log-probabilities of the prompt, which verify a draft (${thrown.code})`,
      measured: [],
    };
  }
  return { words: server.words, measured };
}

export default {
  name: "drafts-large",
  description: "the local answer as the large model's draft and second query: passes, time, quality (needs --large)",
  options: { config: CONFIG, help: HELP },
  run,
} satisfies Bench;
