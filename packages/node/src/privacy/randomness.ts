/** How random a text looks: what people name is made of words, what machines draw is not. */
import { frequentPairsOf } from "./letter-pairs.js";

/** Shannon entropy in bits a character, at least 0. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Share in [0, 1] of neighbouring characters of different classes: lower case, upper case, digit, other. */
function classChangesOf(text: string): number {
  let changes = 0;
  for (let at = 1; at < text.length; at++) {
    const [one, other] = [classOf(text.charCodeAt(at - 1)), classOf(text.charCodeAt(at))];
    if (one !== other) changes++;
  }
  return text.length < 2 ? 0 : changes / (text.length - 1);
}

type CharacterClass = "lower" | "upper" | "digit" | "other";

function classOf(code: number): CharacterClass {
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  return code >= 48 && code <= 57 ? "digit" : "other";
}

export function classesIn(text: string): ReadonlySet<CharacterClass> {
  const classes = new Set<CharacterClass>();
  for (let at = 0; at < text.length; at++) classes.add(classOf(text.charCodeAt(at)));
  return classes;
}

/** Drawn at random from letters of both cases and digits: a quarter below what 32 such characters have on average. */
const RANDOM_CHANGES = 0.35;
const RANDOM_BITS = 4.1;
const SHORTEST_RANDOM = 32;

/** Whether a text without a telling name is most likely a key: at least 32 characters of both cases and digits. */
export function isRandom(text: string): boolean {
  const classes = classesIn(text);
  return (
    text.length >= SHORTEST_RANDOM &&
    classes.has("lower") &&
    classes.has("upper") &&
    classes.has("digit") &&
    classChangesOf(text) >= RANDOM_CHANGES &&
    entropyOf(text) >= RANDOM_BITS
  );
}

/** Letters and digits that change too often for words: enough for what has a token's prefix or a telling name. */
export function isMixed(text: string): boolean {
  const classes = classesIn(text);
  return classes.has("digit") && (classes.has("lower") || classes.has("upper")) && entropyOf(text) >= 2.5;
}

/** Base64 of printable text, as in the `data` of a Kubernetes secret: words decode to anything but that. */
export function isEncodedText(value: string): boolean {
  if (value.length < 8 || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  return /^[\x20-\x7e]+\n?$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/** What basic authentication sends, in base64. */
export function isNameAndPassword(base64: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(Buffer.from(base64, "base64").toString("latin1"));
}

/** What documentation and templates write in a secret's place. */
const STAND_IN =
  /example|change.?me|your[_-]|xxxx|\*\*\*|\.\.\.|dummy|placeholder|redacted|<[^>]*>|\$\{|\{\{|\$\(|%\(\w+\)s|^%s$|^\$\w|^\{\w*\}$|^%\w+%$|^#\{/i;

export function isStandIn(value: string): boolean {
  return STAND_IN.test(value) || /^(.)\1*$/.test(value);
}

/** Random letters are split at their capitals too, but into shorter pieces, the more so the longer the text. */
const SHORTEST_WORD = 3;
const SHORTEST_WORD_OF_LONG = 4;
const LONG = 16;
/** Most words have more frequent pairs of letters than this, and three in a hundred random texts of 20 letters and digits. */
const WORDS_PAIRS = 0.6;
/** Next to no words have fewer. */
const RANDOM_PAIRS = 0.45;

/** Words and names with a few digits, joined as names are: `hmac-sha256`, `settings.token2`, `useAuth0`. */
export function isMadeOfWords(value: string): boolean {
  const parts = value.split(/[_.\-/:$]|(?<=[a-z0-9])(?=[A-Z])/);
  return (
    value.length / parts.length >= (value.length < LONG ? SHORTEST_WORD : SHORTEST_WORD_OF_LONG) &&
    parts.every((part) => /^(?:[A-Z]?[a-z]*|[A-Z]{1,5}[a-z]{3,}|[A-Z]+)\d{0,4}$/.test(part)) &&
    frequentPairsOf(value) >= WORDS_PAIRS
  );
}

/** Drawn at random without a digit among it: long, in both cases, with pairs of letters that words do not have. */
export function isRandomLetters(value: string): boolean {
  return value.length >= LONG && /[a-z]/.test(value) && /[A-Z]/.test(value) && frequentPairsOf(value) < RANDOM_PAIRS;
}
