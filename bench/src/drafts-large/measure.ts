/** One request, with and without its draft, over networks of several delays. */
import type { LargeGeneration, LargeModel, LargeRequest } from "@nearfirst/core";
import { differenceBeyondTies } from "../../../packages/node/src/testing/difference-beyond-ties.js";
import { withoutDraft } from "./captured-request.js";

export interface DelayedModel {
  readonly delayMs: number;
  /** Answers without and with drafts: the same, but where a draft is handed over in another way than the adapter's. */
  readonly plain: LargeModel;
  readonly drafting: LargeModel;
}

export interface Timing {
  readonly delayMs: number;
  readonly withoutMs: number;
  readonly withMs: number;
}

export interface Measured {
  readonly timings: readonly Timing[];
  readonly draftOffered: number;
  readonly draftAccepted: number;
  /** Null where the server does not tell. */
  readonly passesWithout: number | null;
  readonly passesWith: number | null;
  /** How the answer with the draft differs, other than by a tie; null where it does not. */
  readonly difference: string | null;
}

export interface MeasureOptions {
  readonly models: readonly DelayedModel[];
  /** Which is asked first: whatever the order does to the times, half of the tasks take it off again. */
  readonly first: "plain" | "drafting";
  readonly signal: AbortSignal;
}

/** Both prompts were asked once before they are measured: what a server keeps of them it has. */
export async function measureDraft(
  request: LargeRequest,
  { models, first, signal }: MeasureOptions,
): Promise<Measured> {
  const timings: Timing[] = [];
  let [without, withDraft]: (LargeGeneration | null)[] = [null, null];
  const differences: string[] = [];
  await models[0]?.plain.generate(withoutDraft(request), signal);
  await models[0]?.drafting.generate(request, signal);
  for (const { delayMs, plain, drafting } of models) {
    const askPlain = () => timed(() => plain.generate(withoutDraft(request), signal));
    const askDrafting = () => timed(() => drafting.generate(request, signal));
    const early = first === "drafting" ? await askDrafting() : null;
    const [own, withoutMs] = await askPlain();
    const [drafted, withMs] = early ?? (await askDrafting());
    timings.push({ delayMs, withoutMs, withMs });
    [without, withDraft] = [own, drafted];
    differences.push(...[differenceOf(drafted, own)].filter((each) => each !== null));
  }
  return {
    timings,
    draftOffered: withDraft?.draftOffered ?? 0,
    draftAccepted: withDraft?.draftAccepted ?? 0,
    passesWithout: without?.forwardPasses ?? null,
    passesWith: withDraft?.forwardPasses ?? null,
    difference: differences[0] ?? null,
  };
}

async function timed<Value>(act: () => Promise<Value>): Promise<[Value, number]> {
  const startedAt = performance.now();
  const value = await act();
  return [value, performance.now() - startedAt];
}

/** By tokens where the server tells their probabilities, else by the text alone. */
function differenceOf(drafted: LargeGeneration, own: LargeGeneration): string | null {
  if (drafted.tokens !== null && own.tokens !== null)
    return differenceBeyondTies({ ...drafted, tokens: drafted.tokens }, { ...own, tokens: own.tokens });
  return drafted.text === own.text ? null : `the text is ${JSON.stringify(drafted.text)}`;
}
