import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../config/settings.js";
import type { HoleInFile } from "./answer-hole.js";
import { historySources } from "./history-sources.js";
import { sampleHoles } from "./sample-holes.js";
import { workspaceSources } from "./workspace-sources.js";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "nearfirst-holes-")));
});
afterEach(() => rmSync(root, { recursive: true }));

const { signal } = new AbortController();

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function codeOf(name: string, lines: number): string {
  return Array.from({ length: lines }, (_, at) => `${name}_${at} = compute(${at})\n`).join("");
}

const sourcesOf = ({ languages = [] as string[], folder = root, ignore = [] as string[] } = {}) =>
  workspaceSources({ workspaceFolder: root, folder, settings: { ...DEFAULT_SETTINGS, ignore }, languages, signal });

const namesOf = (holes: readonly HoleInFile[]) => new Set(holes.map(({ uri }) => basename(uri)));

/** The whole lines that the holes are in. */
const linesOf = (holes: readonly HoleInFile[]) =>
  holes.map(({ text, hole }) => text.slice(text.lastIndexOf("\n", hole.start - 1) + 1, hole.end));

describe("holes in a folder", () => {
  it("are in files that the product would complete in: none that is ignored, none in another language", async () => {
    write("app.py", codeOf("app", 9));
    write("page.ts", "const page = open(1);\n");
    write("made/out.py", codeOf("out", 9));
    write(".gitignore", "made/\n");
    write("secret.py", codeOf("secret", 9));
    write("README.md", "some words\n");
    const sources = await sourcesOf({ ignore: ["secret.py"] });
    expect(namesOf(await sampleHoles(sources, { most: 100, seed: 1, signal }))).toEqual(new Set(["app.py", "page.ts"]));
    const known = await sourcesOf({ languages: ["typescript"] });
    expect(namesOf(await sampleHoles(known, { most: 100, seed: 1, signal }))).toEqual(new Set(["page.ts"]));
  });

  it("are only in the named part of the workspace, and none where that is ignored", async () => {
    write("a/one.py", codeOf("one", 5));
    write("b/two.py", codeOf("two", 5));
    write(".gitignore", "b/\n");
    const inPart = async (part: string) => {
      const sources = await sourcesOf({ folder: join(root, part) });
      return [...namesOf(await sampleHoles(sources, { most: 100, seed: 1, signal }))];
    };
    expect(await inPart("a")).toEqual(["one.py"]);
    expect(await inPart("b")).toEqual([]);
  });

  it("are the same for the same seed, and no more than asked for", async () => {
    for (const name of ["one", "two", "three"]) write(`${name}.py`, codeOf(name, 30));
    const sources = await sourcesOf();
    const sample = (seed: number) => sampleHoles(sources, { most: 20, seed, signal });
    expect(await sample(1)).toEqual(await sample(1));
    expect(await sample(1)).not.toEqual(await sample(2));
    expect(await sample(1)).toHaveLength(20);
  });

  it("come from many files, and from one long one only where the others have too few", async () => {
    write("long.py", codeOf("long", 1_000));
    for (let at = 0; at < 19; at++) write(`short${at}.py`, codeOf(`short${at}`, 4));
    const sources = await sourcesOf();
    const ofLong = (holes: readonly HoleInFile[]) => holes.filter(({ uri }) => uri.endsWith("/long.py")).length;
    expect(ofLong(await sampleHoles(sources, { most: 40, seed: 3, signal }))).toBeLessThanOrEqual(8);
    const many = await sampleHoles(sources, { most: 200, seed: 3, signal });
    expect([many.length, ofLong(many)]).toEqual([200, 200 - 19 * 4]);
  });
});

describe("holes in history", () => {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=n", "-c", "user.email=e@example.org", ...args], {
      stdio: "pipe",
    });
  const commit = (message: string) => {
    git("add", "-A");
    git("commit", "-q", "-m", message);
  };

  it("are in lines that the latest commits wrote, as they are committed", async () => {
    git("init", "-q");
    write("app.py", codeOf("old", 5));
    write("still.py", codeOf("still", 5));
    commit("first");
    write("app.py", codeOf("new", 4) + codeOf("old", 5));
    commit("second");
    write("app.py", codeOf("unsaved", 9));
    const history = await historySources({ workspaceFolder: root, commits: 1, sources: await sourcesOf() });
    const holes = await sampleHoles(history ?? [], { most: 100, seed: 1, signal });
    expect(linesOf(holes).sort()).toEqual(codeOf("new", 4).trim().split("\n"));
    const all = await historySources({ workspaceFolder: root, commits: 9, sources: await sourcesOf() });
    expect(namesOf(await sampleHoles(all ?? [], { most: 100, seed: 1, signal }))).toEqual(
      new Set(["app.py", "still.py"]),
    );
  });

  it("are in the text that was committed, and no program that the repository names is run on it", async () => {
    git("init", "-q");
    write(".gitattributes", "*.py diff=shown\n");
    write("app.py", codeOf("app", 5));
    commit("first");
    git("config", "diff.shown.textconv", `touch '${join(root, "was-run")}'; sed s/app/shown/`);
    const history = await historySources({ workspaceFolder: root, commits: 1, sources: await sourcesOf() });
    const holes = await sampleHoles(history ?? [], { most: 100, seed: 1, signal });
    expect(linesOf(holes).sort()).toEqual(codeOf("app", 5).trim().split("\n"));
    expect(existsSync(join(root, "was-run"))).toBe(false);
  });

  it("are none in what a partial clone left out, which is not fetched by a program that the repository names", async () => {
    git("init", "-q");
    write("app.py", codeOf("app", 5));
    commit("first");
    const sources = await sourcesOf();
    const object = String(git("rev-parse", "HEAD:app.py")).trim();
    rmSync(join(root, ".git", "objects", object.slice(0, 2), object.slice(2)));
    git("config", "core.repositoryFormatVersion", "1");
    git("config", "extensions.partialClone", "origin");
    git("config", "remote.origin.url", "ssh://host.invalid/repository");
    git("config", "remote.origin.promisor", "true");
    git("config", "core.sshCommand", `touch '${join(root, "was-run")}'; false`);
    const history = await historySources({ workspaceFolder: root, commits: 1, sources });
    expect(await sampleHoles(history ?? [], { most: 100, seed: 1, signal })).toEqual([]);
    expect(existsSync(join(root, "was-run"))).toBe(false);
  });

  it("are none where nothing was ever committed", async () => {
    write("app.py", codeOf("app", 5));
    const sources = await sourcesOf();
    expect(await historySources({ workspaceFolder: root, commits: 5, sources })).toBeNull();
    git("init", "-q");
    expect(await historySources({ workspaceFolder: root, commits: 5, sources })).toBeNull();
  });
});
