/** One pass over the parts of a prompt: find secrets in and across them, put the placeholder in their place. */
import { type FoundSecret, NOT_SCANNED, type SecretFinder } from "../engine.js";
import { knownSecretsOf, rangesOfKnown } from "./known-secrets.js";
import { SECRET_PLACEHOLDER, withoutPlaceholders } from "./placeholder.js";
import { merged, replaced, type TextRange, within } from "./text-range.js";

export interface PromptParts {
  readonly languageId: string;
  readonly path: string;
  /** Text of the file before `prefix`, which stays: with it a secret is recognised that the prompt's edge cuts. */
  readonly before: string;
  readonly prefix: string;
  readonly suffix: string;
  /** The same after `suffix`. */
  readonly after: string;
  readonly snippets: readonly { readonly path: string; readonly text: string }[];
  readonly draft: string;
}

/** `at-cursor`: the cursor stands inside a secret. `unchecked`: a text could not be scanned. */
export type RedactionObstacle = "at-cursor" | "unchecked";

export interface RedactionPass {
  readonly parts: PromptParts;
  /** How many secrets each rule found; empty where nothing had to be redacted. */
  readonly found: ReadonlyMap<string, number>;
}

/** The rule's name where a piece of a secret is found again in another place. */
const KNOWN_SECRET = "known-secret";

/** A draft with a secret in it is left out; the other parts keep their text around the placeholder. */
export async function redactOnce(
  parts: PromptParts,
  finder: SecretFinder,
  signal: AbortSignal,
): Promise<RedactionPass | RedactionObstacle> {
  const { before, prefix, suffix, after, draft, snippets, languageId, path } = parts;
  const cursor = before.length + prefix.length;
  const texts = [
    before + prefix + suffix + after,
    draft === "" ? "" : before + prefix + draft + suffix + after,
    [languageId, path, ...snippets.map((snippet) => snippet.path)].join("\n"),
    // By itself too: what stands before the cursor, or behind it, may hide what a later place shows.
    draft,
    ...snippets.map((snippet) => snippet.text),
  ];
  const foundByRules = await Promise.all(texts.map((text) => (text === "" ? [] : finder.find(text, signal))));
  if (foundByRules.some((ranges) => ranges.some(({ rule }) => rule === NOT_SCANNED))) return "unchecked";

  const known = knownSecretsOf(foundByRules.flatMap((ranges, at) => ranges.map((range) => sliceOf(texts[at], range))));
  const foundIn = texts.map((text, at) => {
    const ranges = foundByRules[at] as readonly FoundSecret[];
    const copies = rangesOfKnown(text, known)
      .filter((copy) => !ranges.some(({ start, end }) => start <= copy.start && copy.end <= end))
      .map((copy) => ({ ...copy, rule: KNOWN_SECRET }));
    return [...ranges, ...copies];
  });
  const [inFile = [], withDraft = [], inNames = [], inDraftAlone = [], ...inSnippets] = foundIn;
  const [fileText = "", draftedText = ""] = texts;

  const prefixWindow = { start: before.length, end: cursor };
  const suffixWindow = { start: cursor, end: cursor + suffix.length };
  const draftWindow = { start: cursor, end: cursor + draft.length };
  if (inFile.some((range) => spans(range, prefixWindow, suffixWindow, fileText))) return "at-cursor";
  if (withDraft.some((range) => spans(range, prefixWindow, draftWindow, draftedText))) return "at-cursor";

  const found = new Map<string, number>();
  const redact = (text: string, ranges: readonly FoundSecret[]): string => {
    // What an earlier pass has put there is no secret any more.
    const secrets = ranges.filter((range) => withoutPlaceholders(sliceOf(text, range)).trim() !== "");
    for (const { rule } of secrets) found.set(rule, (found.get(rule) ?? 0) + 1);
    return secrets.length === 0 ? text : replaced(text, merged(secrets), SECRET_PLACEHOLDER);
  };
  const inPlace = within(withDraft, draftWindow);
  const isNew = ({ start, end }: TextRange) => !inPlace.some((range) => range.start < end && start < range.end);
  const inDraft = [...inPlace, ...inDraftAlone.filter(isNew)];
  redact(draft, inDraft);
  const [safeLanguageId = "", safePath = "", ...safePaths] = redact(texts[2] ?? "", inNames).split("\n");
  // A secret over several names would give snippets each other's.
  if (safePaths.length !== snippets.length) return "unchecked";
  return {
    parts: {
      ...parts,
      languageId: safeLanguageId,
      path: safePath,
      prefix: redact(prefix, within(inFile, prefixWindow)),
      suffix: redact(suffix, within(inFile, suffixWindow)),
      snippets: snippets.map(({ text }, at) => ({
        path: safePaths[at] ?? "",
        text: redact(text, inSnippets[at] ?? []),
      })),
      draft: inDraft.length > 0 ? "" : draft,
    },
    found,
  };
}

/** Whether a secret lies in both windows. */
function spans(range: TextRange, one: TextRange, other: TextRange, text: string): boolean {
  const isIn = (window: TextRange) =>
    within([range], window).some((part) => {
      const whole = { start: part.start + window.start, end: part.end + window.start };
      return withoutPlaceholders(sliceOf(text, whole)).trim() !== "";
    });
  return isIn(one) && isIn(other);
}

function sliceOf(text: string | undefined, { start, end }: TextRange): string {
  return text?.slice(start, end) ?? "";
}
