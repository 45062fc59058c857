/**
 * How long the engine works on after a request is cancelled in the middle of a long prompt, against the time of one chunk
 * of the prompt. A forward pass cannot be stopped, so up to one chunk is owed; the limit is one and a half.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { GenerationRequest } from "@nearfirst/core";
import type { LlamaModel } from "@nearfirst/node";
import type { Bench, BenchCall } from "./bench.js";
import { MODEL_OPTION, withBenchRuntime } from "./runtime.js";
import { percentile, randomFrom, rounded } from "./statistics.js";

const SEED = 20260502;
const ROUNDS = 60;
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
  let finishedBefore = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const chunkMs = await timeOfChunk(model, requestOf(random));
    chunkTimes.push(chunkMs);

    const controller = new AbortController();
    const running = model.generate(requestOf(random), controller.signal).then(
      () => finishedBefore++,
      () => undefined,
    );
    // Anywhere in the first half of the prompt.
    await delay((random() * CHUNKS * chunkMs) / 2);
    const abortedAt = performance.now();
    controller.abort();
    await model.idle();
    idleAfter.push(performance.now() - abortedAt);
    await running;
  }
  if (finishedBefore > 0) throw new Error(`${finishedBefore} requests ended before they were cancelled`);
  const [idleAfterMs, idleAfterP95Ms] = [percentile(idleAfter, 0.5), percentile(idleAfter, 0.95)];
  const chunkMs = percentile(chunkTimes, 0.5);
  return {
    rounds: ROUNDS,
    chunkTokens: CHUNK_TOKENS,
    promptTokens: PROMPT_TOKENS,
    chunkMs: rounded(chunkMs),
    idleAfterMs: rounded(idleAfterMs),
    idleAfterP95Ms: rounded(idleAfterP95Ms),
    ratio: rounded(idleAfterMs / chunkMs, 3),
    ratioP95: rounded(idleAfterP95Ms / chunkMs, 3),
  };
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
