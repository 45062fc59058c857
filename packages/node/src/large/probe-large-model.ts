/** Asks a large model to fill one hole that we know, and says what is unfit about the answer. */
import { cursorContextOf, type LargeRequest, NearfirstError, type ReleaseRules, release } from "@nearfirst/core";
import { ServersWords } from "./fault-of.js";
import type { LargeAdapter } from "./large-adapter.js";

/** Ours, never the user's: what a server says about it may be shown. */
const KNOWN_HOLE = {
  path: "shapes.py",
  prefix:
    "def area(width, height):\n    return width * height\n\n\ndef perimeter(width, height):\n    return 2 * (width + ",
  suffix: ")\n\n\nprint(area(3, 4), perimeter(3, 4))\n",
  /** What belongs there, and the draft that is offered. */
  answer: "height",
} as const;

const MAX_TOKENS = 24;
const LONGEST_DETAIL = 200;
const LONGEST_ANSWER = 60;

export interface LargeProbe {
  /** Null where the server answered. */
  readonly fault: NearfirstError | null;
  /** The beginning of what the server itself said of its fault; empty where it said nothing. */
  readonly detail: string;
  /** What it filled in; empty with a fault. */
  readonly answer: string;
  readonly ms: number;
  /** What is unfit about it, in words; none where it can be used. */
  readonly unfit: readonly string[];
}

/** Never rejects but for the signal. */
export async function probeLargeModel(model: LargeAdapter, signal: AbortSignal): Promise<LargeProbe> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    const { text, draftOffered, draftAccepted } = await model.generate(await requestOf(model, signal), signal);
    const answer = text.slice(0, LONGEST_ANSWER);
    const unfit = [...unfitAnswer(text, model), ...unfitDraft({ text, draftOffered, draftAccepted }, model)];
    return { fault: null, detail: "", answer, ms: elapsed(), unfit };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const fault = NearfirstError.from(thrown);
    return { fault, detail: detailOf(fault), answer: "", ms: elapsed(), unfit: [] };
  }
}

/** The privacy rules have nothing to keep here: no text of the user's is in it. */
const NOTHING_TO_KEEP: ReleaseRules = { policy: { reasonToKeep: async () => null }, finder: { find: async () => [] } };

async function requestOf({ capabilities }: LargeAdapter, signal: AbortSignal): Promise<LargeRequest> {
  const { path, prefix, suffix, answer } = KNOWN_HOLE;
  const languageId = "python";
  const { lexical, lineLexical, linePrefix } = cursorContextOf(
    { uri: path, languageId, text: prefix + suffix },
    prefix.length,
  );
  const draft = capabilities.drafts === "none" ? null : { text: answer, seenPaths: [] };
  const hole = { file: { uri: null, path, languageId }, prefix, suffix, before: "", after: "", snippets: [], draft };
  const released = await release(hole, NOTHING_TO_KEEP, signal);
  if (released.kind === "withheld") throw new Error(`the known hole was withheld: ${released.reason}`);
  const stop = { mode: "line", languageId, lexical, lineLexical, linePrefix } as const;
  // Nothing of the user's is in it that the audit log would have to tell of.
  const beforeSend = async () => undefined;
  return { prompt: released.prompt, maxTokens: MAX_TOKENS, stop, beforeSend };
}

function unfitAnswer(text: string, { capabilities }: LargeAdapter): readonly string[] {
  const layout =
    capabilities.prompt === "template"
      ? 'Is "large.family" (or "large.template") that of the model?'
      : "Was the model trained to fill in the middle? A very small one may just be wrong.";
  if (text.trim() === "") return [`It answers with nothing. ${layout}`];
  if (
    /<[|\uFF5C][^\s<>]+[|\uFF5C]>|<\/?[a-z]+_[a-z_]+>|<(?:PRE|SUF|MID|EOT)>|\[(?:PREFIX|SUFFIX|MIDDLE|INST)\]/u.test(
      text,
    )
  )
    return [`Special tokens leak into its answer. ${layout}`];
  if (/^\s*(?:`{3}|(?:here|sure|certainly|the|to|this|you|i)\b)/i.test(text))
    return ['It talks instead of filling the hole: for an instruct model set "large.kind" to "openai-chat".'];
  const answer = text.trimStart();
  if (!answer.startsWith(KNOWN_HOLE.answer))
    return [`It does not see what is missing: it answers ${JSON.stringify(answer.slice(0, 30))}. ${layout}`];
  const rest = answer.slice(KNOWN_HOLE.answer.length);
  if (/\bprint\(/.test(rest)) return [`It repeats the code after the hole. ${layout}`];
  // A closing bracket too many is taken out again where a suggestion is shown.
  return /^[\s)]*$/.test(rest)
    ? []
    : [`It does not end where the code goes on: it answers ${JSON.stringify(answer.slice(0, 30))}. ${layout}`];
}

/** A draft that is the answer itself must be accepted, at least in part. */
function unfitDraft(
  {
    text,
    draftOffered,
    draftAccepted,
  }: { readonly text: string; readonly draftOffered: number; readonly draftAccepted: number },
  { capabilities }: LargeAdapter,
): readonly string[] {
  if (capabilities.drafts === "none" || !text.startsWith(KNOWN_HOLE.answer)) return [];
  if (draftOffered === 0)
    return ['It verifies no drafts: its tokens cannot be told apart from the prompt\'s. Set "large.drafts" to "none".'];
  return draftAccepted === 0 ? ["It refuses a draft that is its own answer."] : [];
}

function detailOf({ cause }: NearfirstError): string {
  if (!(cause instanceof ServersWords)) return "";
  return cause.message.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_DETAIL);
}
