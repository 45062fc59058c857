/** How secrets stand in real repositories; `⟦` and `⟧` are around what must not leave, and nothing else may be replaced. */
import { release, SECRET_PLACEHOLDER } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { chanceOf } from "../chance.js";
import { plantedSecret } from "../testing/planted-secrets.js";
import { findSecrets } from "./find-secrets.js";

async function shown(picture: string): Promise<string> {
  const text = picture.replaceAll(/[⟦⟧]/g, "");
  let result = "";
  let from = 0;
  for (const { start, end } of await findSecrets(text)) {
    result += `${text.slice(from, start)}⟦${text.slice(start, end)}⟧`;
    from = end;
  }
  return result + text.slice(from);
}

const PICTURES: Readonly<Record<string, readonly string[]>> = {
  "a passphrase under a password's name": [
    `password = "⟦correct horse battery staple⟧"`,
    `passphrase: "⟦correct horse battery staple⟧"`,
    `pwd='⟦tr0ub4dor and three⟧'`,
    `client_secret = "⟦correct horse battery⟧"`,
    `options["password"] = "⟦correct horse battery staple⟧"`,
    `password := "⟦correct horse battery staple⟧"`,
    `let PASSWORD: &str = "⟦correct horse battery staple⟧";`,
    `$config['password'] => '⟦correct horse battery⟧',`,
    `#define WIFI_PASS "⟦correct horse battery⟧"`,
    `define('DB_PASSWORD', '⟦correct horse battery⟧');`,
    `<password>⟦correct horse battery⟧</password>`,
    `psk="⟦correct horse battery⟧"`,
    `passphrase: ⟦correct horse battery staple⟧\nnext: 1`,
    `DB_PASSWORD=⟦correct horse battery staple⟧`,
    `password: >-\n  ⟦correct horse battery staple⟧\nnext: 1`,
    `password = "⟦correct horse ⟧" +\n    "⟦battery staple⟧"`,
    `WiFi.begin("home net", "⟦correct horse battery⟧");`,
    `wallet mnemonic: ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧`,
  ],
  "a password of groups": [`auth: { user: "me", pass: "⟦abcd efgh ijkl mnop⟧" }`],
  "a word in quotes": [`password = "⟦wintergarden⟧"`, `connect(user="me", password='⟦letmein⟧')`],
  "a string that is typed just now, which nothing closes": [
    `password = "⟦correct horse bat⟧\nx = 1`,
    `password = "⟦Tr0ub4dor&3⟧\nx = 1`,
    `connect(password='⟦Tr0ub4dor&3⟧)\nx = 1`,
    `api_key = "⟦Zx81kQpA7shG⟧\nx = 1`,
    `connect(password="⟦Tr0ub4dor&3⟧, port=22)\nx = 1`,
    `connect(password="⟦correct horse⟧)(more)\nx = 1`,
    `password = """\n  ⟦Tr0ub4dor&3⟧\nx = 1`,
    `<a>\n  <property name="connection.password">⟦S3cret99⟧\nx = 1`,
    `auth=("admin", "⟦hunter⟧\nx = 1`,
    `ALTER USER me IDENTIFIED BY '⟦hunter22⟧\nx = 1`,
    `url = "postgres://app:⟦Zx81kQpA⟧\nx = 1`,
    `ConvertTo-SecureString "⟦hunter22⟧\nx = 1`,
  ],
  "a string of several lines": [`password = """\n  ⟦Tr0ub4dor&3⟧\n"""`, `password: |\n  ⟦hunter22x⟧\nother: 1`],
  "quotes in quotes": [
    String.raw`body = "{\"password\": \"⟦hunter2x⟧\", \"x\": 1}"`,
    String.raw`body = "{\"api_key\": \"⟦Zx81kQpA7shG⟧\"}"`,
    `data-account="{&quot;password&quot;:&quot;⟦hunter2x⟧&quot;}"`,
  ],
  "a value where there is no other, or that is compared with": [
    `password = os.getenv("DB_PASSWORD") or "⟦hunter22⟧"`,
    `const password = process.env.PASSWORD || "⟦hunter22⟧";`,
    `const password = config.password ?? '⟦hunter22⟧';`,
    `POSTGRES_PASSWORD: \${DB_PASSWORD:⟦-hunter22⟧}`,
    `if (password.equals("⟦hunter22⟧")) return;`,
    `expect(password).toBe("⟦hunter22⟧")`,
  ],
  "a name in another language": [
    `passwort = "⟦hunter22x⟧"`,
    `mot_de_passe = "⟦hunter22x⟧"`,
    `contraseña = "⟦hunter22x⟧"`,
    `пароль = "⟦hunter22x⟧"`,
  ],
  "a value drawn from all signs, or with a dot": [
    `define('AUTH_KEY', '⟦x:W(p!2 ]Vq9#r~Jd$;Lk3 m^Zt&8{Hs<0}Qy/7?Nb-Ff=6+Gc_Ee%5@Aa*4⟧');`,
    `X-Vault-Token: ⟦s.abcdefgh12345678ijklmnop⟧`,
    `"auth": "⟦bWU6aHVudGVyMg==⟧"`,
  ],
  "each value of a list": [`tokens = ["⟦Zx81kQpA7s⟧", "⟦hGq2LmTz55⟧", "utf8"]`],
  "a value beside its name": [
    `- name: DB_PASSWORD\n  value: ⟦hunter22⟧`,
    `{"name": "DB_PASSWORD", "value": "⟦hunter22⟧"}`,
    `<property name="connection.password">⟦S3cret99⟧</property>`,
    `variable "db_password" {\n  type = string\n  default = "⟦hunter22x⟧"\n}`,
  ],
  "a setting or a variable without quotes": [
    `password: ⟦hunter2⟧\nuser: me`,
    `spring.datasource.password=⟦hunter22⟧`,
    `MYSQL_ROOT_PASSWORD: ⟦hunter⟧`,
    `- MYSQL_ROOT_PASSWORD=⟦hunter⟧`,
    `ENV MYSQL_ROOT_PASSWORD ⟦hunter22⟧`,
    `PGPASSWORD=⟦hunter⟧ psql -U app`,
    `PGPASSWORD="⟦hunter two⟧" psql -U app`,
    `export PGPASSWORD="⟦hunter⟧"`,
    `ansible_ssh_pass=⟦hunter22⟧`,
  ],
  "a password on a command line": [
    `mysql -u root ⟦-pS3cret99⟧ shop`,
    `mysqldump -uroot -p'⟦S3cret 99⟧' shop`,
    `mysql -u root \\\n  ⟦-pS3cret99⟧ shop`,
    `sshpass -p ⟦hunter22⟧ ssh host`,
    `curl -u admin:⟦s3cret⟧ https://x.org`,
    `curl -s --user "admin:⟦my pass word⟧" https://x.org`,
    `curl -uadmin:⟦s3cret99⟧ https://x.org`,
    `curl -u admin:'⟦s3cr"et⟧' https://x.org`,
    `wget --password=⟦lettersalone⟧ https://x.org`,
    `run --db-password ⟦Tr0ub4dor⟧ now`,
    `run --token=⟦abcd1234efgh⟧ now`,
    `docker login -u me -p ⟦dckrS3cret9⟧ registry`,
    `subprocess.run(["mysql", "-u", "root", "⟦-pS3cret99⟧"], env={"A": "b"})`,
    `subprocess.run(["sshpass", "-p", "⟦S3cret 99⟧", "ssh"])`,
    `os.system("mysql -u root ⟦-pS3cret99⟧"); f("x")`,
    `redis-cli -a ⟦S3cret99⟧ ping`,
    `openssl enc -aes-256-cbc -pass pass:⟦S3cret99⟧ -in a`,
    `ldapsearch -D cn=admin -w ⟦S3cret99⟧`,
    `smbclient -U user%⟦S3cret99⟧ //srv/x`,
    `keytool -storepass ⟦abc12345⟧ -keypass ⟦abc12346⟧`,
    `htpasswd -b file user ⟦S3cret99⟧`,
    `echo "⟦S3cret99⟧" | docker login --password-stdin`,
    `echo '⟦root:S3cret99⟧' | sudo chpasswd`,
    `net use Z: \\\\srv\\share ⟦S3cret99⟧ /user:me`,
    `ConvertTo-SecureString "⟦hunter22⟧" -AsPlainText -Force`,
    `sqlplus scott/⟦tiger99@db⟧`,
  ],
  "both halves of a value that is joined": [
    `api_key = "⟦Zx81kQpA⟧" + "⟦7shGq2Lm⟧" + "⟦Tz55vBnW⟧"`,
    `api_key = ("⟦Zx81kQpA⟧"\n           "⟦7shGq2Lm⟧")`,
    `const char *api_key = "⟦Zx81kQpA⟧" "⟦7shGq2Lm⟧";`,
    `$password = '⟦abc⟧' . '⟦def99x⟧';`,
    `"Authorization": "Basic " + "⟦bWU6aHVudGVyMg==⟧"`,
    `url = "postgres://app:⟦Zx81⟧" + "⟦kQpA⟧" + "@db/x"`,
  ],
  "a password beside a user's name": [
    `machine api.x.org login me password ⟦hunter⟧`,
    `machine api.x.org\n  login me\n  password ⟦hunter two⟧\n`,
    `default login me password ⟦hunter22⟧`,
    `auth=("admin", "⟦hunter⟧")`,
    `HTTPBasicAuth("admin", "⟦hunter22⟧")`,
    `smtp.login("me@x.org", "⟦hunter⟧")`,
    `ALTER USER me IDENTIFIED BY '⟦hunter22⟧';`,
    `CREATE ROLE me WITH LOGIN PASSWORD '⟦hunter⟧';`,
    `create user 'me'@'%' identified by '⟦hunter⟧';`,
    `db.internal:5432:orders:app:⟦hunter22⟧`,
  ],
  "npm's lines": [
    `//registry/:_password=⟦aHVudGVyMg==⟧`,
    `//registry/:_authToken=⟦abcdef⟧`,
    `_auth=⟦bWU6aHVudGVyMg==⟧`,
  ],
  "an address": [
    `postgres://app:⟦p%40ss%3Aw⟧@db:5432/x`,
    `postgres://app:⟦p@ss:word⟧@db:5432/x`,
    `postgres://app:⟦pa/ss#w0rd⟧@db:5432/x`,
    `jdbc:oracle:thin:scott/⟦tiger99⟧@db:1521:x`,
    `git clone https://⟦3f786850e387550fdab836ed⟧@host.net/x`,
    `https://outlook.office.com/webhook/⟦7f3a9c1e-5b2d-8046-aa17-1234567890ab/IncomingWebhook/7f3a9c1e⟧`,
  ],
  "a connection string": [
    `"Server=db;User Id=sa;Password=⟦Correct Horse 9⟧;Encrypt=yes"`,
    `"Password=⟦correct horse⟧;Encrypt=yes;Server=db"`,
    `"host=db user=app password=⟦hunter⟧ dbname=x"`,
  ],
  "what is decoded first": [`aes_key = bytes.fromhex("⟦3f786850e387550fdab836ed7e6dc881⟧")`],
  bytes: [`var secretKey = []byte{⟦${Array.from({ length: 16 }, (_, at) => `0x${at + 40}`).join(", ")}⟧}`],
  "a Kubernetes secret": [
    `apiVersion: v1\nkind: Secret\ndata:\n  user: ⟦YWRtaW4=⟧\n  db: ⟦aHVudGVyMg==⟧\nstringData:\n  x: ⟦hunter two⟧\ntype: Opaque`,
    `data:\n  db: ⟦aHVudGVyMg==⟧\n  kind: Deployment`,
  ],
};

describe("of secrets as they stand in repositories nothing leaves:", () => {
  it.each(Object.keys(PICTURES))("%s", async (name) => {
    for (const picture of PICTURES[name] ?? []) expect(await shown(picture)).toBe(picture);
  });

  it("and what remains after one pass holds none for a second", async () => {
    for (const picture of Object.values(PICTURES).flat()) {
      const text = picture.replaceAll(/⟦[^⟧]*⟧/g, SECRET_PLACEHOLDER);
      expect(await findSecrets(text), text).toEqual([]);
    }
  });

  it("also while the cursor stands in one, or the prompt begins or ends in one", async () => {
    const finder = { find: findSecrets };
    const policy = { reasonToKeep: async () => null };
    for (const picture of Object.values(PICTURES).flat()) {
      const text = `import os\n\n${picture.replaceAll(/[⟦⟧]/g, "")}\n\nprint(os.name)\n`;
      const start = 11 + picture.indexOf("⟦");
      const end = 10 + picture.indexOf("⟧");
      const middle = Math.floor((start + end) / 2);
      const asked = (from: number, cursor: number, to: number) =>
        release(
          {
            file: { uri: null, path: "a.py", languageId: "python" },
            before: text.slice(0, from),
            prefix: text.slice(from, cursor),
            suffix: text.slice(cursor, to),
            after: text.slice(to),
            snippets: [],
            draft: null,
          },
          { policy, finder },
          new AbortController().signal,
        );
      expect(await asked(0, middle, text.length), picture).toEqual({ kind: "withheld", reason: "cursor-in-secret" });
      const left = text.slice(0, start);
      const begins = await asked(0, left.length, middle);
      if (begins.kind === "released")
        expect(begins.prompt, picture).toMatchObject({ prefix: left, suffix: SECRET_PLACEHOLDER });
      const ends = await asked(middle, text.length, text.length);
      if (ends.kind === "released") expect(ends.prompt.prefix, picture).toMatch(new RegExp(`^${SECRET_PLACEHOLDER}`));
    }
  });

  it("also a token in pieces that have no form of their own", async () => {
    const { secret } = plantedSecret("github", chanceOf(12));
    const pieces = [secret.slice(0, 3), secret.slice(3, 9), secret.slice(9)];
    for (const joint of [" + ", "\n    ", " . ", ' +\n  "" + '])
      expect(await shown(`x = (${pieces.map((piece) => `"⟦${piece}⟧"`).join(joint)})`)).toBe(
        `x = (${pieces.map((piece) => `"⟦${piece}⟧"`).join(joint)})`,
      );
  });
});

describe("ordinary code is left alone:", () => {
  it.each([
    `mysql -u root -p shop < dump.sql`,
    `mysql -h db -P 3306 -p`,
    `curl -u "$USER:$PASS" https://x.org`,
    `docker login -u $U -p $P`,
    `docker login -u me --password-stdin < file`,
    `docker run -p 8080:80 -u 1000:1000 nginx`,
    `mkdir -p build/dir && ssh -p 2222 host`,
    `--password PASSWORD  the password to use`,
    `  --password      Password of the server`,
    `parser.add_argument("--password", help="asked for otherwise", default=None)`,
    `"--password=" + quote(pw)`,
    `echo "$PASS" | docker login --password-stdin`,
    `print("Enter password: ")\nx1 = 2`,
    `input("password: ") or default_password2`,
    `echo "password:" $VAR1abc`,
    `"password": "Your password must be at least 8 characters"`,
    `"password": "Mot de passe"`,
    `"forgot_password": "Forgot it again"`,
    `errors.add("password", "is too short")`,
    `    password: the one of the user`,
    `    password: str, optional`,
    `password: string | null`,
    `sql = "... password = '" + pw + "' and x = '" + y + "'"`,
    `password = "foo" if x else "bar"`,
    `PASSWORD=$(cat /run/x) cmd`,
    `PASSWORD=config.password`,
    `PASSWORD: password,`,
    `PWD=/tmp OLDPWD=/x`,
    `PASS=0 FAIL=0`,
    `x = "https://host:8080/a@2x.png"`,
    `https://cdn.x.org/some-long-package-name1@1.2.3`,
    `kind: ConfigMap\ndata:\n  a: YWRtaW4=`,
    `class Broken(Error): pass\n\n_errors = ("success", "not connected", "bad input")`,
    `signature = _helpers.padded_urlsafe_b64decode(signature)`,
    `key = "primary" + "_key"`,
    `if (password>limit_1\n`,
    `proxy_url="socks5h://<username>:<password>@proxy-host"\n"""`,
    `"jdbc:microsoft:sqlserver://LOCALHOST:1433;DatabaseName=goon"`,
    "const PATTERN = /:(?<secret>[^\\s@]{1,256})@/;",
    `u, err := url.Parse("https://[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:17000")`,
    `url = "redis://localhost:6379"`,
    `url = \`http://host:\${port1}\``,
    `{ "password": "string", "type": "password", "new_password": "required" }`,
    `SET_PASSWORD = "SetPassword"`,
    `"password": "Wachtwoord"`,
    `type account struct {\n\tPassword       *uint16\n}`,
    `lookupWithNetwork("tcp", "udp")`,
    `// the function identified by "repeat", or by 'name', is called`,
    `Load a library identified by 'name'.`,
    `print(f"password={password!r}")`,
    `["curl -s -u deploy:", password, " https://x.org"]`,
    `a = ("The token " "is invalid")`,
    `main.py:1234:5:foo:bar`,
    `default login and password values`,
    `"secret": "The secret that signs cookies"`,
    `psk_identity_hint = "foo bar"`,
  ])("%s", async (line) => {
    expect(await shown(line)).toBe(line);
  });
});
