/** Passwords inside addresses, command lines and headers. */
import type { FoundSecret } from "@nearfirst/core";
import { isMadeOfWords, isMixed, isNameAndPassword, isRandomLetters, isStandIn } from "./randomness.js";
import { isTrivial } from "./secret-values.js";

/** Up to the last `@` before the host: a password may hold one. */
const ADDRESS = /:\/\/[^\s:@/"'`<>]{0,100}:(?<secret>[^\s/"'`<>]{3,200})@(?=[\w[])/dg;
/** One whose `@` is not typed yet: no port, and nothing after it. */
const UNFINISHED_ADDRESS = /:\/\/[^\s:@/"'`<>[]{1,100}:(?!\d{1,5}\b)(?<secret>[^\s@/"'`<>]{6,200})(?=["'`\s]|$)/dg;
/** A password with a slash or a number sign in it, which only databases' programs take; not a port and a path. */
const DATABASE_ADDRESS =
  /:\/\/(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|oracle|cockroachdb|clickhouse|ftp|smtps?|ldaps?|nats|jdbc:[a-z:]{1,40}):\/\/)[^\s:@/"'`<>]{0,100}:(?!\d{1,5}\/)(?<secret>[^\s"'`<>]{3,200})@(?=[\w[])/dg;
const ORACLE = /\bjdbc:oracle:\w{1,10}:[\w$]{1,60}\/(?<secret>[^\s"'`<>/@]{3,200})@/dg;
/** A token in the place of a name: `https://TOKEN@github.com`. */
const NAME_IN_ADDRESS = /:\/\/(?<secret>[A-Za-z0-9_-]{16,255})@(?=[\w[])/dg;
const HEADER = /\b(?:Bearer|token|apikey)[ \t]{1,4}(?<secret>[A-Za-z0-9._~+/=-]{12,500})/dgi;
/** A name and a password, in base64. */
const BASIC = /\bBasic[ \t]{1,4}(?<secret>[A-Za-z0-9+/_-]{8,500}={0,2})/dgi;
const COMMAND = /(?:^|\s)(?:-u|--user)[ =]["']?[\w.@-]{1,64}:(?<secret>[^\s"']{6,200})/dg;
/** `AccountKey=...;` in a connection string, `sig=...` in a signed address. */
const PART =
  /[;?&](?:AccountKey|SharedAccessKey|Password|Pwd|sig|token|key|api_?key|secret)=(?<secret>[^;&\s"'`<>]{6,500})/dgi;
/** A webhook's address is its secret. */
const WEBHOOK =
  /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[A-Za-z0-9_/-]{16,200})|(?:outlook\.office\.com\/webhook|\.webhook\.office\.com\/webhookb2)\/(?<secret3>[\w@/-]{36,300})|hooks\.zapier\.com\/hooks\/catch\/(?<secret4>[\w/]{8,100})|\/hooks\/(?<secret5>[a-z0-9]{26})\b|maker\.ifttt\.com\/trigger\/\w{1,60}\/(?:json\/)?with\/key\/(?<secret6>[\w-]{10,100})|discord(?:app)?\.com\/api\/webhooks\/(?<secret2>\d{6,30}\/[\w-]{16,200})/dgi;

export function* addressSecrets(text: string): Generator<FoundSecret> {
  yield* found(text, ADDRESS, "password-in-address", (value) => !/^(?:pass(?:word)?|pwd|secret)$/i.test(value));
  yield* found(text, UNFINISHED_ADDRESS, "password-in-address", (value) => isMixed(value) && !isMadeOfWords(value));
  yield* found(text, DATABASE_ADDRESS, "password-in-address", (value) => !isTrivial(value));
  yield* found(text, ORACLE, "password-in-address", (value) => !isTrivial(value));
  yield* found(text, NAME_IN_ADDRESS, "token-in-address", (value) => isMixed(value) && !isMadeOfWords(value));
  yield* found(text, HEADER, "authorization", (value) => isMixed(value) || isRandomLetters(value));
  yield* found(text, BASIC, "authorization", (value) => isLongAndMixed(value) || isNameAndPassword(value));
  yield* found(text, COMMAND, "password-in-command", () => true);
  yield* found(text, PART, "secret-in-address", isMixed);
  yield* found(text, WEBHOOK, "webhook", () => true);
}

function isLongAndMixed(value: string): boolean {
  return value.length >= 12 && isMixed(value);
}

function* found(
  text: string,
  pattern: RegExp,
  rule: string,
  isSecret: (value: string) => boolean,
): Generator<FoundSecret> {
  for (const match of text.matchAll(pattern)) {
    const place = Object.values(match.indices?.groups ?? {}).find((each) => each !== undefined);
    if (place === undefined) continue;
    const [start, end] = place;
    const value = text.slice(start, end);
    // Only what stands for all of the value is a stand-in here: a password may hold any character.
    if (!isStandIn(value) && isSecret(value)) yield { start, end, rule };
  }
}
