/** The only place that makes a `ReleasedPrompt`: what a large model is asked passes here, or stays on the machine. */
import { languageOfPath } from "../cursor/language-syntax.js";
import type { SecretFinder } from "../engine.js";
import { frozen } from "../frozen.js";
import { holdsPlaceholder } from "./placeholder.js";
import { type PromptParts, redactOnce } from "./redact.js";
import type { FileFacts, KeepReason, ReleasePolicy } from "./release-policy.js";
import type { ReleasedPrompt } from "./released-prompt.js";

/**
 * How much of the file's text beyond the prompt's edges is worth giving as `before` and `after`, in UTF-16 units: more than
 * a private key of 4,096 bits takes.
 */
export const SURROUNDING_CHARACTERS = 4_000;

export interface Draft {
  readonly text: string;
  /** Files whose text the draft's author saw beside the file at the cursor: the local prompt's snippets, or the copied one. */
  readonly seenPaths: readonly string[];
}

/** What a prompt for a large model would be made of. All texts with the same kind of line breaks. */
export interface ReleaseRequest {
  /** The file at the cursor. */
  readonly file: FileFacts;
  readonly prefix: string;
  readonly suffix: string;
  /** The file's text before `prefix`, at least its last `SURROUNDING_CHARACTERS`; never released. */
  readonly before: string;
  /** The file's text after `suffix`, likewise. */
  readonly after: string;
  /** Whole lines of other files, best first. */
  readonly snippets: readonly { readonly path: string; readonly text: string }[];
  /** Null for none. */
  readonly draft: Draft | null;
}

export interface ReleaseRules {
  readonly policy: ReleasePolicy;
  readonly finder: SecretFinder;
}

/**
 * Why nothing leaves. `cursor-in-secret`: a secret begins before the cursor and ends after it, or in the draft.
 * `secrets-unchecked`: a text could not be scanned, or new secrets showed after each pass.
 */
export type WithheldReason = KeepReason | "cursor-in-secret" | "secrets-unchecked";

/** What was done to a prompt before it left. Names and numbers only, no code. */
export interface ReleaseRecord {
  /** How many secrets were replaced, by the rule that found them. */
  readonly redactions: Readonly<Record<string, number>>;
  /** How many snippets stayed, by reason. */
  readonly keptSnippets: Readonly<Partial<Record<KeepReason, number>>>;
  /** Why the draft stayed: its author saw a file that stays, or it holds (the end of) a secret. Null where it did not. */
  readonly draftKept: "saw-kept-file" | "holds-secret" | null;
}

export type Release =
  | { readonly kind: "released"; readonly prompt: ReleasedPrompt; readonly record: ReleaseRecord }
  | { readonly kind: "withheld"; readonly reason: WithheldReason };

/** One finds, one looks again; a third is for what only the first one's redactions let show. */
const MOST_PASSES = 3;

/**
 * Applies the policy to the file, each snippet and the draft, and redacts secrets in what is left, those too that lie
 * across parts or are cut by the prompt's edges. Rejects only with the signal's reason or for a bug.
 */
export async function release(
  request: ReleaseRequest,
  { policy, finder }: ReleaseRules,
  signal: AbortSignal,
): Promise<Release> {
  signal.throwIfAborted();
  const reason = await policy.reasonToKeep(request.file, signal);
  if (reason !== null) return { kind: "withheld", reason };
  const reasonOf = reasonsByPath(policy, signal);
  const snippets = await Promise.all(
    request.snippets.map(async ({ path, text }) => ({ path, text, reason: await reasonOf(path) })),
  );
  const seen = await Promise.all((request.draft?.seenPaths ?? []).map(reasonOf));
  const sawKeptFile = seen.some((each) => each !== null);

  const { prefix, suffix, before, after, file } = request;
  let parts: PromptParts = {
    languageId: file.languageId.replaceAll("\n", " "),
    path: file.path.replaceAll("\n", " "),
    before,
    prefix,
    suffix,
    after,
    snippets: snippets
      .filter((snippet) => snippet.reason === null)
      .map(({ path, text }) => ({ path: path.replaceAll("\n", " "), text })),
    draft: sawKeptFile ? "" : (request.draft?.text ?? ""),
  };
  if (holdsPlaceholder(parts.draft)) parts = { ...parts, draft: "" };
  const redactions = new Map<string, number>();
  const once = findOnce(finder);
  for (let pass = 1; ; pass++) {
    const result = await redactOnce(parts, once, signal);
    signal.throwIfAborted();
    if (result === "at-cursor") return { kind: "withheld", reason: "cursor-in-secret" };
    if (result === "unchecked") return { kind: "withheld", reason: "secrets-unchecked" };
    if (result.found.size === 0) break;
    if (pass === MOST_PASSES) return { kind: "withheld", reason: "secrets-unchecked" };
    for (const [rule, count] of result.found) redactions.set(rule, (redactions.get(rule) ?? 0) + count);
    parts = result.parts;
  }
  const isDraftLost = parts.draft === "" && request.draft !== null && request.draft.text !== "";
  return {
    kind: "released",
    prompt: promptOf(parts),
    record: frozen({
      redactions: Object.fromEntries(redactions),
      keptSnippets: countsOf(snippets.map((snippet) => snippet.reason)),
      draftKept: isDraftLost ? (sawKeptFile ? "saw-kept-file" : "holds-secret") : null,
    }),
  };
}

function promptOf({ languageId, path, prefix, suffix, snippets, draft }: PromptParts): ReleasedPrompt {
  return frozen({ languageId, path, prefix, suffix, snippets, draft }) as ReleasedPrompt;
}

/** Looks at each text once: most of them stay as they are from one pass to the next. */
function findOnce(finder: SecretFinder): SecretFinder {
  const known = new Map<string, ReturnType<SecretFinder["find"]>>();
  return {
    find(text, signal) {
      const found = known.get(text) ?? finder.find(text, signal);
      known.set(text, found);
      return found;
    },
  };
}

/** Asks the policy once for each path. */
function reasonsByPath(policy: ReleasePolicy, signal: AbortSignal): (path: string) => Promise<KeepReason | null> {
  const asked = new Map<string, Promise<KeepReason | null>>();
  return (path) => {
    const known = asked.get(path);
    if (known !== undefined) return known;
    const reason = policy.reasonToKeep({ uri: null, path, languageId: languageOfPath(path) }, signal);
    asked.set(path, reason);
    return reason;
  };
}

function countsOf(reasons: readonly (KeepReason | null)[]): Partial<Record<KeepReason, number>> {
  const counts: Partial<Record<KeepReason, number>> = {};
  for (const reason of reasons) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
