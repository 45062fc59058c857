/** An engine with a tiny model in this process, for tests of what happens inside the engine process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GeneratedToken, Generation, GenerationRequest, StopState } from "@nearfirst/core";
import { EngineHost } from "../llama/engine-host.js";
import { type TinyGgufOptions, writeTinyGguf } from "./tiny-gguf.js";

/** Ends at the end of the model's answer alone. */
export const UNSTOPPED: StopState = {
  mode: "tokens",
  languageId: "plaintext",
  lexical: { brackets: "", quote: null, comment: "none" },
  linePrefix: "",
};

export interface Asked extends Partial<Omit<GenerationRequest, "prompt">> {
  /** Text, tokenised as it is, or tokens. */
  readonly prompt: string | Int32Array;
  readonly signal?: AbortSignal;
  readonly onTokens?: (tokens: readonly GeneratedToken[]) => void;
  readonly onProgress?: () => void;
}

export interface TestEngine {
  readonly host: EngineHost;
  readonly ids: ReadonlyMap<string, number>;
  ask(asked: Asked): Promise<Generation>;
  /** Empties the KV cache. */
  clear(): Promise<void>;
  /** Asks another engine with the same model, on a KV cache that nothing was evaluated in before. */
  askFresh(asked: Asked): Promise<Generation>;
  close(): Promise<void>;
}

/** Loads a tiny model; `close` deletes it. */
export async function tinyEngine(
  model: TinyGgufOptions = {},
  { sequences = 1 }: { sequences?: number } = {},
): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), "nearfirst-tiny-"));
  const modelPath = join(folder, "tiny.gguf");
  const { ids } = await writeTinyGguf(modelPath, model);
  const contextTokens = model.contextTokens ?? 1024;
  return testEngine({ modelPath, contextTokens, sequences, ids, folder });
}

interface TestEngineOptions {
  readonly modelPath: string;
  readonly contextTokens: number;
  readonly sequences?: number;
  readonly ids?: ReadonlyMap<string, number>;
  /** Deleted by `close`. */
  readonly folder?: string;
}

export async function testEngine(options: TestEngineOptions): Promise<TestEngine> {
  const { modelPath, contextTokens, sequences = 1, ids = new Map(), folder } = options;
  const load = async () => {
    const host = new EngineHost();
    await host.load({ modelPath, contextTokens, sequences, threads: 1, gpu: false });
    return host;
  };
  const host = await load();
  let fresh: EngineHost | null = null;
  // A prompt of one token leaves nothing else in the cache, and no test's prompt begins with this one.
  const clear = async (on: EngineHost) => {
    await ask(on, { prompt: Int32Array.of(0), maxTokens: 1 });
  };
  const ask = (on: EngineHost, asked: Asked) => {
    const { prompt, signal = new AbortController().signal, onTokens = () => undefined, onProgress, ...rest } = asked;
    const tokens = typeof prompt === "string" ? (on.tokenize([prompt])[0] as Int32Array) : prompt;
    const request = { slot: "file", draft: "", healedText: "", maxTokens: 16, stop: UNSTOPPED, ...rest };
    return on.generate({ ...request, prompt: tokens }, signal, onProgress ? { onTokens, onProgress } : { onTokens });
  };
  return {
    host,
    ids,
    ask: (asked) => ask(host, asked),
    clear: () => clear(host),
    async askFresh(asked) {
      fresh ??= await load();
      await clear(fresh);
      return ask(fresh, asked);
    },
    async close() {
      await host.dispose();
      await fresh?.dispose();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
