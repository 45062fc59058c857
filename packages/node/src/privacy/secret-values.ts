/** Whether what stands under a telling name is a secret, or a word, a name, an expression, a message. */
import {
  classesIn,
  entropyOf,
  isEncodedText,
  isMadeOfWords,
  isMixed,
  isNameAndPassword,
  isRandom,
  isRandomLetters,
  isStandIn,
} from "./randomness.js";

/** What people choose (a password), what machines draw (a token), or a name of many other things too (a key). */
export type NameKind = "chosen" | "drawn" | "vague";

export function isSecretValue(value: string, kind: NameKind): boolean {
  if (kind !== "chosen" && isNoise(value)) return true;
  if (/\s/.test(value) || isStandIn(value) || isPathOrAddress(value)) return false;
  if (kind === "vague" && isEncodedText(value) && isNameAndPassword(value)) return true;
  if (kind === "vague") return value.length >= 20 && isMixed(value) && entropyOf(value) >= 3 && !isMadeOfWords(value);
  if (kind === "chosen") return value.length >= 6 && !isName(value) && classesIn(value).size >= 2;
  return isDrawnValue(value);
}

export function isDrawnValue(value: string): boolean {
  return value.length >= 8 && (isMixed(value) || isRandomLetters(value)) && !isMadeOfWords(value) && !isStandIn(value);
}

/** Drawn from all that a keyboard has, also spaces, as a content management system's salts are. */
function isNoise(value: string): boolean {
  const signs = value.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0;
  return (
    value.length >= 40 && value.length <= 200 && isMixed(value) && signs >= value.length / 4 && entropyOf(value) >= 4.9
  );
}

/** Without quotes the value may as well be an expression. */
export function isPlainSecret(value: string, kind: NameKind): boolean {
  const isDrawn =
    kind === "chosen"
      ? isMixed(value) || isEncodedText(value)
      : isRandom(value) || (value.length >= 16 && isMixed(value) && entropyOf(value) >= 3);
  // What takes longest is looked at last.
  return isDrawn && !isStandIn(value) && !isPathOrAddress(value) && !isExpression(value) && !isMadeOfWords(value);
}

/** A number, or a member of something. */
function isExpression(value: string): boolean {
  const isMember = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value);
  return /^\d[\d.]*$/.test(value) || (isMember && !value.split(".").some(isDrawnPart));
}

/** Of a token with a dot in it. */
function isDrawnPart(part: string): boolean {
  return /^[A-Za-z0-9]{20,}$/.test(part) && isMixed(part) && entropyOf(part) >= 3.5 && !isMadeOfWords(part);
}

/** What variables are called, and what types and schemas say of a password. */
const OF_CODE =
  /pass|pwd|secret|token|key|user|arg|param|value|text|str|input|data|buf|name|var|field|hash|utf|sha|md5|latin|base64|none|null|undefined|true|false|required|optional|hidden|prompt|default/i;

/** A whole line's value without quotes, as in settings: words with digits are most likely no variable there. */
export function isSettingsPassword(value: string): boolean {
  return (
    /^(?=.*\d)(?=.*[A-Za-z]{4})[\w!@#$%^~?+-][\w!@#$%^&*~?+-]{5,}$/.test(value) &&
    !OF_CODE.test(value) &&
    !isStandIn(value)
  );
}

/** A value in the environment is never an expression: `PGPASSWORD=hunter psql`. */
export function isEnvironmentPassword(value: string): boolean {
  if (value.length < 4 || isStandIn(value) || isPathOrAddress(value) || isTrivial(value)) return false;
  return !/^(?:\d{1,3}|[A-Z][A-Z0-9_]*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)$/.test(value);
}

/** One word in quotes: labels have a capital, names of things in code two words or a capital inside. */
export function isPasswordWord(value: string): boolean {
  const isOfSchema =
    /^(?:number|object|integer|boolean|module|default|basic|plain|unknown|invalid|missing|username|current|confirm|always|never|random|generate|textbox|protected)$/;
  return /^[a-z]{6,40}$/.test(value) && !isTrivial(value) && !isStandIn(value) && !isOfSchema.test(value);
}

/** What stands for a password, or says that there is one. */
export function isTrivial(value: string): boolean {
  return /^(?:pass(?:word|wd|phrase)?|pwd|secret|token|text|string|str|none|null|nil|true|false|yes|no|required|optional|hidden|undefined|prompt|file|env|stdin|ask|empty)$/i.test(
    value,
  );
}

/** Of a message or a description. */
const MESSAGE =
  /pass|kennwort|wachtwoord|senha|contrase|secret|credential|token|\bpin\b|\b(?:please|enter|type|must|invalid|incorrect|wrong|required|missing|cannot|confirm|forgot\w*|choose|characters?|short|least|blank|empty|optional|used|match\w*|fail\w*|error|don'?t|doesn'?t|can'?t)\b|[:.…]$|%[sdr(]|\$[A-Za-z]/i;
const OF_A_SENTENCE =
  /\b(?:an?|the|is|are|was|be|been|to|of|for|with|from|in|on|at|by|and|or|not|if|when|this|that|your|you|we|it|its|has|have|will|too|as|no|do|does|can)\b/gi;
const WORDS =
  /^[\p{L}\p{N}!#$@][\p{L}\p{N}!#$%&*+,.\-/?@^_~’']*(?: [\p{L}\p{N}!#$&*?@^~][\p{L}\p{N}!#$%&*+,.\-/?@^_~’']*){1,23}$/u;

export interface PhraseLimits {
  readonly leastWords: number;
  readonly mostSentenceWords: number;
  /** Whether one that is written like a label, with a capital at its start alone, counts. */
  readonly isSentenceCase: boolean;
}

/** Words with spaces between, without what only code, messages and descriptions have. */
export function isPhrase(value: string, { leastWords, mostSentenceWords, isSentenceCase }: PhraseLimits): boolean {
  if (value.length < 8 || value.length > 200 || !WORDS.test(value)) return false;
  if (isStandIn(value) || MESSAGE.test(value)) return false;
  const words = value.split(" ");
  return (
    words.length >= leastWords &&
    (isSentenceCase || !/^[A-Z][^A-Z]*$/.test(value)) &&
    words.some((word) => /\p{L}{2}/u.test(word)) &&
    (value.match(OF_A_SENTENCE) ?? []).length <= mostSentenceWords
  );
}

function isPathOrAddress(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z+.-]{1,20}:\/\/)/.test(value);
}

/** Letters alone, or a constant's or variable's name. */
function isName(value: string): boolean {
  return /^(?:[A-Za-z]+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[_.-][a-z]+)+)$/.test(value);
}
