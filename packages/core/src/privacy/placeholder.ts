/** What stands in a prompt where a secret was. */

/**
 * A word that is a string's content, an identifier, or a value without quotes alike, so that the code around it still
 * parses wherever the secret stood.
 */
export const SECRET_PLACEHOLDER = "NEARFIRST_REDACTED_SECRET";

/** Enough of the placeholder to be nothing else. */
const TELLING_PART = "NEARFIRST_REDACTED";

/** A shorter beginning of it at an answer's end may be anything. */
const SHORTEST_CUT = 10;

/**
 * Whether a model's answer holds the placeholder, or ends in the middle of it because it was cut there: such an answer is
 * never shown, since it would put the placeholder into the developer's file.
 */
export function holdsPlaceholder(answer: string): boolean {
  if (answer.toUpperCase().includes(TELLING_PART)) return true;
  const end = answer.slice(-TELLING_PART.length).toUpperCase();
  for (let length = TELLING_PART.length - 1; length >= SHORTEST_CUT; length--) {
    if (end.endsWith(TELLING_PART.slice(0, length))) return true;
  }
  return false;
}

/** The text without placeholders. */
export function withoutPlaceholders(text: string): string {
  return text.replaceAll(SECRET_PLACEHOLDER, "");
}
