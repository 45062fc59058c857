/** The hole that a chat message speaks of, for clients that have nothing but a chat. */
import { CHAT_MARKS } from "@nearfirst/core";

export interface MarkedHole {
  readonly prefix: string;
  readonly suffix: string;
}

const [AFTER, AFTER_END, BEFORE, BEFORE_END] = CHAT_MARKS;

/** How clients mark a hole: three marks around two texts. Each stands for one client's prompt or one publication's special texts. */
interface Notation {
  readonly opening: RegExp;
  readonly between: RegExp;
  readonly closing: RegExp;
  /** The text before the mark in the middle is this one. */
  readonly first: keyof MarkedHole;
  /** Which of several marks in the middle counts. */
  readonly counts: "first" | "last";
}

const NOTATIONS: readonly Notation[] = [
  // Our own prompt for chat models, so that one Nearfirst can be another's large model.
  {
    opening: new RegExp(AFTER, "g"),
    between: new RegExp(`${AFTER_END}\\s*${BEFORE}`, "g"),
    closing: new RegExp(BEFORE_END, "g"),
    first: "suffix",
    counts: "last",
  },
  // Special texts of fill-in-the-middle models (arXiv 2207.14255, 2305.06161), in both spellings.
  {
    opening: /<\|?fim_prefix\|?>/g,
    between: /<\|?fim_suffix\|?>/g,
    closing: /<\|?fim_middle\|?>/g,
    first: "prefix",
    counts: "last",
  },
  // Hole fillers' prompts, which explain the mark around a query that holds the code.
  { opening: /<QUERY>\n?/g, between: /\{\{FILL_HERE\}\}/g, closing: /<\/QUERY>/g, first: "prefix", counts: "first" },
  { opening: /^/g, between: /\{\{FILL_HERE\}\}/g, closing: /$/g, first: "prefix", counts: "first" },
];

/** Null where the message marks none. In time linear in its length, whatever it holds: the daemon has other clients. */
export function markedHole(message: string): MarkedHole | null {
  for (const notation of NOTATIONS) {
    const hole = holeBy(notation, message);
    if (hole !== null) return hole;
  }
  return null;
}

/** From the first opening mark to the last closing one. */
function holeBy({ opening, between, closing, first, counts }: Notation, message: string): MarkedHole | null {
  const [start] = message.matchAll(opening);
  if (start === undefined) return null;
  const inside = message.slice(start.index + start[0].length);
  const end = lastOf(inside.matchAll(closing));
  if (end === null) return null;
  const content = inside.slice(0, end.index);
  const marks = content.matchAll(between);
  const mark = counts === "last" ? lastOf(marks) : (marks.next().value ?? null);
  if (mark === null) return null;
  const [one, other] = [content.slice(0, mark.index), content.slice(mark.index + mark[0].length)];
  return first === "prefix" ? { prefix: one, suffix: other } : { prefix: other, suffix: one };
}

function lastOf<Item>(items: Iterable<Item>): Item | null {
  let last: Item | null = null;
  for (const item of items) last = item;
  return last;
}
