/** Passwords beside a user's name, and in the formats of files that hold little else; a quote may not be closed yet. */
import type { FoundSecret } from "@nearfirst/core";
import { isEncodedText, isMadeOfWords, isMixed, isStandIn } from "./randomness.js";
import { isTrivial } from "./secret-values.js";

interface Format {
  readonly rule: string;
  /** Groups whose names begin with `secret`. */
  readonly pattern: RegExp;
  readonly check?: (value: string) => boolean;
}

const FORMATS: readonly Format[] = [
  {
    rule: "netrc",
    pattern:
      /(?:^|[\s"'])(?:machine\s{1,20}[^\s"']{1,200}|default)\s{1,20}(?:(?:login|account)\s{1,20}(?!and\b|or\b)[^\s"']{1,100}\s{1,20}){1,2}password[ \t]{1,20}(?<secret>[^\s"'][^\n"']{2,200}?)(?=\s{0,20}(?:$|["'\n]|machine|account|macdef))/dg,
  },
  {
    rule: "npm-password",
    pattern: /:_(?:authToken|password|auth)[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[^\s"'$]{4,500})/dg,
  },
  {
    rule: "npm-password",
    pattern: /^[ \t]{0,40}_(?:authToken|password|auth)[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[^\s"'$]{4,500})/dgm,
    check: (value) => isMixed(value) || isEncodedText(value),
  },
  {
    rule: "pgpass",
    pattern:
      /:(?:\d{4,5}|\*):(?<=^[ \t]{0,40}(?:[\w.-]{1,100}|\*):(?:\d{4,5}|\*):)(?!\d+:)[\w*$-]{1,64}:[\w*$.-]{1,64}:(?<secret>[^\s:"'`]{3,200})$/dgm,
    check: (value) => !isMadeOfWords(value) || /\d/.test(value),
  },
  {
    rule: "sql-password",
    pattern:
      /\b(?:USER|ROLE|LOGIN|GRANT)\b[^;\n]{0,250}?\b(?:IDENTIFIED[ \t]{1,4}(?:WITH[ \t]{1,4}[\w"'`]{1,40}[ \t]{1,4})?(?:BY|AS)|PASSWORD)\s{0,4}=?\s{0,4}N?'(?<secret>[^'\n]{3,200})(?:'|$)/dgim,
  },
  {
    rule: "sql-password",
    pattern:
      /\bIDENTIFIED (?:WITH \w{1,40} )?BY (?:PASSWORD )?(?:'(?<secret1>[^'\n]{3,200})(?:'|$)|"(?<secret2>[^"\n]{3,200})(?:"|$))/dgm,
  },
  {
    // `auth=("me", "...")`, `new NetworkCredential("me", "...")`, `WiFi.begin("home", "...")`.
    rule: "password-beside-name",
    pattern:
      /(?:\bauth["']?\s{0,4}(?:=>|[=:])\s{0,4}[([]|Basic_?Auth\w{0,20}\s{0,2}\(|basic_auth\s{1,2}|(?:UsernamePassword\w{0,20}|NetworkCredential|PasswordAuthentication)\s{0,2}\(|\bWiFi\.begin\(|\.login\()\s{0,20}(?:"[^"\n]{1,100}"|'[^'\n]{1,100}')\s{0,4},\s{0,20}(?:"(?<secret1>[^"\n]{3,200})(?:"|$)|'(?<secret2>[^'\n]{3,200})(?:'|$))/dgim,
  },
  {
    // Between semicolons, as databases have it on Windows.
    rule: "connection-string",
    pattern: /[;"'`](?:[Pp]assword|PASSWORD|[Pp]wd|PWD)=(?<secret>[^;"'`\n=(){}[\]<>$%+]{3,200})(?=;\w|;?["'`]|$)/dgm,
  },
  {
    // Between spaces, as PostgreSQL's own clients have it.
    rule: "connection-string",
    pattern:
      /\b(?:host|hostaddr|user|dbname|port|sslmode)=[^\s"'`]{1,100}[ \t]{1,4}password=(?<secret>[^\s"'`(){}[\]$%,;]{3,200})|\bpassword=(?<secret2>[^\s"'`(){}[\]$%,;]{3,200})[ \t]{1,4}(?:host|hostaddr|user|dbname|port|sslmode)=/dg,
  },
  {
    rule: "terraform-default",
    pattern:
      /\bvariable\s{1,4}"[\w-]{0,60}(?:passw|passphrase|secret|token|_key)[\w-]{0,40}"\s{0,4}\{(?:[^{}"]|"[^"\n]{0,300}"){0,800}?\bdefault\s{0,20}=\s{0,4}"(?<secret>[^"\n]{4,500})(?:"|$)/dgm,
    check: (value) => /\d/.test(value) && !value.includes("/"),
  },
  {
    rule: "mnemonic",
    pattern:
      /\b(?:mnemonic|seed|recovery|wallet)[\w"' \t]{0,30}[:=(][ \t]{0,4}["'`]?(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})\b/dgi,
  },
  {
    rule: "key-bytes",
    pattern:
      /(?:secret|private|signing|encryption|master|aes|hmac)_?key\w{0,10}\s{0,4}(?::[^=\n]{1,40}|\[\w{0,20}\])?\s{0,4}[=:(]\s{0,4}(?:\w{1,20}!?\(?\s{0,2})?(?:\[\]\w{1,10})?[[({]\s{0,20}(?<secret>(?:0x[0-9a-f]{1,2}\s{0,2},\s{0,40}){15,600}0x[0-9a-f]{1,2})/dgi,
  },
];

export function* accountSecrets(text: string): Generator<FoundSecret> {
  for (const { rule, pattern, check } of FORMATS) {
    for (const match of text.matchAll(pattern)) {
      for (const [name, place] of Object.entries(match.indices?.groups ?? {})) {
        if (place === undefined || !name.startsWith("secret")) continue;
        const [start, end] = place;
        const value = text.slice(start, end);
        if (isStandIn(value) || isTrivial(value) || check?.(value) === false) continue;
        yield { start, end, rule };
      }
    }
  }
}
