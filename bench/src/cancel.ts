/**
 * How long the engine works on after a request is cancelled in the middle of a long prompt, against the time of one chunk
 * of the prompt. A forward pass cannot be stopped, so up to one chunk is owed; the limit is one and a half. A request that
 * ended before its cancellation is counted (`endedBefore`), and says nothing of the time.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { GenerationRequest } from "@nearfirst/core";
import type { LlamaModel } from "@nearfirst/node";
import { type Bench, type BenchCall, BenchError } from "./bench.js";
import { MODEL_OPTION, withBenchRuntime } from "./runtime.js";
import { percentile, randomFrom, rounded } from "./statistics.js";

const SEED = 20260502;
const ROUNDS = 60;
/** Of fewer the share of 95 % says nothing. */
const LEAST_CANCELLED = 40;
const CHUNK_TOKENS = 128;
/** The chunks of a prompt; one token more than these gives the answer's first token. */
const CHUNKS = 7;
const PROMPT_TOKENS = CHUNKS * CHUNK_TOKENS + 1;

async function run(call: BenchCall): Promise<object> {
  return withBenchRuntime(call, ({ model }) => measure(model));
}

async function measure(model: LlamaModel): Promise<object> {
  const random = randomFrom(SEED);
  const [chunkTimes, idleAfter]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const chunkMs = await timeOfChunk(model, requestOf(random));
    chunkTimes.push(chunkMs);
    // Anywhere in the first half of the prompt.
    const idleMs = await idleAfterCancelling(model, requestOf(random), (random() * CHUNKS * chunkMs) / 2);
    if (idleMs !== null) idleAfter.push(idleMs);
  }
  if (idleAfter.length < LEAST_CANCELLED)
    throw new BenchError(
      `Of ${ROUNDS} requests ${ROUNDS - idleAfter.length} ended before they were cancelled, and the others are too few: ` +
        "this machine is too busy to measure on. Run the bench again once it does less.",
    );
  const [idleAfterMs, idleAfterP95Ms] = [percentile(idleAfter, 0.5), percentile(idleAfter, 0.95)];
  const chunkMs = percentile(chunkTimes, 0.5);
  return {
    rounds: ROUNDS,
    cancelled: idleAfter.length,
    endedBefore: ROUNDS - idleAfter.length,
    chunkTokens: CHUNK_TOKENS,
    promptTokens: PROMPT_TOKENS,
    chunkMs: rounded(chunkMs),
    idleAfterMs: rounded(idleAfterMs),
    idleAfterP95Ms: rounded(idleAfterP95Ms),
    ratio: rounded(idleAfterMs / chunkMs, 3),
    ratioP95: rounded(idleAfterP95Ms / chunkMs, 3),
  };
}

/** Null where the request ended before it was cancelled, as a timer on a busy machine may come late. */
async function idleAfterCancelling(
  model: LlamaModel,
  request: GenerationRequest,
  cancelAfterMs: number,
): Promise<number | null> {
  const controller = new AbortController();
  const isCancelled = model.generate(request, controller.signal).then(
    () => false,
    (thrown: unknown) => {
      if (thrown !== controller.signal.reason) throw thrown;
      return true;
    },
  );
  // A request that fails while the timer runs is told of below.
  isCancelled.catch(() => undefined);
  await delay(cancelAfterMs);
  const cancelledAt = performance.now();
  controller.abort();
  await model.idle();
  const idleMs = performance.now() - cancelledAt;
  return (await isCancelled) ? idleMs : null;
}

/** Of the whole prompt's passes, the last one over a single token is taken off. */
async function timeOfChunk(model: LlamaModel, request: GenerationRequest): Promise<number> {
  const { signal } = new AbortController();
  const whole = await model.generate(request, signal);
  if (whole.tokensReused > 1 || whole.forwardPasses !== CHUNKS + 1)
    throw new Error(`the prompt took ${whole.forwardPasses} passes, not ${CHUNKS + 1}`);
  const last = await model.generate(request, signal);
  if (last.forwardPasses !== 1) throw new Error(`the prompt's end took ${last.forwardPasses} passes, not 1`);
  return (whole.engineMs - last.engineMs) / CHUNKS;
}

/** A prompt of random ordinary tokens: nothing of it is in the KV cache. */
function requestOf(random: () => number): GenerationRequest {
  const prompt = Int32Array.from({ length: PROMPT_TOKENS }, () => 300 + Math.floor(random() * 7000));
  const lexical = { brackets: "", quote: null, comment: "none" } as const;
  const stop = { mode: "tokens", languageId: "plaintext", lexical, linePrefix: "" } as const;
  return { prompt, slot: "file", draft: "", healedText: "", maxTokens: 1, stop };
}

export default {
  name: "cancel",
  description: "time from a cancellation in a long prompt to an idle engine, against one chunk of the prompt",
  options: MODEL_OPTION,
  run,
} satisfies Bench;
