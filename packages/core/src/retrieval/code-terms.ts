/** Text as BM25 sees it: identifiers whole and in parts, numbers, all in lower case. */

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
/** `HTTPServer2` → HTTP, Server, 2. */
const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}\p{M}]+/gu;
/** All lower case letters or all digits: the word is its only part. Most words are, and need no second look. */
const ONE_PART = /^(?:[a-z]+|[0-9]+)$/;
/** Longer words are data (hashes, encoded bytes), not names. */
const MAX_WORD_CHARACTERS = 64;

/**
 * Terms in order of appearance, with repetition: each identifier whole, then the parts it splits into at changes of
 * case, underscores and digits (MCCom 3.4 does not say how text becomes terms). `userName` gives username, user, name.
 */
export function codeTerms(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    if (word.length > MAX_WORD_CHARACTERS) continue;
    if (ONE_PART.test(word)) {
      terms.push(word);
      continue;
    }
    const parts = word.match(PART);
    if (parts === null) continue;
    const whole = word.toLowerCase();
    terms.push(whole);
    if (parts.length === 1 && (parts[0] as string).length === word.length) continue;
    for (const part of parts) terms.push(part.toLowerCase());
  }
  return terms;
}
