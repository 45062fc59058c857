/** Values under a telling name: `password = "..."`, `API_KEY=...`, `"token": "..."`, `<password>...</password>`. */
import type { FoundSecret } from "@nearfirst/core";
import { LONGEST_VALUE } from "./found-range.js";
import {
  isDrawnValue,
  isEnvironmentPassword,
  isPasswordWord,
  isPhrase,
  isPlainSecret,
  isSecretValue,
  isSettingsPassword,
  type NameKind,
} from "./secret-values.js";

/** Names of what people choose: words with a digit may be one. What stands before a name is looked at last: that is faster. */
const CHOSEN =
  "pass(?:w(?:or)?d|wd|[_-]?phrase|wort|(?<=(?:[A-Za-z0-9][_-]|key|store)pass)(?![A-Za-z]))|pwd|psk(?<![A-Za-z]psk)(?![A-Za-z])|kennwort|wachtwoord|contrase[nñ]a|mot_?de_?passe|senha(?<![A-Za-z]senha)(?![a-z])|пароль|密码";
/** Names of what machines draw. */
const DRAWN =
  "pass(?<![A-Za-z]pass)(?![A-Za-z])|secret|token(?!iz)|credential|webhook|bearer|connection[_-]?string|(?:api|access|auth|private|account|shared|signing|encryption|master|session|license|service|client|app|consumer)[_-]?key";
/** Names of many other things too: only what is drawn at random counts. */
const OFTEN = "(?:key|auth|salt|cookie|session|dsn|sig|signature)";
const VAGUE = `${OFTEN}(?![a-z])(?<![A-Za-z]${OFTEN})`;
const NAME = new RegExp(`(?<chosen>${CHOSEN})|(?<drawn>${DRAWN})|(?<vague>${VAGUE})`, "gi");

/** The rest of the name. */
const REST = /[\w.-]{0,40}/y;
/** What the name says of a secret is no secret: its name, its length, where it lies. */
const ABOUT_A_SECRET =
  /(?:name|id|type|kind|path|file|url|uri|endpoint|length|size|count|regex|pattern|field|column|header|prefix|suffix|label|hint|placeholder|message|error|expires?|expiry|ttl|age|algorithm|format|version|word|board|class|scope|provider|method|policy|limit)s?$/i;

/** Makes bytes or a wrapped text of what is in quotes, and nothing else of it. */
const DECODER =
  "(?:[\\w.:$]{0,40}(?:fromhex|b64decode|unhexlify|atob|Buffer\\.from|DecodeString|decode64|Secret(?:Str|String|Bytes))\\(\\s{0,8})?";
/** Where a value is used if there is no other, or compared with. */
const OTHERWISE =
  "\\)?\\s{0,4}(?:\\|\\||\\?\\?|\\?:|\\bor\\b)|\\)\\.(?:toBe|toEqual|toStrictEqual|isEqualTo|equals)\\(";
/** Also in another string, or in HTML. */
const QUOTE = `"""|'''|\\\\{1,3}["']|&quot;|["'\`]`;
/**
 * Between the name and a value in quotes: the name's own end, a length, a type on either side, an operator, a comma, an
 * attribute, a value beside its name, a call, or nothing but a space; what decodes it; and a bracket that it is in.
 */
const BEFORE_QUOTED = new RegExp(
  `(?:\\\\{0,3}["'\\]]|&quot;){0,2}(?:\\[\\w{0,20}\\])?\\s{0,8}(?<operator>${OTHERWISE}|:\\s{0,4}[A-Za-z_&*][\\w.[\\]|<>&*' ]{0,40}=|[A-Za-z_*][\\w.*[\\]]{0,40}[ \\t]{1,4}=|:=|=>|[=!]==?|,?\\s{0,40}["']?(?:value|default)["']?\\s{0,4}[:=]|[=:,(]|[ \\t])\\s{0,8}${DECODER}(?<bracket>[([{]?)\\s{0,8}(?:[rbfu]{0,2}|@)(?<quote>${QUOTE})`,
  "iy",
);
const NEXT_IN_LIST = /\s{0,8},\s{0,40}(?:[rbfu]{0,2}|@)(?<quote>["'`])/iy;
const MOST_IN_LIST = 100;
const BEFORE_PLAIN = /["'\]]{0,2}(?:[ \t]{0,8}(?:=|:|%3D|[ \t])|\s{1,40}value:)[ \t]{0,8}/y;
/** What follows is the first line of a block, as YAML has it. */
const BLOCK = /[|>][+-]?[ \t]{0,8}\r?\n[ \t]{1,40}/y;
const ELEMENT = /["']?>(?<value>[^<>\n]{6,200})(?<end><|(?=\n)|$)/y;
const OPEN_ELEMENT = /\n[ \t]{0,40}<[^<>\n]{0,80}$/;
const PLAIN_VALUE = /[A-Za-z0-9_\-+/=.~!@#%^&*$?]{8,500}/y;
/** No more than a value on the rest of a line; words where a file of settings has them. */
const REST_OF_LINE = /[^\s"'`()[\]{}<>|\\;,]{1,200}(?: [^\s"'`()[\]{}<>|\\;,]{1,40}){0,23}(?=[ \t]{0,8}(?:\r?\n|$))/y;

/** Where an environment's variable has its value, at whose end may be a command. */
const VARIABLE = /(?<![\w.$-])(?!(?:OLD)?PWD$)[A-Z][A-Z0-9_]{2,60}$/;
const VARIABLE_VALUE = /[^\s"'`;|&<>()[\]{},$\\]{4,200}(?=\s|$|["'`])/y;
/** What a shell and its like take where a variable has no value: `${PASSWORD:-...}`. */
const SHELL_DEFAULT = /:?[-=?](?<value>[^}\s"'`$]{4,200})\}/y;
/** What stands before a name on its line, where a file of settings has nothing else; no longer than the number. */
const LONGEST_SETTING = 125;
const SETTING = /(?:^|\n)[ \t]{0,40}(?:- )?(?:name: |export |set |ENV )?["']?[\w.-]{0,60}$/;

export function* assignedSecrets(text: string): Generator<FoundSecret> {
  let from = 0;
  for (const match of text.matchAll(NAME)) {
    if (match.index < from) continue;
    const kind = (["chosen", "drawn", "vague"] as const).find((each) => match.groups?.[each] !== undefined);
    const nameEnd = endAt(REST, text, match.index + match[0].length);
    const rest = text.slice(match.index + match[0].length, nameEnd);
    if (kind === undefined || ABOUT_A_SECRET.test(rest)) continue;
    // A question to a secret, such as `password.encode("latin1")`; but not what it is compared with.
    if (rest.includes(".") && text[nameEnd] === "(" && !/\.equals\w{0,12}$/i.test(rest)) continue;
    // Not `the password's ...` or `passwordForgotten`, nor the statement `pass`.
    const mayBeWords =
      kind === "chosen" ||
      /secret$/i.test(match[0]) ||
      (match[0].toLowerCase() === "pass" && /^["']?[ \t]?[=:]/.test(text.slice(nameEnd, nameEnd + 3)));
    const isWhole = mayBeWords && /^s?\d*$/.test(rest);
    for (const value of valuesAfter(text, { start: match.index, end: nameEnd, kind, isWhole })) {
      from = value.end;
      yield { ...value, rule: `assigned-${kind === "chosen" ? "password" : "secret"}` };
    }
  }
}

interface Name {
  readonly start: number;
  readonly end: number;
  readonly kind: NameKind;
  /** A value of several words may follow. */
  readonly isWhole: boolean;
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

function* valuesAfter(text: string, name: Name): Generator<TextRange> {
  const quoted = matchAt(BEFORE_QUOTED, text, name.end);
  if (quoted?.groups !== undefined) {
    const { operator = "", bracket, quote = "" } = quoted.groups;
    const isOpen = /[=:]$|^=>$/.test(operator);
    // `PGPASSWORD="hunter"`, as a shell has it.
    const isShell = name.kind === "chosen" && quoted[0] === `=${quote}` && isVariable(text, name);
    yield* inQuotes(text, { at: name.end + quoted[0].length, quote, isList: bracket !== "", isOpen, isShell }, name);
    return;
  }
  const element = matchAt(ELEMENT, text, name.end);
  const plain = element === null ? plainAfter(text, name) : null;
  if (element !== null) {
    const { value = "", end: mark } = element.groups ?? {};
    const start = name.end + element[0].indexOf(">") + 1;
    // Without its end it may be a comparison, a group of a pattern, or what stands for a value.
    const isElement =
      mark === "<" || OPEN_ELEMENT.test(text.slice(Math.max(0, name.start - LONGEST_SETTING), name.start));
    if (isElement && (isSecretValue(value, name.kind) || (name.isWhole && isPhrase(value, ASSIGNED_PHRASE))))
      yield { start, end: start + value.length };
  } else if (plain !== null) yield plain;
}

const ASSIGNED_PHRASE = { leastWords: 2, mostSentenceWords: 2, isSentenceCase: true };
/** Where no operator says that a value follows, or no quotes that it is a text. */
const BARE_PHRASE = { leastWords: 3, mostSentenceWords: 0, isSentenceCase: false };

interface OpenQuote {
  /** After the quote. */
  readonly at: number;
  readonly quote: string;
  readonly isList: boolean;
  /** Whether an operator stands before it. */
  readonly isOpen: boolean;
  /** Whether it is a variable of the environment. */
  readonly isShell: boolean;
}

function* inQuotes(text: string, open: OpenQuote, name: Name): Generator<TextRange> {
  const { at, quote, isList, isOpen, isShell } = open;
  const phrase = isOpen ? ASSIGNED_PHRASE : BARE_PHRASE;
  const isSecret = (value: string) =>
    isSecretValue(value, name.kind) ||
    (name.isWhole && isPhrase(value, phrase)) ||
    (name.isWhole && isOpen && name.kind === "chosen" && isPasswordWord(value)) ||
    (isShell && !/\s/.test(value) && isEnvironmentPassword(value));
  let next: { at: number; quote: string } | null = { at, quote };
  for (let count = 0; next !== null && count < MOST_IN_LIST; count++) {
    const content = contentOf(text, next.at, next.quote);
    if (content === null) return;
    const value = text.slice(content.start, content.end);
    if (isSecret(value)) yield { start: content.start, end: content.end };
    if (!isList || !content.isClosed) return;
    const comma = matchAt(NEXT_IN_LIST, text, content.end + next.quote.length);
    if (comma === null) return;
    next = { at: content.end + next.quote.length + comma[0].length, quote: comma.groups?.["quote"] ?? "" };
  }
}

/**
 * Of a string that its line does not close, as much as is no code behind it. A quote that closed another string is seldom
 * followed by any of these.
 */
const TYPED = /[\w!@#$^&*~][^"'`()[\]{}<>|;,\\\n]{0,200}(?!["'`])/y;

/** A string's text: of one with lines of its own without the space around, of one that is being typed what is there. */
function contentOf(text: string, at: number, quote: string): (TextRange & { readonly isClosed: boolean }) | null {
  const hasLines = quote === '"""' || quote === "'''" || quote === "`";
  const start = hasLines ? endAt(/\\?\s{0,80}/y, text, at) : at;
  for (let end = start; end - start <= LONGEST_VALUE; end++) {
    const isClosed = text.startsWith(quote, end);
    if (text[end] === "\n" && !hasLines && !isClosed) break;
    if (isClosed || end >= text.length) {
      const content = hasLines ? text.slice(start, end).trimEnd() : text.slice(start, end);
      if (!isClosed && content.includes("\n")) break;
      return content === "" ? null : { start, end: start + content.length, isClosed: true };
    }
    if (text[end] === "\\") end++;
  }
  const typed = matchAt(TYPED, text, start)?.[0].trimEnd() ?? "";
  return typed === "" ? null : { start, end: start + typed.length, isClosed: false };
}

function plainAfter(text: string, name: Name): TextRange | null {
  const before = text.slice(Math.max(0, name.start - LONGEST_SETTING), name.start);
  const chosen = name.kind === "chosen" ? settingAfter(text, name, before) : null;
  if (chosen !== null) return chosen;
  const otherwise = /\$\{\w{0,60}$/.test(before) ? matchAt(SHELL_DEFAULT, text, name.end) : null;
  const ofVariable = otherwise?.groups?.["value"] ?? "";
  if (otherwise !== null && (name.kind === "chosen" ? isEnvironmentPassword : isDrawnValue)(ofVariable)) {
    const end = name.end + otherwise[0].length - 1;
    return { start: end - ofVariable.length, end };
  }
  const after = endAt(BEFORE_PLAIN, text, name.end);
  if (after === name.end) return null;
  const start = endAt(BLOCK, text, after);
  const end = endAt(PLAIN_VALUE, text, start);
  return end > start && isPlainSecret(text.slice(start, end), name.kind) ? { start, end } : null;
}

/** A password on a line of settings, or in the environment: neither holds expressions. */
function settingAfter(text: string, name: Name, before: string): TextRange | null {
  const after = endAt(BEFORE_PLAIN, text, name.end);
  if (after === name.end) return null;
  const start = endAt(BLOCK, text, after);
  const isSetting = start > after || SETTING.test(before);
  const line = isSetting ? (matchAt(REST_OF_LINE, text, start)?.[0] ?? "") : "";
  const separator = text.slice(name.end, after);
  const isWords = name.isWhole && /[=:]/.test(separator) && isPhrase(line, BARE_PHRASE);
  if (isWords || isSettingsPassword(line)) return { start, end: start + line.length };
  if (!isVariable(text, name)) return null;
  const isLine = separator.includes(":") || /ENV [\w.-]*$/.test(before);
  const value = separator === "=" ? (matchAt(VARIABLE_VALUE, text, after)?.[0] ?? "") : isLine ? line : "";
  return !value.includes(" ") && isEnvironmentPassword(value) ? { start, end: start + value.length } : null;
}

function isVariable(text: string, { start, end }: Name): boolean {
  return VARIABLE.test(text.slice(Math.max(0, start - 60), end));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endAt(pattern: RegExp, text: string, at: number): number {
  return at + (matchAt(pattern, text, at)?.[0].length ?? 0);
}
