/** Passwords inside addresses, command lines and headers. */
import type { FoundSecret } from "@nearfirst/core";
import { isMixed, isStandIn } from "./randomness.js";

/** Up to the last `@` before the host: a password may hold one. */
const ADDRESS = /:\/\/[^\s:@/"'`<>]{0,100}:(?<secret>[^\s/"'`<>]{3,200})@(?=[\w[])/dg;
const HEADER = /\b(?:Bearer|token|apikey)[ \t]{1,4}(?<secret>[A-Za-z0-9._~+/=-]{12,500})/dgi;
/** A name and a password, in base64. */
const BASIC = /\bBasic[ \t]{1,4}(?<secret>[A-Za-z0-9+/_-]{8,500}={0,2})/dgi;
const COMMAND = /(?:^|\s)(?:-u|--user)[ =]["']?[\w.@-]{1,64}:(?<secret>[^\s"']{6,200})/dg;
/** `AccountKey=...;` in a connection string, `sig=...` in a signed address. */
const PART =
  /[;?&](?:AccountKey|SharedAccessKey|Password|Pwd|sig|token|key|api_?key|secret)=(?<secret>[^;&\s"'`<>]{6,500})/dgi;
/** A webhook's address is its secret. */
const WEBHOOK =
  /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[A-Za-z0-9_/-]{16,200})|discord(?:app)?\.com\/api\/webhooks\/(?<secret2>\d{6,30}\/[\w-]{16,200})/dgi;

export function* addressSecrets(text: string): Generator<FoundSecret> {
  yield* found(text, ADDRESS, "password-in-address", (value) => !/^(?:pass(?:word)?|pwd|secret)$/i.test(value));
  yield* found(text, HEADER, "authorization", isMixed);
  yield* found(text, BASIC, "authorization", (value) => isLongAndMixed(value) || isNameAndPassword(value));
  yield* found(text, COMMAND, "password-in-command", () => true);
  yield* found(text, PART, "secret-in-address", isMixed);
  yield* found(text, WEBHOOK, "webhook", () => true);
}

function isLongAndMixed(value: string): boolean {
  return value.length >= 12 && isMixed(value);
}

function isNameAndPassword(base64: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(Buffer.from(base64, "base64").toString("latin1"));
}

function* found(
  text: string,
  pattern: RegExp,
  rule: string,
  isSecret: (value: string) => boolean,
): Generator<FoundSecret> {
  for (const match of text.matchAll(pattern)) {
    const place = match.indices?.groups?.["secret"] ?? match.indices?.groups?.["secret2"];
    if (place === undefined) continue;
    const [start, end] = place;
    const value = text.slice(start, end);
    // Only what stands for all of the value is a stand-in here: a password may hold any character.
    if (!isStandIn(value) && isSecret(value)) yield { start, end, rule };
  }
}
