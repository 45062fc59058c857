/** The documentation site, built as `npm run site` builds it: whole, without dead links, and asking no other host for anything. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
let site: string;
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), "nearfirst-site-"));
  const command = join(root, "node_modules/@11ty/eleventy/cmd.cjs");
  const args = [command, "--config=site/eleventy.config.mjs", "--quiet", `--output=${site}`];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  pages = new Map(files.map((name) => [name, readFileSync(join(site, name), "utf8")]));
}, 120_000);
afterAll(() => rmSync(site, { recursive: true, force: true }));

/** What the site's own pages have, which one template makes: each attribute stands in double quotes. */
const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, "g"))].map(([, value]) =>
    (value as string).replaceAll("&amp;", "&"),
  );

describe("the documentation site", () => {
  it("has a page for each document, and an overview", () => {
    expect(pages.has("index.html")).toBe(true);
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining(["models.html", "decisions/index.html", "repository/index.html"]),
    );
  });

  it("has no dead link: each leads to a file of the site, and to a place that is there", () => {
    const dead = [...pages].flatMap(([name, html]) =>
      [...valuesOf(html, "href"), ...valuesOf(html, "src")]
        .filter((href) => !/^https?:/.test(href))
        .filter((href) => {
          const [path = "", anchor = ""] = href.split("#");
          const target = path === "" ? name : posix.normalize(posix.join(posix.dirname(name), decodeURI(path)));
          if (!existsSync(join(site, target))) return true;
          const to = pages.get(target);
          return anchor !== "" && (to === undefined || !valuesOf(to, "id").includes(decodeURIComponent(anchor)));
        })
        .map((href) => `${name} -> ${href}`),
    );
    expect(dead).toEqual([]);
  });

  it("works from the disk: no link begins at the server's root", () => {
    const absolute = [...pages.values()].flatMap((html) => [...valuesOf(html, "href"), ...valuesOf(html, "src")]);
    expect(absolute.filter((href) => href.startsWith("/"))).toEqual([]);
  });

  it("asks no other host for anything, and could not", () => {
    for (const [name, html] of pages) {
      expect([name, valuesOf(html, "src").filter((src) => /^(?:\w+:)?\/\//.test(src))]).toEqual([name, []]);
      expect(html).toContain(`content="default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self';`);
    }
    // A table's alignment too, which Markdown makes a style of.
    expect([...pages].filter(([, html]) => /<[^>]*\sstyle=/.test(html)).map(([name]) => name)).toEqual([]);
    expect([...pages.values()].some((html) => html.includes('<td class="right">'))).toBe(true);
    const scripts = ["site.css", "search.js"].map((name) => readFileSync(join(site, "assets", name), "utf8"));
    expect(scripts.join("")).not.toMatch(/https?:\/\/|@import|url\(|fetch\(|XMLHttpRequest/);
  });

  it("finds what is searched for, in its own index", async () => {
    const { default: MiniSearch } = await import("minisearch");
    const { INDEX_OPTIONS } = await import("../site/search-data.mjs");
    const script = readFileSync(join(site, "assets", "search-data.js"), "utf8");
    const json = JSON.parse(/^globalThis\.nearfirstIndex = (.*);$/m.exec(script)?.[1] ?? "") as string;
    const found = MiniSearch.loadJSON(json, INDEX_OPTIONS).search("uninstall", { boost: { heading: 4 } });
    expect(found[0]?.["href"]).toBe("start.html#uninstall");
    for (const { href } of found.slice(0, 20) as unknown as readonly { href: string }[])
      expect(pages.has(href.split("#")[0] as string)).toBe(true);
  });

  it("stays small", () => {
    expect(readFileSync(join(site, "assets", "search-data.js")).length).toBeLessThan(1_000_000);
    expect(dirname(site)).toBe(tmpdir());
  });
});
