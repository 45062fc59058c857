/** Values under a telling name: `password = "..."`, `API_KEY=...`, `"token": "..."`, `<password>...</password>`. */
import type { FoundSecret } from "@nearfirst/core";
import { LONGEST_VALUE } from "./found-range.js";
import { classesIn, entropyOf, isMadeOfWords, isMixed, isRandom, isRandomLetters, isStandIn } from "./randomness.js";

/** Names of what people choose: words with a digit may be one. */
const CHOSEN = "passw(?:or)?d|passwd|passphrase|pwd|(?<=[A-Za-z0-9][_-])pass(?![A-Za-z])";
/** Names of what machines draw. */
const DRAWN =
  "(?<![A-Za-z])pass(?![A-Za-z])|secret|token(?!iz)|credential|webhook|bearer|connection[_-]?string|(?:api|access|auth|private|account|shared|signing|encryption|master|session|license|service|client|app|consumer)[_-]?key";
/** Names of many other things too: only what is drawn at random counts. */
const VAGUE = "(?<![A-Za-z])(?:key|auth|salt|cookie|session|dsn|sig|signature)(?![a-z])";
const NAME = new RegExp(`(?<chosen>${CHOSEN})|(?<drawn>${DRAWN})|(?<vague>${VAGUE})`, "gi");

/** The rest of the name. */
const REST = /[\w.-]{0,40}/y;
/** What the name says of a secret is no secret: its name, its length, where it lies. */
const ABOUT_A_SECRET =
  /(?:name|id|type|kind|path|file|url|uri|endpoint|length|size|count|regex|pattern|field|column|header|prefix|suffix|label|hint|placeholder|message|error|expires?|expiry|ttl|age|algorithm|format|version|word|board|class|scope|provider|method|policy|limit)s?$/i;

/**
 * Between the name and a value in quotes: the name's own end, a length, a type on either side, an operator, a comma, an
 * attribute, a call, or nothing but a space; and a bracket that the value is the first thing in.
 */
const BEFORE_QUOTED =
  /["'\]]{0,2}(?:\[\w{0,20}\])?\s{0,8}(?::\s{0,4}[A-Za-z_&*][\w.[\]|<>&*' ]{0,40}=|[A-Za-z_*][\w.*[\]]{0,40}[ \t]{1,4}=|:=|=>|[=!]==?|[=:,(]|value=|[ \t])\s{0,8}[([{]?\s{0,8}(?:[rbfu]{0,2}|@)("""|'''|["'`])/iy;
const BEFORE_PLAIN = /["'\]]{0,2}[ \t]{0,8}(?:=|:|[ \t])[ \t]{0,8}/y;
const ELEMENT = />([^<>\s]{6,200})</y;
const PLAIN_VALUE = /[A-Za-z0-9_\-+/=.~!@#%^&*$?]{8,500}/y;

type NameKind = "chosen" | "drawn" | "vague";

export function* assignedSecrets(text: string): Generator<FoundSecret> {
  let from = 0;
  for (const match of text.matchAll(NAME)) {
    if (match.index < from) continue;
    const kind = (["chosen", "drawn", "vague"] as const).find((each) => match.groups?.[each] !== undefined);
    const nameEnd = endAt(REST, text, match.index + match[0].length);
    const rest = text.slice(match.index + match[0].length, nameEnd);
    if (kind === undefined || ABOUT_A_SECRET.test(rest)) continue;
    // A question to a secret, such as `password.encode("latin1")`.
    if (rest.includes(".") && text[nameEnd] === "(") continue;
    const value = valueAfter(text, nameEnd, kind);
    if (value === null) continue;
    from = value.end;
    yield { ...value, rule: `assigned-${kind === "chosen" ? "password" : "secret"}` };
  }
}

function valueAfter(text: string, at: number, kind: NameKind): { start: number; end: number } | null {
  BEFORE_QUOTED.lastIndex = at;
  const quoted = BEFORE_QUOTED.exec(text);
  if (quoted !== null) {
    const start = at + quoted[0].length;
    const end = closingQuote(text, start, quoted[1] as string);
    return end !== null && isSecretValue(text.slice(start, end), kind) ? { start, end } : null;
  }
  ELEMENT.lastIndex = at;
  const element = ELEMENT.exec(text);
  if (element !== null) {
    const [start, end] = [at + 1, at + element[0].length - 1];
    return isSecretValue(text.slice(start, end), kind) ? { start, end } : null;
  }
  const start = endAt(BEFORE_PLAIN, text, at);
  if (start === at) return null;
  const end = endAt(PLAIN_VALUE, text, start);
  return end > start && isPlainSecret(text.slice(start, end), kind) ? { start, end } : null;
}

/** Null where the string goes on over the line or for too long. */
function closingQuote(text: string, start: number, quote: string): number | null {
  for (let at = start; at < text.length && at - start <= LONGEST_VALUE; at++) {
    if (text.startsWith(quote, at)) return at;
    if (text[at] === "\n") return null;
    if (text[at] === "\\") at++;
  }
  // The text ends inside the string: the prompt's edge, or the cursor in a file without more.
  return start + LONGEST_VALUE >= text.length && start < text.length ? text.length : null;
}

function isSecretValue(value: string, kind: NameKind): boolean {
  if (/\s/.test(value) || isStandIn(value) || isPathOrAddress(value)) return false;
  if (kind === "vague") return value.length >= 20 && isMixed(value) && entropyOf(value) >= 3 && !isMadeOfWords(value);
  if (kind === "chosen") return value.length >= 6 && !isName(value) && classesIn(value).size >= 2;
  return value.length >= 8 && (isMixed(value) || isRandomLetters(value)) && !isMadeOfWords(value);
}

/** Without quotes the value may as well be an expression. */
function isPlainSecret(value: string, kind: NameKind): boolean {
  if (isStandIn(value) || isPathOrAddress(value) || isMadeOfWords(value)) return false;
  // A number, or a member of something.
  if (/^(?:\d[\d.]*|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+)$/.test(value)) return false;
  if (kind === "chosen") return isMixed(value);
  return isRandom(value) || (value.length >= 16 && isMixed(value) && entropyOf(value) >= 3);
}

function isPathOrAddress(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z+.-]{1,20}:\/\/)/.test(value);
}

/** Letters alone, or a constant's or variable's name. */
function isName(value: string): boolean {
  return /^(?:[A-Za-z]+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[_.-][a-z]+)+)$/.test(value);
}

function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
