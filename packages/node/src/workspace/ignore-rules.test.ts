import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type TemporaryWorkspace, temporaryWorkspace } from "../../test/temporary-workspace.js";
import { IgnoreRules } from "./ignore-rules.js";

let workspace: TemporaryWorkspace | null = null;
afterEach(async () => {
  vi.unstubAllEnvs();
  await workspace?.remove();
});

/** Which of the paths are ignored, with these ignore files in the workspace. */
async function ignored(files: Record<string, string>, paths: string[], root = ""): Promise<string[]> {
  const made = await temporaryWorkspace(files);
  workspace = made;
  const rules = await IgnoreRules.of(made.at(root));
  const results: string[] = [];
  for (const path of paths) {
    await rules.loadFor(made.at(path));
    if (rules.isIgnored(made.at(path), { isDirectory: path.endsWith("/") })) results.push(path);
  }
  return results;
}

describe("ignore rules", () => {
  it("come from all three files, with comments and negation", async () => {
    const files = {
      ".gitignore": "# generated\n*_pb2.py\n!keep_pb2.py\n/top.py\n",
      ".ignore": "data/\n",
      ".nearfirstignore": "secret*.py\n",
    };
    const paths = [
      "a_pb2.py",
      "keep_pb2.py",
      "top.py",
      "sub/top.py",
      "data/a.py",
      "x/data/b.py",
      "secret_1.py",
      "a.py",
    ];
    expect(await ignored(files, paths)).toEqual(["a_pb2.py", "top.py", "data/a.py", "x/data/b.py", "secret_1.py"]);
  });

  it("of a nested file win over those above it, within its directory", async () => {
    const files = { ".gitignore": "*.gen.py\n", "sub/.gitignore": "!ours.gen.py\nlocal.py\n" };
    const paths = [
      "ours.gen.py",
      "sub/ours.gen.py",
      "sub/other.gen.py",
      "sub/deep/ours.gen.py",
      "local.py",
      "sub/local.py",
    ];
    expect(await ignored(files, paths)).toEqual(["ours.gen.py", "sub/other.gen.py", "sub/local.py"]);
  });

  it("of a nested file cannot bring back what lies in an ignored directory", async () => {
    const files = { ".gitignore": "out/\n", "out/.gitignore": "!a.py\n" };
    expect(await ignored(files, ["out/a.py"])).toEqual(["out/a.py"]);
  });

  it("nor does it where that directory, or one in it, is what was opened", async () => {
    const files = {
      ".git/HEAD": "",
      ".gitignore": "out/\n",
      "out/.gitignore": "!*.py\n",
      "out/deep/.gitignore": "!*\n",
      "kept/.gitignore": "!*.py\n",
    };
    expect(await ignored(files, ["out/a.py", "out/deep/a.py"], "out")).toEqual(["out/a.py", "out/deep/a.py"]);
    expect(await ignored(files, ["out/deep/a.py"], "out/deep")).toEqual(["out/deep/a.py"]);
    expect(await ignored(files, ["kept/a.py"], "kept")).toEqual([]);
  });

  it("let .nearfirstignore have the last word in one directory", async () => {
    const files = { ".gitignore": "a.py\nb.py\n", ".nearfirstignore": "!a.py\nc.py\n" };
    expect(await ignored(files, ["a.py", "b.py", "c.py"])).toEqual(["b.py", "c.py"]);
  });

  it("of the repository count when a folder inside it is opened, those outside the repository do not", async () => {
    const files = {
      ".gitignore": "outside.py\n",
      "repo/.git/info/exclude": "excluded.py\n",
      "repo/.gitignore": "/packages/one/generated.py\n*.tmp.py\n",
      "repo/packages/one/a.py": "",
    };
    const one = "repo/packages/one";
    const paths = [`${one}/generated.py`, `${one}/x.tmp.py`, `${one}/excluded.py`, `${one}/outside.py`, `${one}/a.py`];
    expect(await ignored(files, paths, one)).toEqual(paths.slice(0, 3));
  });

  it("of our own kind count from all folders above where there is no repository", async () => {
    const files = {
      ".nearfirstignore": "/parts/one/plans/\n*.secret.py\n",
      ".gitignore": "of_git.py\n",
      "parts/one/.nearfirstignore": "!open.secret.py\n",
      "parts/one/a.py": "",
    };
    const one = "parts/one";
    const paths = [`${one}/plans/a.py`, `${one}/b.secret.py`, `${one}/open.secret.py`, `${one}/of_git.py`];
    expect(await ignored(files, paths, one)).toEqual(paths.slice(0, 2));
    expect(await ignored(files, [`${one}/plans/a.py`], `${one}/plans`)).toEqual([`${one}/plans/a.py`]);
  });

  it("of the repository count in a worktree of it, and those of a submodule in that", async () => {
    const files = {
      "main/.git/info/exclude": "excluded.py\n",
      "main/.git/worktrees/linked/commondir": "../..\n",
      "main/.git/modules/part/info/exclude": "part.py\n",
      "main/part/.git": "gitdir: ../.git/modules/part\n",
      "linked/.git": "gitdir: ../main/.git/worktrees/linked\n",
      "linked/sub/a.py": "",
    };
    expect(await ignored(files, ["linked/sub/excluded.py", "linked/sub/a.py"], "linked/sub")).toEqual([
      "linked/sub/excluded.py",
    ]);
    expect(await ignored(files, ["main/part/part.py", "main/part/excluded.py"], "main/part")).toEqual([
      "main/part/part.py",
    ]);
  });

  describe("that git takes from the user for all repositories", () => {
    const names = ["own.py", "mine.py", "kept.py", "a.py"];
    const files = { "repo/.gitignore": "!kept.py\n", "lists/mine": "mine.py\nkept.py\n" };
    const usual = { ".config/git/ignore": "own.py\nkept.py\n" };

    it.each<[string, Record<string, string>, readonly string[]]>([
      ["lie in git's usual place", {}, ["own.py"]],
      ["or where ~/.gitconfig says", { ".gitconfig": "[core]\n\texcludesFile = ~/lists/mine\n" }, ["mine.py"]],
      ["in any spelling", { ".gitconfig": '[user]\nname=n\n[CORE] excludesfile="~/lists/mine" ; all\n' }, ["mine.py"]],
      ["or the repository", { "repo/.git/config": "[core]\nexcludesFile=../lists/mine\n" }, ["mine.py"]],
      ["not another setting's", { ".gitconfig": '[other "core"]\nexcludesFile = ~/lists/mine\n' }, ["own.py"]],
    ])("%s", async (_where, settings, expected) => {
      const made = await temporaryWorkspace({ ...files, ...usual });
      workspace = made;
      execFileSync("git", ["init", "-q", made.at("repo")]);
      await made.write(settings);
      vi.stubEnv("HOME", made.at("."));
      vi.stubEnv("USERPROFILE", made.at("."));
      for (const name of ["XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"]) vi.stubEnv(name, undefined);
      const rules = await IgnoreRules.of(made.at("repo"));
      const isIgnored = (name: string) => rules.isIgnored(made.at(`repo/${name}`), { isDirectory: false });
      expect(names.filter(isIgnored)).toEqual(expected);
      const byGit = execFileSync("git", ["-C", made.at("repo"), "check-ignore", ...names], { env: process.env });
      expect(byGit.toString().trim().split("\n")).toEqual(expected);
    });
  });

  it("always ignore version control, installed code and secrets, even where a file says otherwise", async () => {
    const files = { ".gitignore": "!.env.py\n!node_modules/\n!.git/\n!server.pem\n" };
    const paths = [
      ".git/hooks.py",
      "node_modules/x/index.js",
      "sub/node_modules/x.js",
      "a/__pycache__/x.py",
      ".venv/lib/x.py",
      ".env.py",
      ".env",
      ".ENV.local",
      "prod.env",
      "server.pem",
      "id_rsa",
      "id_ed25519.py",
    ];
    expect(await ignored(files, [...paths, "environment.py", "my.envelope.py", "git/a.py"])).toEqual(paths);
  });

  it("hold in the encoding that PowerShell writes", async () => {
    const made = await temporaryWorkspace({});
    workspace = made;
    await writeFile(made.at(".nearfirstignore"), Buffer.from("\uFEFFsecret.py\r\n", "utf16le"));
    const rules = await IgnoreRules.of(made.at(""));
    expect(rules.isIgnored(made.at("secret.py"), { isDirectory: false })).toBe(true);
    expect(rules.isIgnored(made.at("open.py"), { isDirectory: false })).toBe(false);
  });

  it("keep everything below an ignore file that is too large to be one", async () => {
    const files = { "sub/.gitignore": "#".repeat(10_000_001) };
    expect(await ignored(files, ["a.py", "sub/a.py", "sub/deep/b.py"])).toEqual(["sub/a.py", "sub/deep/b.py"]);
  });

  it("keep everything below an ignore file that cannot be opened because too many files are", async () => {
    const made = await temporaryWorkspace({ "sub/.gitignore": "secret.py\n" });
    workspace = made;
    const rules = await IgnoreRules.of(made.root);
    const opened: number[] = [];
    try {
      while (opened.length < 100_000) opened.push(openSync(made.at("sub/.gitignore"), "r"));
    } catch {
      // That is the state to test.
    }
    await rules.loadFor(made.at("sub/secret.py"));
    for (const each of opened) closeSync(each);
    expect(rules.isIgnored(made.at("sub/secret.py"), { isDirectory: false })).toBe(true);
  });

  it("survive a strange ignore file", async () => {
    const files = { ".gitignore": "\uFEFFa.py\r\nb.py\r\n[z-a].py\n[\n\\\n***/\n!\n/\n\0\n" };
    expect(await ignored(files, ["a.py", "b.py", "c.py"])).toEqual(["a.py", "b.py"]);
  });
});

describe("the settings' patterns", () => {
  const decide = async (patterns: string[], prefixes: string[], paths: string[]) => {
    const made = await temporaryWorkspace({ ".gitignore": "!keep.py\n!vault/\n" });
    workspace = made;
    const rules = await IgnoreRules.of(made.root, { patterns, prefixes });
    return paths.filter((path) => rules.isIgnored(made.at(path), { isDirectory: path.endsWith("/") }));
  };

  it("win over every ignore file, for a folder and all below it", async () => {
    const paths = ["keep.py", "a.py", "vault/", "vault/deep/a.py", "src/vault/a.py"];
    expect(await decide(["keep.py", "/vault/"], [], paths)).toEqual(["keep.py", "vault/", "vault/deep/a.py"]);
  });

  it("may begin with the name of the folder, or with the way to it from an outer one", async () => {
    const paths = ["secret/a.py", "src/a.py", "a.py"];
    expect(await decide(["app/secret/", "/outer/app/src/"], ["app/", "outer/app/"], paths)).toEqual([
      "secret/a.py",
      "src/a.py",
    ]);
  });
});

describe("an ignore file that is a pipe or a device", () => {
  it.skipIf(process.platform === "win32")("counts as empty", async () => {
    const made = await temporaryWorkspace({ "a/b.py": "", "zero/c.py": "" });
    workspace = made;
    execFileSync("mkfifo", [made.at(".gitignore"), made.at("a/.ignore")]);
    await symlink("/dev/zero", made.at("zero/.gitignore"));
    const rules = await IgnoreRules.of(made.root);
    for (const path of ["a/b.py", "zero/c.py"]) {
      await rules.loadFor(made.at(path));
      expect(rules.isIgnored(made.at(path), { isDirectory: false })).toBe(false);
    }
  });
});
