/** Asks a large model to fill one hole that we know, and says what is unfit about the answer. */
import { cursorContextOf, type LargeRequest, NearfirstError, type ReleasedPrompt } from "@nearfirst/core";
import type { LargeAdapter } from "./large-adapter.js";

/** Ours, never the user's: what a server says about it may be shown. */
export const KNOWN_HOLE = {
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
    const { text, draftOffered, draftAccepted } = await model.generate(requestOf(model), signal);
    const answer = text.slice(0, LONGEST_ANSWER);
    const unfit = [...unfitAnswer(text, model), ...unfitDraft({ text, draftOffered, draftAccepted }, model)];
    return { fault: null, detail: "", answer, ms: elapsed(), unfit };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const fault = NearfirstError.from(thrown);
    return { fault, detail: detailOf(fault), answer: "", ms: elapsed(), unfit: [] };
  }
}

function requestOf({ capabilities }: LargeAdapter): LargeRequest {
  const { path, prefix, suffix, answer } = KNOWN_HOLE;
  const document = { uri: path, languageId: "python", text: prefix + suffix };
  const { lexical, lineLexical, linePrefix } = cursorContextOf(document, prefix.length);
  const draft = capabilities.drafts === "none" ? "" : answer;
  const prompt = { languageId: "python", path, prefix, suffix, snippets: [], draft };
  return {
    // The privacy rules have nothing to say here: no text of the user's is in it.
    prompt: prompt as unknown as ReleasedPrompt,
    maxTokens: MAX_TOKENS,
    stop: { mode: "line", languageId: "python", lexical, lineLexical, linePrefix },
  };
}

function unfitAnswer(text: string, { capabilities }: LargeAdapter): readonly string[] {
  const layout =
    capabilities.prompt === "template"
      ? 'Is "large.family" (or "large.template") that of the model?'
      : "Was the model trained to fill in the middle?";
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
  if (/\bprint\(/.test(answer)) return [`It repeats the code after the hole. ${layout}`];
  return [];
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
  if (!(cause instanceof Error)) return "";
  return cause.message.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_DETAIL);
}
