/**
 * The same text in memory of its own. V8 makes a piece of a longer text point into that text: whoever keeps the piece
 * keeps the whole. What is remembered between requests must not keep a copy of the document for each keystroke.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
