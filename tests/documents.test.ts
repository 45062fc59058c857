/** What the documents name exists: links, paths in back quotes, npm scripts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { documentPaths, MENU, readDocument, targetOf } from "../site/documents.mjs";
import { anchorsIn, linksIn } from "../site/markdown.mjs";

const root = join(import.meta.dirname, "..");
const documents = documentPaths();
const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);

describe.each(documents)("%s", (document) => {
  const text = readDocument(document);

  it("links to what exists, and to headings that are there", () => {
    const dead = linksIn(text).filter((href) => {
      const target = targetOf(document, href);
      if (target === null) return true;
      return (
        target.kind === "page" && target.anchor !== "" && !anchorsIn(readDocument(target.path)).includes(target.anchor)
      );
    });
    expect(dead).toEqual([]);
  });

  it("names paths and npm scripts that exist", () => {
    const named = [...text.matchAll(/`((?:packages|bench|tests|docs|examples|models|scripts)\/[\w./-]+)`/g)]
      .map((match) => match[1] as string)
      .filter((path) => !existsSync(join(root, path)));
    const unknown = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .map((match) => match[1] as string)
      .filter((script) => !scripts.includes(script));
    expect({ named, unknown }).toEqual({ named: [], unknown: [] });
  });
});

describe("the documentation in docs", () => {
  it("has every page of docs in its menu, once", () => {
    const pages = documents.filter((path) => /^docs\/[^/]+\.md$/.test(path)).sort();
    const inMenu = Object.values(MENU).flat();
    expect(inMenu.filter((path) => /^docs\/[^/]+\.md$/.test(path)).sort()).toEqual(pages);
  });

  it("lists every decision by its title", () => {
    const list = readDocument("docs/decisions/README.md");
    const missing = documents
      .filter((path) => /^docs\/decisions\/\d/.test(path))
      .filter((path) => {
        const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readDocument(path)) ?? [];
        return !list.includes(`\n${number}. [${title}](${path.replace("docs/decisions/", "")})`);
      });
    expect(missing).toEqual([]);
  });
});

describe("docs/readings.md", () => {
  const sources = ["core", "node", "cli", "eval"]
    .flatMap((name) => {
      const folder = join(root, "packages", name, "src");
      return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
    })
    .filter((path) => path.endsWith(".ts"));
  const texts = [...sources, ...documents.map((path) => join(root, path))].map((path) => readFileSync(path, "utf8"));

  it("has every reading that code and documents name by its number", () => {
    const named = texts.flatMap((text) =>
      [...text.matchAll(/readings? ([A-Z]\d+)(?:(?:,| and| to) ([A-Z]\d+))*|\(([AR]\d+)\)/g)].flatMap(([words]) =>
        [...words.matchAll(/[A-Z]\d+/g)].map(([number]) => number),
      ),
    );
    expect(new Set(named).size).toBeGreaterThan(10);
    const kept = readDocument("docs/readings.md");
    expect([...new Set(named)].filter((number) => !kept.includes(`\n| ${number} `)).sort()).toEqual([]);
  });

  it("says where the checks of the papers' numbers are, and they are there", () => {
    const folder = join(root, "packages/eval/src/paper-numbers");
    expect(readDocument("docs/readings.md")).toContain("`packages/eval/src/paper-numbers`");
    const checks = ["synconfroute", "mccom"].flatMap((paper) =>
      JSON.parse(readFileSync(join(folder, `${paper}.json`), "utf8")).checks.map(({ id }: { id: string }) => id),
    );
    const named = sources
      .filter((path) => path.includes("/eval/src/tables/"))
      .flatMap((path) => readFileSync(path, "utf8").match(/\b[SM]\d\d\b/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect([...new Set(named)].filter((id) => !checks.includes(id))).toEqual([]);
  });
});

describe("the numbers of the README", () => {
  it("stand in docs/numbers.md, with the command that prints each", () => {
    const prose = readDocument("README.md")
      .replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|arXiv [\d.]+|Apache-2\.0|Qwen2\.5/g, "")
      .match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.]*-)/g);
    const kept = readDocument("docs/numbers.md");
    expect([...new Set(prose)].filter((each) => !new RegExp(`(?<![\\d.,])${each}(?!\\d|,\\d)`).test(kept))).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  it("stays short enough to be read", () => {
    expect(readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("\n").length).toBeLessThanOrEqual(300);
  });

  it("has every folder of core, node, cli and eval in its code map, and nothing that is not there", () => {
    const named = [...readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^\| (.+?) *\|/gm)].flatMap(
      ([, where]) => [...(where ?? "").matchAll(/`([^`]+)`/g)].map(([, path]) => path as string),
    );
    const folders = ["core", "node", "cli", "eval"].flatMap((name) =>
      readdirSync(join(root, "packages", name, "src"), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !["testing", "declarations"].includes(entry.name))
        .map((entry) => relative(root, join(root, "packages", name, "src", entry.name))),
    );
    expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
