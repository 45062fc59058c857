/** The servers that the bench asks, each behind a network of several delays. */
import { DEFAULT_SETTINGS } from "@nearfirst/node";
import { type LargeServer, openBenchLargeModel } from "../pair/large-tier.js";
import type { DraftsLargeArguments } from "./arguments.js";
import { startDelayProxy } from "./delay-proxy.js";
import type { DelayedModel } from "./measure.js";
import { openLlamaServer, openStandardServer, standardPrompt } from "./standard-server.js";
import { draftingByText } from "./text-draft.js";

const DELAYS_MS = [0, 50, 200];

/** What is to be closed afterwards, in the order in which it was opened. */
export type Closing = (() => Promise<void>)[];

/** One server behind a proxy for each delay. */
export async function delayedModels(server: LargeServer, closing: Closing): Promise<readonly DelayedModel[]> {
  const { origin, pathname } = new URL(server.url);
  const models: DelayedModel[] = [];
  for (const delayMs of DELAYS_MS) {
    const proxy = await startDelayProxy(origin, delayMs);
    closing.push(proxy.close);
    const model = await openBenchLargeModel({ ...server, url: `${proxy.url}${pathname.replace(/\/$/, "")}` });
    closing.push(() => model.close());
    models.push({ delayMs, plain: model, drafting: model });
  }
  return models;
}

/** Of the servers that tell; our own and the others are started with the product's. */
export async function leastContext(models: readonly DelayedModel[]): Promise<number> {
  const told = await Promise.all(models.map(({ plain }) => plain.contextTokens()));
  return Math.min(DEFAULT_SETTINGS.contextTokens, ...told.filter((tokens) => tokens !== null));
}

/** A way to hand over a draft by a server that is not ours. */
export interface OtherServer {
  readonly words: string;
  readonly models: readonly DelayedModel[];
}

/** Null where none is there. */
export async function openStandardApi(given: DraftsLargeArguments, closing: Closing): Promise<OtherServer | null> {
  const { contextTokens } = DEFAULT_SETTINGS;
  const server = await openStandardServer({ ...given, contextTokens, speculation: "none" });
  if (server === null) return null;
  closing.push(server.close);
  const large = {
    kind: "openai",
    url: server.url,
    model: given.standardModel,
    keyEnvironment: given.standardKeyEnvironment,
    drafts: "prompt-logprobs",
    ...(await standardPrompt(given.large, given.family)),
  } as const;
  return { words: server.words, models: await delayedModels(large, closing) };
}

/** The draft as text in the prompt of llama.cpp's server with n-gram speculation; null where that is not installed. */
export async function openTextInPrompt(
  { large, family }: DraftsLargeArguments,
  closing: Closing,
): Promise<OtherServer | null> {
  const { contextTokens } = DEFAULT_SETTINGS;
  const server = await openLlamaServer({ large, contextTokens, speculation: "n-gram" });
  if (server === null) return null;
  closing.push(server.close);
  const prompt = await standardPrompt(large, family);
  const plain = await delayedModels({ kind: "llama-server", url: server.url, ...prompt }, closing);
  return {
    words: server.words,
    models: plain.map((each) => ({ ...each, drafting: draftingByText(each.plain) })),
  };
}
