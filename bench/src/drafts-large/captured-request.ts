/** What the product would ask the large model, with and without the local answer: taken on its way, to be asked again. */
import {
  alwaysLarge,
  type Capabilities,
  complete,
  type LargeGeneration,
  type LargeRequest,
  type LargeTier,
  type Outcome,
  type RoutingPolicy,
  Session,
  type TextDocument,
} from "@nearfirst/core";
import type { HoleInFile } from "@nearfirst/node";

/** Asks the large model once the local answer is there: that is its draft and its second query (MCCom 3.3, 3.4). */
const AFTER_LOCAL: RoutingPolicy = {
  name: "afterLocal",
  usesSyntax: false,
  afterLocal: () => ({ tier: "large", reason: "the bench asks always", score: null }),
};

export interface CapturedRequest {
  readonly request: LargeRequest;
  /** The large model's own answer to it, without a draft. */
  readonly generation: LargeGeneration;
  readonly isRight: boolean;
}

export interface CapturedRequests {
  /** With the snippets of the local prompt. */
  readonly once: CapturedRequest;
  /** With those of Eq. 1, where the local answer is a second query. */
  readonly iterative: CapturedRequest;
}

export interface CaptureOptions {
  readonly capabilities: Capabilities & { readonly large: LargeTier };
  readonly maxTokens: number;
  /** Of the smallest of the servers that are asked later. */
  readonly contextTokens: number;
  readonly signal: AbortSignal;
}

/** Null where a model was not asked or did not answer. */
export async function captureRequests(hole: HoleInFile, options: CaptureOptions): Promise<CapturedRequests | null> {
  const once = await capture(hole, alwaysLarge, options);
  const iterative = once === null ? null : await capture(hole, AFTER_LOCAL, options);
  return once === null || iterative === null ? null : { once, iterative };
}

export function withoutDraft(request: LargeRequest): LargeRequest {
  return { ...request, prompt: { ...request.prompt, draft: "" } as LargeRequest["prompt"] };
}

async function capture(
  { uri, languageId, text, hole, stopMode }: HoleInFile,
  policy: RoutingPolicy,
  { capabilities, maxTokens, contextTokens, signal }: CaptureOptions,
): Promise<CapturedRequest | null> {
  const { large } = capabilities;
  let captured: Omit<CapturedRequest, "isRight"> | null = null;
  const model: LargeTier["model"] = {
    name: large.model.name,
    contextTokens: async () => contextTokens,
    async generate(request, own) {
      const generation = await large.model.generate(withoutDraft(request), own);
      captured = { request, generation };
      return generation;
    },
  };
  const document = { uri, languageId, text: text.slice(0, hole.start) + text.slice(hole.end) };
  const request = { document, offset: hole.start, stopMode, maxTokens, trigger: "explicit" } as const;
  const asked = {
    ...capabilities,
    policy,
    large: { ...large, model, fileOf: (file: TextDocument) => large.fileOf(file) },
  };
  const outcome = await complete(request, asked, new Session(), signal);
  signal.throwIfAborted();
  if (captured === null || outcome.trace.large?.outcome !== "answered") return null;
  return {
    ...(captured as Omit<CapturedRequest, "isRight">),
    isRight: isExact(outcome, text.slice(hole.start, hole.end)),
  };
}

function isExact(outcome: Outcome, target: string): boolean {
  return (
    outcome.kind === "suggested" && outcome.tier === "large" && outcome.suggestion.text.trimEnd() === target.trimEnd()
  );
}
