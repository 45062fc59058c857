/**
 * Made-up secrets of many kinds and the code they stand in, for tests and the privacy bench. They are drawn anew from a
 * generator: none is written down anywhere, and none opens anything.
 */

/** Numbers in [0, 1). */
export type Random = () => number;

export interface PlantedSecret {
  readonly kind: string;
  /** What must not leave, as it stands in `code`; of several lines where the kind has them. */
  readonly secret: string;
  /** Whole lines of code around it, without the last line break. */
  readonly code: string;
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const BASE62 = UPPER + LOWER + DIGITS;
const BASE64 = `${BASE62}+/`;
const URL_SAFE = `${BASE62}_-`;

/** Holds a letter of each case and a digit where the alphabet has them, as nearly all drawn keys do. */
function drawn(random: Random, alphabet: string, length: number): string {
  const needed = [LOWER, UPPER, DIGITS].filter((each) => [...each].every((letter) => alphabet.includes(letter)));
  for (;;) {
    const text = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
    if (length < 6 || needed.every((each) => [...text].some((letter) => each.includes(letter)))) return text;
  }
}

function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** Keys that their issuers made recognisable: they are found wherever they stand. */
const TOKENS: Readonly<Record<string, (random: Random) => string>> = {
  github: (random) => `gh${oneOf(random, ["p", "o", "u", "s", "r"])}_${drawn(random, BASE62, 36)}`,
  "github-fine-grained": (random) => `github_pat_${drawn(random, BASE62, 22)}_${drawn(random, BASE62, 59)}`,
  gitlab: (random) => `glpat-${drawn(random, URL_SAFE, 20)}`,
  slack: (random) => `xoxb-${drawn(random, DIGITS, 12)}-${drawn(random, DIGITS, 12)}-${drawn(random, BASE62, 24)}`,
  "aws-access-key": (random) => `AKIA${drawn(random, `${UPPER}${DIGITS}`, 16)}`,
  google: (random) => `AIza${drawn(random, URL_SAFE, 35)}`,
  stripe: (random) => `sk_live_${drawn(random, BASE62, 24)}`,
  openai: (random) => `sk-proj-${drawn(random, URL_SAFE, 74)}T3BlbkFJ${drawn(random, URL_SAFE, 74)}`,
  anthropic: (random) => `sk-ant-api03-${drawn(random, URL_SAFE, 93)}AA`,
  npm: (random) => `npm_${drawn(random, BASE62, 36)}`,
  pypi: (random) => `pypi-AgEIcHlwaS5vcmc${drawn(random, URL_SAFE, 120)}`,
  sendgrid: (random) => `SG.${drawn(random, URL_SAFE, 22)}.${drawn(random, URL_SAFE, 43)}`,
  shopify: (random) => `shpat_${drawn(random, HEX, 32)}`,
  digitalocean: (random) => `dop_v1_${drawn(random, HEX, 64)}`,
  databricks: (random) => `dapi${drawn(random, HEX, 32)}`,
  vault: (random) => `hvs.${drawn(random, URL_SAFE, 95)}`,
  age: (random) => `AGE-SECRET-KEY-1${drawn(random, `${UPPER}${DIGITS}`, 58)}`,
  twilio: (random) => `SK${drawn(random, HEX, 32)}`,
  telegram: (random) => `${drawn(random, DIGITS, 10)}:AA${drawn(random, URL_SAFE, 33)}`,
  jwt: (random) => `eyJhbGciOiJIUzI1NiJ9.eyJ${drawn(random, URL_SAFE, 40)}.${drawn(random, URL_SAFE, 43)}`,
  "azure-client-secret": (random) => `${drawn(random, BASE62, 3)}8Q~${drawn(random, `${BASE62}_~.-`, 34)}`,
  tailscale: (random) => `tskey-auth-${drawn(random, BASE62, 12)}CNTRL-${drawn(random, BASE62, 32)}`,
  supabase: (random) => `sbp_${drawn(random, HEX, 40)}`,
  nuget: (random) => `oy2${drawn(random, LOWER + DIGITS, 43)}`,
  netlify: (random) => `nfp_${drawn(random, BASE62, 36)}`,
  alibaba: (random) => `LTAI5t${drawn(random, BASE62, 18)}`,
  bitbucket: (random) => `ATBB${drawn(random, BASE62, 32)}`,
  "random-base64": (random) => `${drawn(random, BASE64, 43)}=`,
  "random-base62": (random) => drawn(random, BASE62, 48),
};

/** Code around one value; `name` fits any secret. */
const FORMS: readonly ((value: string, name: string) => string)[] = [
  (value, name) => `${name.toUpperCase()} = "${value}"`,
  (value, name) => `const ${name} = '${value}';`,
  (value, name) => `  "${name}": "${value}",`,
  (value, name) => `    client = connect(host, ${name}='${value}', timeout=30)`,
  (value, name) => `export ${name.toUpperCase()}=${value}`,
  (value, name) => `${name}: ${value}`,
  (value, name) => `let ${name}: string = \`${value}\``,
];

const ANYWHERE: readonly ((value: string) => string)[] = [
  (value) => `# old one: ${value}`,
  (value) => `log("request\\n${value}\\tdone")`,
  (value) => `headers["X-Auth"] = f"{prefix}{'${value}'}"`,
  (value) => `curl https://api.internal/v1?arg=${value} -o out.json`,
];

const NAMES = ["api_key", "access_token", "client_secret", "auth_token", "service_key", "signing_key"];

/** Values that only their name or their place gives away. */
const NAMED: Readonly<Record<string, (random: Random) => PlantedText>> = {
  passphrase: (random) => {
    const phrase = Array.from({ length: 4 + Math.floor(random() * 3) }, () => spoken(random)).join(" ");
    return around(...oneOf(random, PHRASE_FORMS)(phrase));
  },
  "command-password": (random) => around(...oneOf(random, COMMAND_FORMS)(drawn(random, BASE62, 16))),
  "joined-token": (random) => {
    const token = (TOKENS["github"] as (random: Random) => string)(random);
    const cut = 14 + Math.floor(random() * 12);
    const pieces = [token.slice(0, cut), token.slice(cut)];
    return {
      secret: pieces.join("\n"),
      code: `key = ${pieces.map((piece) => `"${piece}"`).join(oneOf(random, JOINTS))}`,
    };
  },
  "aws-secret-key": (random) => inForm(random, drawn(random, BASE64, 40), ["aws_secret_access_key"]),
  "hex-key": (random) => inForm(random, drawn(random, HEX, 40), NAMES),
  "uuid-secret": (random) =>
    inForm(random, [8, 4, 4, 4, 12].map((length) => drawn(random, HEX, length)).join("-"), [
      "client_secret",
      "api_key",
    ]),
  "short-token": (random) => inForm(random, drawn(random, BASE62, 20), NAMES),
  password: (random) =>
    inForm(
      random,
      `${drawn(random, BASE62, 10)}${oneOf(random, ["!", "#", "$", "&", "%"])}${drawn(random, BASE62, 4)}`,
      ["password", "db_password", "passwd"],
    ),
  "password-element": (random) => around("  <password>", drawn(random, BASE62, 14), "</password>"),
  "database-address": (random) =>
    around(`DSN = "postgresql://app:`, drawn(random, BASE62, 18), `@db.internal:5432/orders"`),
  "basic-auth-address": (random) =>
    around(`requests.get("https://deploy:`, drawn(random, URL_SAFE, 24), `@files.internal.net/a")`),
  bearer: (random) => around(`headers = {"Authorization": "Bearer `, drawn(random, URL_SAFE, 32), `"}`),
  "account-key": (random) =>
    around(`"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=`, `${drawn(random, BASE64, 86)}==`, `;Suffix=b"`),
  "slack-webhook": (random) =>
    around(
      `post("https://hooks.slack.com/services/`,
      `T${drawn(random, UPPER + DIGITS, 8)}/B${drawn(random, UPPER + DIGITS, 8)}/${drawn(random, BASE62, 24)}`,
      `")`,
    ),
};

/** A word as nobody's dictionary has it. */
function spoken(random: Random): string {
  const syllable = () => oneOf(random, [..."bdfglmnrtvz"]) + oneOf(random, [..."aeiou"]);
  return syllable() + syllable() + syllable();
}

type Around = [before: string, secret: string, after: string];

const PHRASE_FORMS: readonly ((phrase: string) => Around)[] = [
  (phrase) => ['password = "', phrase, '"'],
  (phrase) => ["connect(user, passphrase='", phrase, "', port=22)"],
  (phrase) => ['  "db_password": "', phrase, '",'],
  (phrase) => ["passphrase: ", phrase, ""],
  (phrase) => ['const PASSWORD: &str = "', phrase, '";'],
  // As it is typed: nothing closes it.
  (phrase) => ['password = "', phrase, ""],
];

const COMMAND_FORMS: readonly ((password: string) => Around)[] = [
  (password) => ["mysql -u app -p", password, " orders"],
  (password) => ["sshpass -p ", password, " ssh deploy@host"],
  (password) => ["curl -s -u deploy:", password, " https://files.internal/a"],
  (password) => ["PGPASSWORD=", password, " psql -U app orders"],
  (password) => ['subprocess.run(["mysqldump", "-u", "app", "-p', password, '", "orders"])'],
  (password) => ["backup --user app --password=", password, " --all"],
  (password) => ["docker login -u me -p ", password, " registry.internal"],
];

const JOINTS = [" + ", " +\n    ", " ", " \\\n    "];

interface PlantedText {
  readonly secret: string;
  readonly code: string;
}

function around(before: string, secret: string, after: string): PlantedText {
  return { secret, code: before + secret + after };
}

function inForm(random: Random, secret: string, names: readonly string[]): PlantedText {
  return { secret, code: oneOf(random, FORMS)(secret, oneOf(random, names)) };
}

/** Private keys: the lines between the marks, each of which is secret. */
const KEY_KINDS = ["RSA ", "EC ", "", "OPENSSH ", "ENCRYPTED "];

const KEY_FORMS: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  "private-key-lines": (lines) => `key = """\n${lines.join("\n")}\n"""`,
  "private-key-strings": (lines) => `key = (\n${lines.map((line) => `    "${line}\\n"`).join("\n")}\n)`,
  "private-key-joined": (lines) => `const key =\n${lines.map((line) => `  '${line}\\n'`).join(" +\n")};`,
  "private-key-escaped": (lines) => `  "private_key": "${lines.join("\\n")}\\n",`,
  "private-key-comment": (lines) => lines.map((line) => `# ${line}`).join("\n"),
};

function privateKey(random: Random, kind: string): PlantedSecret {
  const label = oneOf(random, KEY_KINDS);
  const start = label === "OPENSSH " ? "b3BlbnNzaC1rZXktdjEAAAAA" : "MIIE";
  const rows = 6 + Math.floor(random() * 44);
  const body = Array.from({ length: rows }, () => drawn(random, BASE64, 64));
  body[0] = start + (body[0] as string).slice(start.length);
  body.push(`${drawn(random, BASE64, 30)}==`);
  const lines = [`-----BEGIN ${label}PRIVATE KEY-----`, ...body, `-----END ${label}PRIVATE KEY-----`];
  return { kind, secret: body.join("\n"), code: (KEY_FORMS[kind] as (lines: readonly string[]) => string)(lines) };
}

export const SECRET_KINDS: readonly string[] = [
  ...Object.keys(TOKENS),
  ...Object.keys(NAMED),
  ...Object.keys(KEY_FORMS),
];

export function plantedSecret(kind: string, random: Random): PlantedSecret {
  const token = TOKENS[kind]?.(random);
  if (token !== undefined) {
    const isNamed = random() < 0.6;
    const code = isNamed ? oneOf(random, FORMS)(token, oneOf(random, NAMES)) : oneOf(random, ANYWHERE)(token);
    return { kind, secret: token, code };
  }
  const named = NAMED[kind]?.(random);
  return named === undefined ? privateKey(random, kind) : { kind, ...named };
}

/** All pieces of 12 characters of a secret's lines; what holds one of them has leaked. */
export function piecesOfSecret(secret: string): string[] {
  return secret.split("\n").flatMap((line) => {
    const count = Math.max(0, line.length - PIECE + 1);
    return Array.from({ length: count }, (_, at) => line.slice(at, at + PIECE));
  });
}

const PIECE = 12;
