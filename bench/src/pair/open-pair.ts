/** A local and a large model, opened as the product would, the large one behind its own server. */
import type { Capabilities, LargeTier } from "@nearfirst/core";
import { DEFAULT_SETTINGS, findModel, openRuntime, systemClock, WorkerSyntaxParser } from "@nearfirst/node";
import { PATIENCE_MS } from "../runtime.js";
import type { PairArguments } from "./arguments.js";
import { openBenchLargeTier } from "./large-tier.js";
import { startServeLarge } from "./serve-large-process.js";

export interface OpenPair {
  readonly capabilities: Omit<Capabilities, "retriever"> & { readonly large: LargeTier };
  /** Of the large model's server. */
  readonly serverUrl: string;
}

/** Both models and the syntax gate; what is to be closed afterwards joins `closing`. */
export async function openPair(
  { local, large, threads, countsCopies }: PairArguments,
  closing: (() => Promise<void>)[],
): Promise<OpenPair> {
  const { contextTokens } = DEFAULT_SETTINGS;
  const more = ["--silence-limit", `${PATIENCE_MS}ms`, ...(countsCopies ? [] : ["--draft-weight", "0"])];
  const server = await startServeLarge({ model: large, contextTokens, threads, more });
  closing.push(() => server.close());
  const { tier, close } = await openBenchLargeTier({ url: server.url, kind: "nearfirst" });
  closing.push(close);
  const models = countsCopies ? {} : { [(await findModel(local)).name]: { draftWeight: 0 } };
  const runtime = await openRuntime({
    settings: { ...DEFAULT_SETTINGS, model: local, threads, sequences: 1, models },
    workspaceFolders: [],
    watch: "off",
    silenceLimitMs: PATIENCE_MS,
  });
  closing.push(() => runtime.close());
  const parser = new WorkerSyntaxParser({ stuckAfterMs: PATIENCE_MS });
  closing.push(() => parser.close());
  return {
    serverUrl: server.url,
    capabilities: {
      clock: systemClock,
      model: runtime.model,
      // Each request is asked with a policy of its own.
      policy: runtime.capabilities.policy,
      large: tier,
      syntax: { parser, limitMs: PATIENCE_MS },
    },
  };
}
