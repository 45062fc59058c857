/** What the documents name exists: links, paths in back quotes, npm scripts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

function documentsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : documentsIn(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...documentsIn("docs"),
  ...documentsIn("examples"),
  ...documentsIn("models"),
];
const scripts = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts);

/** Headings as the anchors that renderers make of them. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text]) =>
    (text as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(documents)("%s", (document) => {
  const text = readFileSync(join(root, document), "utf8");

  it("links to what exists", () => {
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1] as string)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? join(root, document) : join(root, dirname(document), path);
        return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
      });
    expect(broken).toEqual([]);
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

describe("ARCHITECTURE.md", () => {
  it("stays short enough to be read", () => {
    expect(readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("\n").length).toBeLessThanOrEqual(300);
  });

  it("has every folder of core and of node in its code map", () => {
    const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
    const folders = ["packages/core/src", "packages/node/src"].flatMap((parent) =>
      readdirSync(join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "testing")
        .map((entry) => relative(root, join(root, parent, entry.name))),
    );
    expect(folders.filter((folder) => !map.includes(folder))).toEqual([]);
  });
});
