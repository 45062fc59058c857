/** What the local answer is worth to the large model: as a second query, and as a draft over networks of several delays. */
import { NearfirstError } from "@nearfirst/core";
import { ProgressBar } from "../../../packages/cli/src/progress-bar.js";
import { type Bench, type BenchCall, BenchError } from "../bench.js";
import { openPair } from "../pair/open-pair.js";
import { taskHoles } from "../pair/task-holes.js";
import { catchInterrupt } from "../scores/interrupt.js";
import { CONFIG, HELP, readArguments } from "./arguments.js";
import { type CapturedRequests, captureRequests } from "./captured-request.js";
import { type DelayedModel, type Measured, measureDraft } from "./measure.js";
import {
  type Closing,
  delayedModels,
  leastContext,
  type OtherServer,
  openStandardApi,
  openTextInPrompt,
} from "./servers.js";
import { draftSummary, retrievalSummary } from "./summary.js";
import { roomForText } from "./text-draft.js";

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
    const native = await delayedModels({ url: opened.serverUrl, kind: "nearfirst" }, closing);
    const standard = await openStandardApi(given, closing);
    const text = await openTextInPrompt(given, closing);
    const contextTokens = await leastContext([...native, ...(standard?.models ?? []), ...(text?.models ?? [])]);
    const bar = new ProgressBar({ total: holes.length, doneBefore: 0, things: "tasks" });
    closing.push(async () => bar.end());
    const [captured, measured]: [CapturedRequests[], Measured[]] = [[], []];
    for (const [at, hole] of holes.entries()) {
      const requests = await captureRequests(hole, {
        capabilities,
        maxTokens: given.maxTokens,
        contextTokens: contextTokens - roomForText(given.maxTokens),
        signal,
      });
      if (requests !== null) {
        captured.push(requests);
        measured.push(await measureDraft(requests.iterative.request, { models: native, first: firstOf(at), signal }));
      }
      bar.show(at + 1);
    }
    if (captured.length === 0) throw new BenchError("No task was answered by the large model.");
    const overStandardApi = await measuredOver(standard, captured, signal);
    const differences = [...measured, ...(overStandardApi.measured ?? [])].flatMap(
      ({ difference }) => difference ?? [],
    );
    if (differences.length > 0)
      throw new BenchError(`A draft changed ${differences.length} answers, for example: ${differences[0]}.`);
    return {
      tasks: captured.length,
      tasksWithoutAnswer: holes.length - captured.length,
      ...retrievalSummary(captured),
      ...draftSummary(measured),
      contextTokens,
      standardApi: overStandardApi.words,
      standardApiRejected: overStandardApi.rejected,
      standardApiDrafts: overStandardApi.measured === null ? null : draftSummary(overStandardApi.measured),
      ...(await byText(text, captured, signal)),
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

interface MeasuredOver {
  readonly words: string;
  /** Null where nothing was. */
  readonly measured: readonly Measured[] | null;
  /** Requests that the server did not take. */
  readonly rejected: number;
}

/** The same requests over OpenAI's completions, as far as a server tells what drafts are verified by. */
async function measuredOver(
  server: OtherServer | null,
  captured: readonly CapturedRequests[],
  signal: AbortSignal,
): Promise<MeasuredOver> {
  const nothing = { measured: null, rejected: 0 };
  if (server === null) return { words: "not measured: scripts/install-llama-server.sh, or --standard-url", ...nothing };
  const { words, models } = server;
  try {
    return { words, ...(await measuredWhereTaken(captured, models, signal)) };
  } catch (thrown) {
    if (!(thrown instanceof NearfirstError) || thrown.code !== "large-malformed") throw thrown;
    const why = "answers without log-probabilities of the prompt, which verify a draft";
    return { words: `not measured: ${words} ${why} (${thrown.code})`, ...nothing };
  }
}

/** Against the same server without that text. Other answers are counted and no fault: the text changes what is asked. */
async function byText(
  server: OtherServer | null,
  captured: readonly CapturedRequests[],
  signal: AbortSignal,
): Promise<object> {
  if (server === null) return { textDrafts: "not measured: scripts/install-llama-server.sh" };
  const { measured, rejected } = await measuredWhereTaken(captured, server.models, signal);
  return { textDrafts: draftSummary(measured), textDraftsRejected: rejected };
}

/** A server may reject a request all the same: where it does not tell how long its context is. */
async function measuredWhereTaken(
  captured: readonly CapturedRequests[],
  models: readonly DelayedModel[],
  signal: AbortSignal,
): Promise<{ readonly measured: readonly Measured[]; readonly rejected: number }> {
  const measured: Measured[] = [];
  let rejected = 0;
  for (const [at, { iterative }] of captured.entries())
    try {
      measured.push(await measureDraft(iterative.request, { models, first: firstOf(at), signal }));
    } catch (thrown) {
      if (!(thrown instanceof NearfirstError) || thrown.code !== "large-rejected") throw thrown;
      rejected++;
    }
  if (measured.length === 0) throw new BenchError("The server rejected every request.");
  return { measured, rejected };
}

export default {
  name: "drafts-large",
  description: "the local answer as the large model's draft and second query: passes, time, quality",
  options: { config: CONFIG, help: HELP },
  run,
} satisfies Bench;
