/**
 * Tokens that their issuers made recognisable, by how they begin. Unlike the published rules these need only the
 * beginning of one: a key may be typed just now, or cut.
 */
import type { FoundSecret } from "@nearfirst/core";
import { isMixed } from "./randomness.js";

interface TokenFormat {
  readonly rule: string;
  /** The token's source: a telling beginning, then enough of the rest. */
  readonly token: string;
  /** The beginning alone is not telling enough: what follows must look drawn at random. */
  readonly check?: (token: string) => boolean;
}

const FORMATS: readonly TokenFormat[] = [
  { rule: "github-token", token: "(?:gh[pousr]_[A-Za-z0-9]{8,}|github_pat_[A-Za-z0-9_]{8,})" },
  { rule: "gitlab-token", token: "gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|imt)-[A-Za-z0-9_-]{8,}" },
  { rule: "slack-token", token: "(?:xox[a-z]|xapp)-[A-Za-z0-9-]{8,}" },
  {
    rule: "aws-access-key",
    token: "(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{8,}",
    check: (token) => /\d/.test(token),
  },
  { rule: "google-key", token: "(?:AIza[A-Za-z0-9_-]{10,}|ya29\\.[A-Za-z0-9_-]{10,}|GOCSPX-[A-Za-z0-9_-]{10,})" },
  { rule: "stripe-key", token: "(?:[srp]k_(?:live|test)_[A-Za-z0-9]{8,}|whsec_[A-Za-z0-9+/=]{16,})" },
  { rule: "model-provider-key", token: "sk-[A-Za-z0-9_-]{16,}", check: isMixed },
  { rule: "model-provider-key", token: "(?:gsk_|hf_|r8_|xai-|nvapi-|pplx-)[A-Za-z0-9_-]{20,}", check: isMixedOrLong },
  { rule: "npm-token", token: "npm_[A-Za-z0-9]{16,}", check: isMixed },
  { rule: "pypi-token", token: "pypi-AgE[A-Za-z0-9_-]{10,}" },
  { rule: "sendgrid-key", token: "SG\\.[A-Za-z0-9_-]{12,}(?:\\.[A-Za-z0-9_-]*)?", check: isMixed },
  { rule: "shopify-token", token: "shp(?:at|ca|pa|ss|ua)_[A-Fa-f0-9]{8,}" },
  { rule: "digitalocean-token", token: "do[opr]_v1_[a-f0-9]{8,}" },
  { rule: "databricks-token", token: "dapi[a-f0-9]{16,}" },
  { rule: "vault-token", token: "hv[sbr]\\.[A-Za-z0-9_-]{16,}", check: isMixed },
  { rule: "age-key", token: "AGE-SECRET-KEY-1[A-Z0-9]{8,}" },
  { rule: "jwt", token: "eyJ[A-Za-z0-9_-]{10,}\\.(?:eyJ[A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]*)?)?" },
  { rule: "telegram-token", token: "[0-9]{8,10}:AA[A-Za-z0-9_-]{20,}" },
  { rule: "discord-token", token: "[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{20,}" },
  { rule: "mail-service-key", token: "(?:key-[a-f0-9]{24,}|xkeysib-[a-f0-9]{16,}|[a-f0-9]{32}-us[0-9]{1,2})" },
  { rule: "twilio-key", token: "SK[a-f0-9]{32}" },
  { rule: "square-token", token: "sq0(?:atp|csp)-[A-Za-z0-9_-]{16,}" },
  { rule: "atlassian-token", token: "ATATT3[A-Za-z0-9_=-]{16,}" },
  {
    rule: "service-token",
    token: "(?:glsa|figd|lin_api|ntn|vc[pirak]|sntry[su]|rubygems|dckr_pat)_[A-Za-z0-9_-]{16,}",
  },
  { rule: "service-token", token: "(?:PMAK|NRAK)-[A-Za-z0-9-]{16,}" },
  { rule: "azure-client-secret", token: "[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{12,}" },
  {
    rule: "service-token",
    token: "(?:tskey-[a-z]{2,12}-|sbp_|nfp_|oy2|pat-(?:na|eu)\\d-|LTAI|ATBB|CLOJARS_)[A-Za-z0-9_=-]{12,}",
    check: isMixed,
  },
  { rule: "doppler-token", token: "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{16,}" },
];

function isMixedOrLong(token: string): boolean {
  return isMixed(token) || /[a-z][A-Z][A-Za-z]{20,}/.test(token);
}

/** Not inside a word; the letter of an escape such as `\n` begins none. */
const START = "(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))";

const COMPILED = FORMATS.map(({ rule, token, check }) => ({
  rule,
  check,
  pattern: new RegExp(START + token, "g"),
  // Without what may stand before it a token is looked for much faster; hardly any text has one.
  bare: new RegExp(token),
}));

/** How tokens begin that need no look at each format where none of these is there, as in nearly all code. */
const BEGINNINGS =
  /gh[pousr]_|github_pat_|gl[a-z]{2,4}-|xox|xapp-|A[KSBCRI][ICDO]A|AIza|ya29|GOCSPX|[srp]k_|whsec_|sk-|gsk_|hf_|r8_|xai-|nvapi-|pplx-|npm_|pypi-|SG\.|shp|do[opr]_|dapi|hv[sbr]\.|AGE-|eyJ|:AA|\.[\w-]{6}\.|key-|xkeysib|-us\d|SK[a-f0-9]{8}|sq0|ATATT|glsa|figd|lin_api|ntn_|vc[pirak]_|sntry|rubygems|dckr_pat|PMAK|NRAK|dp\.|[78]Q~|tskey-|sbp_|nfp_|oy2|pat-|LTAI|ATBB|CLOJARS_/;

export function* tokenFormats(text: string): Generator<FoundSecret> {
  if (!BEGINNINGS.test(text)) return;
  for (const { rule, pattern, bare, check } of COMPILED) {
    if (!bare.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      if (check?.(match[0]) === false) continue;
      yield { start: match.index, end: match.index + match[0].length, rule };
    }
  }
}
