/** All rules over one text: what the secret worker runs. */
import { type FoundSecret, SECRET_PLACEHOLDER } from "@nearfirst/core";
import { accountSecrets } from "./account-secrets.js";
import { addressSecrets } from "./address-secrets.js";
import { assignedSecrets } from "./assigned-secrets.js";
import { commandSecrets } from "./command-secrets.js";
import type { SecretRule } from "./found-range.js";
import { joinedStrings } from "./joined-strings.js";
import { kubernetesSecrets } from "./kubernetes-secrets.js";
import { privateKeys } from "./private-keys.js";
import { publishedRules } from "./published-rules.js";
import { randomText } from "./random-text.js";
import { tokenFormats } from "./token-formats.js";

/** What looks at a value, its name and its place. */
const VALUE_RULES: readonly SecretRule[] = [
  tokenFormats,
  addressSecrets,
  commandSecrets,
  accountSecrets,
  assignedSecrets,
  randomText,
];
const OWN_RULES: readonly SecretRule[] = [privateKeys, kubernetesSecrets, ...VALUE_RULES, acrossStrings];

/** In order, not overlapping; of ranges that overlap the whole is one, by the first rule of the above that found it. */
export async function findSecrets(text: string): Promise<readonly FoundSecret[]> {
  const own = OWN_RULES.flatMap((rule) => [...rule(text)]);
  const found = [...own, ...(await publishedRules(text))]
    .map((secret) => widened(text, secret))
    .filter(({ start, end }) => start < end && text.slice(start, end) !== SECRET_PLACEHOLDER);
  const result: { start: number; end: number; rule: string }[] = [];
  for (const secret of found.sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last !== undefined && secret.start < last.end) last.end = Math.max(last.end, secret.end);
    else result.push({ ...secret });
  }
  return result;
}

/** What shows only where strings that are joined are read as one; each piece by itself, so that the code still parses. */
function* acrossStrings(text: string): Generator<FoundSecret> {
  const joined = joinedStrings(text);
  if (joined === null) return;
  for (const rule of VALUE_RULES) {
    for (const secret of rule(joined.text)) {
      for (const place of joined.placesOf(secret)) yield { ...place, rule: secret.rule };
    }
  }
}

const PART_OF_TOKEN = /[A-Za-z0-9_-]/;

/** With the rest of an unbroken token: a rule may know only the beginning of a newer, longer format. */
function widened(text: string, secret: FoundSecret): FoundSecret {
  let { start, end } = secret;
  while (start > 0 && PART_OF_TOKEN.test(text[start - 1] as string)) start--;
  // The letter of an escape such as `\n` stays with its backslash.
  if (text[start - 1] === "\\" && /[abfnrtv0]/.test(text[start] as string)) start++;
  while (end < text.length && PART_OF_TOKEN.test(text[end] as string)) end++;
  // Base64 may end in one or two of these.
  end += /^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  return { start, end, rule: secret.rule };
}
