import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileFacts, KeepReason } from "@nearfirst/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseUserConfig } from "../config/parse-config.js";
import { uriOfPath } from "../workspace/file-uri.js";
import { workspacePolicy } from "./workspace-policy.js";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "nearfirst-policy-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ""): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const signal = new AbortController().signal;

/** A policy for folders below the root, with the user's settings. */
function policyOf(settings: object = {}, folders: readonly string[] = ["work"]) {
  const { value, problems } = parseUserConfig(JSON.stringify(settings), "config.json");
  expect(problems).toEqual([]);
  const policy = workspacePolicy({ folders: folders.map((folder) => join(root, folder)), settings: value });
  const ask = (file: FileFacts): Promise<KeepReason | null> => policy.reasonToKeep(file, signal);
  return {
    /** A document in the editor. */
    document: (path: string, languageId = "python") =>
      ask({ uri: uriOfPath(join(root, path)), path: path.replace(/^work\//, ""), languageId }),
    /** A retrieved piece of a file, known by its path in the workspace. */
    snippet: (path: string) => ask({ uri: null, path, languageId: "python" }),
    ask,
  };
}

describe("what may leave", () => {
  it("is every file that nothing names", async () => {
    write("work/src/a.py");
    const policy = policyOf();
    expect(await policy.document("work/src/a.py")).toBeNull();
    expect(await policy.document("work/src/not-saved-yet.py")).toBeNull();
    expect(await policy.snippet("src/a.py")).toBeNull();
    expect(await policy.ask({ uri: "untitled:Untitled-1", path: "Untitled-1", languageId: "python" })).toBeNull();
  });

  it("is no file that an ignore file names, at any depth, as document or as snippet", async () => {
    write("work/.gitignore", "*.local.py\n/build/\n");
    write("work/deep/.nearfirstignore", "plans/\n");
    const policy = policyOf();
    for (const path of ["a.local.py", "deep/b.local.py", "build/c.py", "deep/plans/d.py"]) {
      write(`work/${path}`);
      expect(await policy.document(`work/${path}`), path).toBe("ignored-file");
      expect(await policy.snippet(path), path).toBe("ignored-file");
    }
    expect(await policy.snippet("plans/d.py")).toBeNull();
  });

  it("is no dot-env file, key or certificate, wherever it lies", async () => {
    const policy = policyOf();
    for (const path of [
      "work/.env",
      "work/.env.production",
      "work/conf/server.pem",
      "work/conf/server.crt",
      "elsewhere/.ssh/config",
      "elsewhere/.env",
    ])
      expect(await policy.document(path, "plaintext"), path).toBe("ignored-file");
    expect(await policyOf({}, ["elsewhere/.aws"]).document("elsewhere/.aws/credentials")).toBe("ignored-file");
    expect(await policyOf({}, ["elsewhere/.ssh/work"]).snippet("tunnel.py")).toBe("ignored-file");
  });

  it("is no file that a pattern names with its accents in another form of Unicode", async () => {
    const [typed, onDisk] = ["geheim-\u00e9", "geheim-e\u0301"];
    write("work/.nearfirstignore", `${typed}/\n`);
    write(`work/${onDisk}/a.py`);
    write(`work/plans-${onDisk}/a.py`);
    expect(await policyOf().document(`work/${onDisk}/a.py`)).toBe("ignored-file");
    expect(await policyOf().snippet(`${onDisk}/a.py`)).toBe("ignored-file");
    const named = policyOf({ ignore: [`drafts-${typed}/`], privacy: { localOnly: { paths: [`plans-${typed}/`] } } });
    expect(await named.document(`work/plans-${onDisk}/a.py`)).toBe("local-only-path");
    expect(await named.snippet(`drafts-${onDisk}/a.py`)).toBe("ignored-file");
  });

  it("is no text that an editor shows of such a file under a URI of another kind", async () => {
    write("work/.gitignore", "private/\n");
    const cell = (path: string) => `vscode-notebook-cell:${join(root, path).replaceAll("\\", "/")}#W0sZmlsZQ%3D%3D`;
    const policy = policyOf();
    const ask = (uri: string, path: string) => policy.ask({ uri, path, languageId: "python" });
    expect(await ask(cell("work/private/a.ipynb"), "a.ipynb#W0sZmlsZQ==")).toBe("ignored-file");
    expect(await ask(`git:${join(root, "work/private/a.py")}?%7B%22ref%22%3A%22~%22%7D`, "a.py")).toBe("ignored-file");
    expect(await ask(`untitled:${join(root, "work/.env")}`, ".env")).toBe("ignored-file");
    expect(await ask(`untitled://${join(root, "work/.env")}`, ".env")).toBe("ignored-file");
    expect(await ask(join(root, "work/private/a.py"), "a.py")).toBe("ignored-file");
    expect(await ask("untitled:.env", ".env")).toBe("ignored-file");
    const member = `jar:file://${join(root, "work/private/a.jar")}!/b.py`;
    expect(await ask(member, "b.py")).toBe("ignored-file");
    expect(await ask(cell("work/open.ipynb"), "open.ipynb#W0sZmlsZQ==")).toBeNull();
    const folder = policyOf({ privacy: { localOnly: { workspaces: [join(root, "other")] } } });
    expect(await folder.ask({ uri: cell("other/a.ipynb"), path: "a.ipynb", languageId: "python" })).toBe(
      "local-only-workspace",
    );
  });

  it("is nothing under a URI that cannot be read: it may name any file", async () => {
    const policy = policyOf();
    const ask = (uri: string) => policy.ask({ uri, path: "100%.py", languageId: "python" });
    for (const uri of [
      `file://${join(root, "work/100%.py")}`,
      `untitled:${join(root, "work/100%.py")}`,
      `file://${join(root, "work/private%2Fa.py")}`,
    ])
      expect(await ask(uri), uri).toBe("ignored-file");
    expect(await ask(`file://${join(root, "work/100%25.py")}`)).toBeNull();
  });

  it("is no file that the settings name by path, language or folder", async () => {
    write("work/a.py");
    const localOnly = { paths: ["plans/", "*.secret.py"], languages: ["SQL", "go"] };
    const policy = policyOf({ ignore: ["drafts/"], privacy: { localOnly } });
    expect(await policy.document("work/deep/plans/a.py")).toBe("local-only-path");
    expect(await policy.document("work/b.secret.py")).toBe("local-only-path");
    expect(await policy.document("elsewhere/plans/b.py")).toBe("local-only-path");
    expect(await policy.snippet("plans/a.py")).toBe("local-only-path");
    expect(await policy.document("work/a.sql", "sql")).toBe("local-only-language");
    expect(await policy.document("work/a.sql", "plaintext")).toBe("local-only-language");
    expect(await policy.snippet("a.sql")).toBe("local-only-language");
    for (const languageId of ["go", "plaintext", "gotmpl"])
      expect(await policy.document("work/a.go", languageId), languageId).toBe("local-only-language");
    expect(await policy.document("work/drafts/a.py")).toBe("ignored-file");
    expect(await policy.document("work/a.py")).toBeNull();
  });

  it("is nothing of a local-only workspace, and of a local-only folder that a file was opened from", async () => {
    write("work/a.py");
    write("other/b.py");
    expect(await policyOf({ privacy: { localOnly: { everything: true } } }).document("work/a.py")).toBe(
      "local-only-workspace",
    );
    const workspace = policyOf({ privacy: { localOnly: { workspaces: [join(root, "work")] } } });
    expect(await workspace.document("work/a.py")).toBe("local-only-workspace");
    expect(await workspace.ask({ uri: "untitled:1", path: "1", languageId: "python" })).toBe("local-only-workspace");
    const other = policyOf({ privacy: { localOnly: { workspaces: [join(root, "other")] } } });
    expect(await other.document("work/a.py")).toBeNull();
    expect(await other.document("other/b.py")).toBe("local-only-workspace");
  });

  it.skipIf(process.platform === "win32")("is no file that a link leads to, if that one stays", async () => {
    write("work/.gitignore", "private/\n");
    write("work/private/keys.py");
    symlinkSync("private/keys.py", join(root, "work/link.py"));
    symlinkSync(join(root, "work"), join(root, "alias"));
    expect(await policyOf().document("work/link.py")).toBe("ignored-file");
    expect(await policyOf({}, ["alias"]).document("alias/private/keys.py")).toBe("ignored-file");
    expect(await policyOf({}, ["alias"]).document("alias/open.py")).toBeNull();
    write("kept/a.py");
    write("work/query.go");
    symlinkSync(join(root, "kept"), join(root, "work/inner"));
    symlinkSync("query.go", join(root, "work/query.txt"));
    const folder = policyOf({ privacy: { localOnly: { workspaces: [join(root, "kept")] } } });
    expect(await folder.document("work/inner/a.py")).toBe("local-only-workspace");
    expect(await folder.snippet("inner/a.py")).toBe("local-only-workspace");
    const language = policyOf({ privacy: { localOnly: { languages: ["go"] } } });
    expect(await language.document("work/query.txt", "plaintext")).toBe("local-only-language");
  });

  it("is no ignored file of a repository that is not open", async () => {
    write("other/.git/HEAD");
    write("other/.gitignore", "generated/\n");
    write("other/generated/a.py");
    write("other/src/b.py");
    expect(await policyOf().document("other/generated/a.py")).toBe("ignored-file");
    expect(await policyOf().document("other/src/b.py")).toBeNull();
  });

  it("knows a snippet's folder among several, and trusts no path of none", async () => {
    write("one/.gitignore", "a.py\n");
    write("one/a.py");
    write("two/a.py");
    const policy = policyOf({}, ["one", "two"]);
    expect(await policy.snippet("one/a.py")).toBe("ignored-file");
    expect(await policy.snippet("two/a.py")).toBeNull();
    expect(await policy.snippet("three/a.py")).toBe("ignored-file");
    for (const path of [join(root, "two/a.py"), "../two/a.py", "untitled:a.py", "", "."])
      expect(await policyOf({}, ["two"]).snippet(path), path).toBe("ignored-file");
  });

  it("is nothing that the settings of a folder keep, wherever the file was opened from", async () => {
    write("kept/.nearfirst.json", '{ "privacy": { "localOnly": { "everything": true } } }');
    write("kept/deep/a.py");
    write("work/parts/one/.nearfirst.json", '{ "large": false }');
    write("work/parts/two/.nearfirst.json", '{ "large": fals }');
    write(
      "work/parts/.nearfirst.json",
      '{ "ignore": ["/drafts/"], "privacy": { "localOnly": { "paths": ["/three/plans.py"], "languages": ["go"] } } }',
    );
    const policy = policyOf();
    expect(await policy.document("kept/deep/a.py")).toBe("local-only-workspace");
    expect(await policyOf({}, ["kept/deep"]).document("kept/deep/a.py")).toBe("local-only-workspace");
    expect(await policyOf({}, ["kept/deep"]).snippet("a.py")).toBe("local-only-workspace");
    const unsaved = { uri: "untitled:1", path: "1", languageId: "python" };
    expect(await policyOf({}, ["kept/deep"]).ask(unsaved)).toBe("local-only-workspace");
    expect(await policyOf().ask(unsaved)).toBeNull();
    for (const [path, reason] of [
      ["parts/one/a.py", "local-only-workspace"],
      ["parts/two/a.py", "local-only-workspace"],
      ["parts/three/plans.py", "local-only-path"],
      ["parts/three/a.go", "local-only-language"],
      ["parts/drafts/a.py", "ignored-file"],
      ["parts/three/a.py", null],
      ["three/plans.py", null],
    ] as const) {
      expect(await policy.document(`work/${path}`), path).toBe(reason);
      expect(await policy.snippet(path), path).toBe(reason);
    }
  });

  it("follows an ignore file that has changed", async () => {
    write("work/a.py");
    const policy = policyOf();
    expect(await policy.document("work/a.py")).toBeNull();
    write("work/.gitignore", "a.py\n");
    await expect.poll(() => policy.document("work/a.py"), { timeout: 10_000 }).toBe("ignored-file");
  });
});
