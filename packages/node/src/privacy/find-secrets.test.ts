import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SECRET_PLACEHOLDER } from "@nearfirst/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOf } from "../chance.js";
import { piecesOfSecret, plantedSecret, SECRET_KINDS } from "../testing/planted-secrets.js";
import { accountSecrets } from "./account-secrets.js";
import { commandSecrets } from "./command-secrets.js";
import { findSecrets } from "./find-secrets.js";
import { joinedStrings } from "./joined-strings.js";
import { kubernetesSecrets } from "./kubernetes-secrets.js";

async function redacted(text: string): Promise<string> {
  let result = "";
  let from = 0;
  for (const { start, end } of await findSecrets(text)) {
    result += text.slice(from, start) + SECRET_PLACEHOLDER;
    from = end;
  }
  return result + text.slice(from);
}

const rulesIn = async (text: string) => (await findSecrets(text)).map(({ rule }) => rule);

it("leaves nothing behind that grows with each text, as the rules' own profiler would", async () => {
  const marks = () => performance.getEntriesByType("mark").length;
  const before = marks();
  for (let at = 0; at < 20; at++) await findSecrets(`x = ${at}\n`);
  expect(marks()).toBe(before);
});

describe("secrets found by content", () => {
  it.each(SECRET_KINDS)("leave nothing of a secret of the kind %s", async (kind) => {
    const random = chanceOf(7);
    for (let round = 0; round < 12; round++) {
      const { secret, code } = plantedSecret(kind, random);
      const text = await redacted(`import os\n\n${code}\n\nprint(os.name)\n`);
      const left = piecesOfSecret(secret).filter((piece) => text.includes(piece));
      expect(left, code).toEqual([]);
      expect(text.startsWith("import os\n\n"), code).toBe(true);
      expect(text.endsWith("\n\nprint(os.name)\n"), code).toBe(true);
    }
  });

  it("keep the quotes, the name and the operator, so that the code still parses", async () => {
    const { secret } = plantedSecret("short-token", chanceOf(3));
    const forms = [
      `API_KEY = "§"`,
      `api_key = '§' if debug else None`,
      `{"token": "§", "user": "me"}`,
      "const secret: string = `§`;",
      `os.environ.get("API_TOKEN", "§")`,
      `API_KEY = """§"""`,
      `const API_KEY: &'static str = "§";`,
      `var apiKey string = "§"`,
      `const char API_KEY[] = "§";`,
      `#define API_KEY "§"`,
      `client.setApiKey("§")`,
      `API_KEYS = (\n    "§",\n)`,
      `CREATE USER me WITH PASSWORD '§'`,
      `DB_PASS = "§"`,
      `{ user: "me", pass: "§" }`,
      `<password>§</password>`,
      `fetch("https://me:§@host.net/path")`,
    ];
    for (const form of forms) {
      expect(await redacted(form.replace("§", secret))).toBe(form.replace("§", SECRET_PLACEHOLDER));
    }
  });

  it("are found in a header that has no digit in it", async () => {
    const header = (text: string) => `Authorization: Basic ${Buffer.from(text).toString("base64")}`;
    expect(header("user:passw0rd")).not.toMatch(/\d/);
    expect(await redacted(header("user:passw0rd"))).toBe(`Authorization: Basic ${SECRET_PLACEHOLDER}`);
    expect(await redacted(header("me:kiwi"))).toBe(`Authorization: Basic ${SECRET_PLACEHOLDER}`);
  });

  it("leave the backslash of an escape its letter", async () => {
    const { secret } = plantedSecret("github", chanceOf(4));
    expect(await redacted(`log("a\\n${secret}\\t")`)).toBe(`log("a\\n${SECRET_PLACEHOLDER}\\t")`);
  });

  it("are found while they are typed or cut, if their beginning is telling", async () => {
    const { secret } = plantedSecret("github", chanceOf(5));
    expect(await redacted(`token = "${secret.slice(0, 16)}`)).toBe(`token = "${SECRET_PLACEHOLDER}`);
  });

  it.each(SECRET_KINDS.filter((kind) => kind.startsWith("private-key-")))(
    "are found in any lines of a key of the kind %s",
    { timeout: 60_000 },
    async (kind) => {
      const { code, secret } = plantedSecret(kind, chanceOf(6));
      const lines = code.split("\n");
      for (let cut = 0; cut < lines.length; cut++) {
        for (const part of [lines.slice(cut), lines.slice(0, cut), lines.slice(cut, -2)]) {
          const text = await redacted(`x = 1\n\n${part.join("\n")}\n\ny = 2\n`);
          // The last line alone, without a mark beside it, is no more than 30 characters like any others.
          const left = piecesOfSecret(secret).filter((piece) => text.includes(piece));
          const isLastAlone = part.length === 1 || (part.length === 2 && !part.join("").includes("-----"));
          if (!isLastAlone) expect(left, part.slice(0, 3).join("\n")).toEqual([]);
          expect(text).toContain("y = 2");
        }
      }
    },
  );

  it("do not hide behind a comment that turns off the rules' library", async () => {
    const { secret } = plantedSecret("npm", chanceOf(8));
    expect(await redacted(`// secretlint-disable\n// ${secret}`)).not.toContain(secret.slice(0, 12));
  });

  it("are told by name, in order, without overlaps", async () => {
    const random = chanceOf(9);
    const text = SECRET_KINDS.map((kind) => plantedSecret(kind, random).code).join("\n\n");
    const found = await findSecrets(text);
    for (const [at, { start, end }] of found.entries()) {
      expect(start).toBeLessThan(end);
      expect(start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0);
    }
    expect(await rulesIn(`password = "correct4horse"`)).toEqual(["assigned-password"]);
  });

  it("do not count where a placeholder of ours stands already", async () => {
    const texts = [
      `password = "${SECRET_PLACEHOLDER}"`,
      `"https://me:${SECRET_PLACEHOLDER}@host.net/"`,
      `//registry/:_authToken=${SECRET_PLACEHOLDER}`,
      `Authorization: Bearer ${SECRET_PLACEHOLDER}`,
    ];
    for (const text of texts) expect(await findSecrets(text), text).toEqual([]);
  });

  it("are no names, words, paths, stand-ins, hashes or expressions", async () => {
    const ordinary = [
      `token = get_token(request2)`,
      `password = getpass("Password: ")`,
      `password = password.encode("latin1")`,
      `pass \`options2\` to it`,
      `const [password, token]: [string, string] = ["utf8", "latin1"]`,
      `basic authentication, or basic 16-colour output`,
      `secret_name = "NEXUS-GPT4-API-KEY"`,
      `API_KEY = os.environ["SERVICE_API_KEY_2"]`,
      `password = settings.database1.password`,
      `auth = HTTPBasicAuth("user", password)`,
      `token_url = "https://example.org/oauth2/token"`,
      `algorithm_key = "hmac-sha256"`,
      `api_key = "<your-api-key-1>"`,
      `password: \${DB_PASSWORD_1}`,
      `key = "primary_key_2"`,
      `commit = "3f786850e387550fdab836ed7e6dc881de23001b"`,
      `https://github.com/python/cpython/blob/bb3e0c240bc60fe08d332ff5955d54197f79751c/Lib/datetime.py`,
      `public static final String VeryLongJavaNameOfAFactoryBeanProxy2Implementation = null;`,
      `class TokenizerFast2(Tokenizer): pass`,
      `if line.startswith("-----BEGIN PRIVATE KEY-----"): return key`,
      `--password-file=/run/secrets/db1`,
      "tokens_per_second = 1234567890",
    ];
    for (const line of ordinary) expect(await findSecrets(line), line).toEqual([]);
  });

  it("are none in the real files of the corpus", async () => {
    const corpus = join(import.meta.dirname, "../../../../bench/corpus/python");
    const files = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));
    expect(files.length).toBeGreaterThan(30);
    for (const name of files) {
      const found = await findSecrets(readFileSync(join(corpus, name), "utf8"));
      expect(found, name).toEqual([]);
    }
  });
});

/** Text that made patterns slow: long runs of what a pattern may begin with, and the halves of what it looks for. */
const PIECES = [
  "a",
  "A1",
  "=",
  "-",
  " ",
  "\t",
  "\n",
  "/",
  "+",
  ":",
  "@",
  "'",
  '"',
  "\\n",
  "://",
  "xoxb-",
  "token",
  "password=",
  "-----BEGIN PRIVATE KEY-----",
  "-----END ",
  "sk-",
  "eyJ",
  "Bearer ",
  "key: ",
  "https://a:",
  "postgres://",
  "_authToken=",
  "{",
  "<",
  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1b\n",
  "é",
  "\u2028",
  "PASSWORD=",
  "_auth=",
  'password = "a b ',
  'tokens = ["a",',
  "curl -u a:b ",
  "docker login ",
  "--password=",
  "echo a | ",
  "machine a login b ",
  "USER ",
  "IDENTIFIED BY '",
  "a:1234:b:c:",
  'variable "x_key" {',
  "secret_key = [0x1f, ",
  "0x1f, ",
  "seed ",
  'auth=("a", "',
  "data:\n",
  "kind: Secret\n",
  '" + "',
  '" "',
  "\\",
];

describe("hostile text", () => {
  const piece = fc.constantFrom(...PIECES);
  const run = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 3_000 }));
  const hostile = fc.array(run, { minLength: 1, maxLength: 4 }).map((runs) =>
    runs
      .map(([pieces, times]) => pieces.join("").repeat(times))
      .join("")
      .slice(0, 40_000),
  );

  it("takes time that grows no faster where it is one line of a million characters", { timeout: 240_000 }, async () => {
    await findSecrets(PIECES.join(""));
    for (const piece of PIECES.map((each) => each.replaceAll("\n", " "))) {
      const times = [20_000, 1_000_000].map((length) => {
        const text = piece.repeat(Math.ceil(length / piece.length));
        const before = process.cpuUsage();
        for (const rule of [commandSecrets, accountSecrets, kubernetesSecrets]) for (const _ of rule(text));
        joinedStrings(text);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      });
      // Fifty times as long: where it were quadratic it would take minutes.
      expect(times[1], JSON.stringify(piece)).toBeLessThan(3_000 + 150 * (times[0] ?? 0));
    }
  });

  it("takes time that grows with its length alone, in processor time", { timeout: 120_000 }, async () => {
    await findSecrets(PIECES.join(""));
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const before = process.cpuUsage();
        const found = await findSecrets(text);
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000).toBeLessThan(1_000);
        for (const [at, { start, end }] of found.entries()) {
          expect(start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
