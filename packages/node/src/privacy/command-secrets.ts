/** Passwords on command lines, in a shell's own words or as a list of arguments in code. */
import type { FoundSecret } from "@nearfirst/core";
import { classesIn, isMadeOfWords, isMixed, isStandIn } from "./randomness.js";
import { isTrivial } from "./secret-values.js";

interface Command {
  /** The program's source. */
  readonly program: string;
  /** Options whose value is a password; as the next word, or as the rest of theirs. */
  readonly separate?: readonly string[];
  readonly attached?: readonly string[];
  /** Between the user's name and the password, where the value has both. */
  readonly between?: string;
}

const LOGIN =
  "(?:docker|podman|buildah|skopeo|nerdctl|oras|helm|az|oc|cf|heroku|crane|mc)(?: (?:registry|auth))? login";

/** From the programs' own manuals. */
const COMMANDS: readonly Command[] = [
  { program: "(?:mysql|mariadb)[\\w-]{0,14}", attached: ["-p"] },
  { program: "sshpass", separate: ["-p"], attached: ["-p"] },
  { program: "curl", separate: ["-u", "--user", "-U", "--proxy-user"], attached: ["-u", "--user="], between: ":" },
  { program: "lftp", separate: ["-u", "--user"], between: "," },
  { program: "smbclient", separate: ["-U", "--user"], attached: ["-U", "--user="], between: "%" },
  { program: "sqlplus", separate: [""], between: "/" },
  { program: LOGIN, separate: ["-p"], attached: ["-p="] },
  { program: "mongo(?:sh|dump|restore|export|import)?", separate: ["-p"], attached: ["-p"] },
  { program: "redis-cli", separate: ["-a", "--pass"] },
  { program: "ldap(?:search|modify|add|delete|passwd|whoami)", separate: ["-w"], attached: ["-w"] },
  { program: "(?:sqlcmd|bcp|isql|ipmitool|zip|unzip)", separate: ["-P"], attached: ["-P"] },
  { program: "(?:7z[ar]?|rar|unrar)", attached: ["-p"] },
  { program: "(?:cqlsh|rdesktop)", separate: ["-p"] },
  { program: "xfreerdp", attached: ["/p:"] },
  { program: "openssl", separate: ["-k", "-K"], attached: ["pass:"] },
  { program: "snmp(?:walk|get|set)", separate: ["-A", "-X"] },
  { program: "(?:keytool|jarsigner)", separate: ["-storepass", "-keypass", "-srcstorepass", "-deststorepass"] },
];

const PROGRAM = new RegExp(
  `(?<![\\w.$-])(?:${COMMANDS.map(({ program }, at) => `(?<c${at}>${program})`).join("|")})(?:\\.exe)?(?=["']?[\\s,])`,
  "g",
);
/** Further on no command goes. */
const LONGEST_COMMAND = 600;
/** Between words, which a line's end may be, and a word: one in quotes, also behind an option, or one without. */
const GAP = /(?:[ \t]|\\\r?\n){1,80}/y;
const WORD =
  /(?:-{1,2}[\w-]{0,30}[=:]|-\w|\/\w:)?(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')|[\w.@-]{1,64}[:%](?:"[^"\s]{1,200}"|'[^'\s]{1,200}')|[^\s"'`|;&<>()]{0,200}/y;
/** The same in a list of arguments, each in quotes. */
const GAP_IN_LIST = /["'`],\s{0,40}["'`]/y;
const WORD_IN_LIST = /[^"'`\n]{0,200}/y;

/** `--password=...` of any program, where no other rule needs a value drawn at random. */
const OPTION =
  /(?<![\w-])--?(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|storepass|keypass)(?:=|["'],\s{0,8}["']|[ \t]{1,4})(?<secret>"[^"\n]{3,200}"|'[^'\n]{3,200}'|[^\s"'`|;&<>()[\]{},\\]{4,200})/dgi;
/** `--token=...`: what a machine draws. */
const TOKEN_OPTION =
  /(?<![\w-])--?(?:[a-z]{1,20}-){0,3}(?:token|secret|api-?key)(?:=|["'],\s{0,8}["'])(?<secret>[\w.~+/=-]{8,500})/dgi;
/** What a program reads its password from. */
const PIPED =
  /\b(?:echo|printf)[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}|["']%s(?:\\n)?["'][ \t]{1,4})?["']?(?<secret>[^"'\n|]{3,200}?)["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?(?:chpasswd|-S\b|passwd\b|[^\n|]{0,100}--p(?:assword|assphrase)-(?:stdin|fd))/dg;
const WINDOWS =
  /ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["'](?<secret>[^"'\n]{3,200})(?:["']|$)|\bnet use[ \t][^\n/]{1,200}[ \t](?<secret2>[^\s/"]{3,100})[ \t]{1,4}\/user:|\bnet user[ \t]{1,4}[^\s/]{1,64}[ \t]{1,4}(?<secret3>[^\s/"]{3,100})[ \t]{1,4}\/add/dgim;
const HTPASSWD =
  /\bhtpasswd[ \t]{1,4}-\w{0,4}b\w{0,4}[ \t]{1,4}\S{1,200}[ \t]{1,4}\S{1,64}[ \t]{1,4}(?<secret>[^\s"']{3,200})/dg;

const RULE = "password-in-command";

export function* commandSecrets(text: string): Generator<FoundSecret> {
  // A name that stands among a program's own arguments is looked at once.
  const lookedAt = new Map<Command, number>();
  for (const match of text.matchAll(PROGRAM)) {
    const command = COMMANDS.find((_, index) => match.groups?.[`c${index}`] !== undefined) as Command;
    if (match.index < (lookedAt.get(command) ?? 0)) continue;
    lookedAt.set(command, yield* inCommand(text, match.index + match[0].length, command));
  }
  for (const [pattern, isSecret] of [
    [OPTION, isOptionValue],
    [TOKEN_OPTION, (value) => isMixed(value) && !isMadeOfWords(value)],
    [PIPED, () => true],
    [WINDOWS, () => true],
    [HTPASSWD, () => true],
  ] satisfies readonly (readonly [RegExp, (value: string, before: string) => boolean])[]) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.indices?.groups;
      const place = groups?.["secret"] ?? groups?.["secret2"] ?? groups?.["secret3"];
      if (place === undefined) continue;
      const range = withoutQuotes(text, place[0], place[1]);
      const value = text.slice(range.start, range.end);
      if (!standsForOne(value) && isSecret(value, text[place[0] - 1] ?? "")) yield { ...range, rule: RULE };
    }
  }
}

/** Returns how far it has looked. */
function* inCommand(text: string, from: number, command: Command): Generator<FoundSecret, number> {
  const { separate = [], attached = [], between } = command;
  let isNext = separate.includes("");
  const isList = /["'`]/.test(text[from] ?? "");
  let at = from;
  while (at - from <= LONGEST_COMMAND) {
    const start = endAt(isList ? GAP_IN_LIST : GAP, text, at);
    if (start === at) return at;
    const end = endAt(isList ? WORD_IN_LIST : WORD, text, start);
    at = end;
    const word = text.slice(start, end);
    const option = attached.find((each) => word.startsWith(each) && word.length > each.length);
    const value = isNext && !word.startsWith("-") ? 0 : option?.length;
    const wasNext = isNext;
    isNext = separate.includes(word) || (wasNext && word.startsWith("-") && separate.includes(""));
    if (value === undefined) continue;
    const whole = withoutQuotes(text, start + value, end);
    const split = between === undefined ? -1 : text.slice(whole.start, whole.end).indexOf(between);
    if (between !== undefined && split < 0) continue;
    const secret = withoutQuotes(text, whole.start + split + 1, whole.end);
    const found = text.slice(secret.start, secret.end);
    if (found.length >= 3 && !standsForOne(found)) yield { ...secret, rule: RULE };
  }
  return at;
}

/** After a space an option's value may be the next word of a sentence. */
function isOptionValue(value: string, before: string): boolean {
  if (isMixed(value)) return true;
  return before === "=" ? value.length >= 4 : classesIn(value).size >= 2 && !/^[A-Za-z]+[.,:]?$|-/.test(value);
}

function standsForOne(value: string): boolean {
  return isStandIn(value) || isTrivial(value) || /^(?:\$|%\w|[@),;\]-])|^[A-Z][A-Z_]*$/.test(value);
}

function withoutQuotes(text: string, start: number, end: number): { start: number; end: number } {
  const quote = text[start];
  const isQuoted = (quote === '"' || quote === "'") && end - start >= 2 && text[end - 1] === quote;
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
