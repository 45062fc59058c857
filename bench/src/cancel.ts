/**
 * How long the engine works on after a request is cancelled in the middle of a long prompt, against the time of one chunk
 * of the prompt. A forward pass cannot be stopped, so up to one chunk is owed; the limit is one and a half.
 */
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { GenerationRequest } from "@nearfirst/core";
import { LlamaModel, profileOf, readModelCard } from "@nearfirst/node";
import { percentile, randomFrom } from "./statistics.js";

const modelPath = fileURLToPath(new URL("../../models/nearfirst-placeholder-8.5m-q8_0.gguf", import.meta.url));

const SEED = 20260502;
const ROUNDS = 60;
const CHUNK_TOKENS = 128;
/** The chunks of a prompt; one token more than these gives the answer's first token. */
const CHUNKS = 7;
const PROMPT_TOKENS = CHUNKS * CHUNK_TOKENS + 1;
const CONTEXT_TOKENS = 1024;

async function run(): Promise<Record<string, unknown>> {
  const card = await readModelCard(modelPath);
  const model = await LlamaModel.load({
    modelPath,
    contextTokens: CONTEXT_TOKENS,
    sequences: 1,
    threads: 1,
    gpu: false,
    profileOf: (info) => profileOf(info, card, CONTEXT_TOKENS),
  });
  try {
    const random = randomFrom(SEED);
    const [chunkTimes, idleAfter]: [number[], number[]] = [[], []];
    let finishedBefore = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const whole = await model.generate(requestOf(random), new AbortController().signal);
      if (whole.tokensReused > 1 || whole.forwardPasses !== CHUNKS + 1)
        throw new Error(`the prompt took ${whole.forwardPasses} passes, not ${CHUNKS + 1}`);
      const chunkMs = whole.engineMs / CHUNKS;
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
      chunkMs,
      idleAfterMs,
      idleAfterP95Ms,
      ratio: idleAfterMs / chunkMs,
      ratioP95: idleAfterP95Ms / chunkMs,
    };
  } finally {
    model.close();
  }
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
  run,
};
