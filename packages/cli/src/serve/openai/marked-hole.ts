/** The hole that a chat message speaks of, for clients that have nothing but a chat. */
import { CHAT_MARKS } from "@nearfirst/core";

export interface MarkedHole {
  readonly prefix: string;
  readonly suffix: string;
}

const [AFTER, AFTER_END, BEFORE, BEFORE_END] = CHAT_MARKS;

/** How clients mark a hole, in named groups. Each stands for one client's prompt or one publication's special texts. */
const NOTATIONS: readonly RegExp[] = [
  // Our own prompt for chat models, so that one Nearfirst can be another's large model.
  new RegExp(`${AFTER}(?<suffix>.*)${AFTER_END}\\s*${BEFORE}(?<prefix>.*)${BEFORE_END}`, "s"),
  // Special texts of fill-in-the-middle models (arXiv 2207.14255, 2305.06161), in both spellings.
  /<\|?fim_prefix\|?>(?<prefix>.*)<\|?fim_suffix\|?>(?<suffix>.*)<\|?fim_middle\|?>/s,
  // Hole fillers' prompts, which explain the mark around a query that holds the code.
  /<QUERY>\n?(?<prefix>.*?)\{\{FILL_HERE\}\}(?<suffix>.*)\n?<\/QUERY>/s,
  /^(?<prefix>.*?)\{\{FILL_HERE\}\}(?<suffix>.*)$/s,
];

/** Null where the message marks none. */
export function markedHole(message: string): MarkedHole | null {
  for (const notation of NOTATIONS) {
    const { prefix, suffix } = notation.exec(message)?.groups ?? {};
    if (prefix !== undefined && suffix !== undefined) return { prefix, suffix };
  }
  return null;
}
