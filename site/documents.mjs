// Which Markdown files of the repository are pages of the site, where each goes, and in which order the menu has them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The menu: headings, and paths of pages below docs. */
export const MENU = {
  Start: ["docs/README.md", "docs/start.md", "docs/troubleshooting.md"],
  Editors: ["vscode", "neovim", "vim", "emacs", "editors", "page"].map(inDocs),
  Models: ["models", "cascade", "calibration"].map(inDocs),
  "Privacy and security": ["docs/privacy.md"],
  Reference: ["configuration", "commands", "lsp", "serve"].map(inDocs),
  "How we know": ["numbers", "evaluation", "readings", "pitfalls"].map(inDocs).concat("docs/decisions/README.md"),
  Repository: ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
};

function inDocs(name) {
  return `docs/${name}.md`;
}

/** Fixtures of tests, parts of the extension, and what installs have brought. */
const NO_PAGES = /(?:^|\/)(?:node_modules|dist|release|fixtures|walkthrough|work|\.[^/]+)(?:\/|$)/;

/** Paths of all Markdown files that belong to the repository, from its top, with forward slashes. */
export function documentPaths(folder = "") {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (NO_PAGES.test(path)) return [];
    if (entry.isDirectory()) return documentPaths(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The page's file in the site: docs at the top, all else in a folder of its own. */
export function outputOf(path) {
  const inside = path.startsWith("docs/") ? path.slice("docs/".length) : posix.join("repository", path);
  return inside.replace(/(?:README)?\.md$/, (end) => (end === "README.md" ? "index.html" : ".html"));
}

export function titleOf(markdown) {
  return (/^# (.+)$/m.exec(markdown)?.[1] ?? "Nearfirst").replaceAll("`", "");
}

/**
 * Where a link leads: a page of the site, a file to be copied into it, a folder without a page, or another host.
 * Null for a file that is not there.
 */
export function targetOf(from, href) {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return { kind: "outside" };
  const [path = "", anchor = ""] = href.split("#");
  const target = path === "" ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(path)));
  const found = join(ROOT, target);
  if (target.startsWith("..") || !existsSync(found)) return null;
  if (!statSync(found).isDirectory())
    return target.endsWith(".md") ? { kind: "page", path: target, anchor } : { kind: "file", path: target };
  const readme = posix.join(target, "README.md");
  return existsSync(join(ROOT, readme)) ? { kind: "page", path: readme, anchor } : { kind: "folder", path: target };
}

/** A file as it lies in the site. Browsers show text, and take .ts for a film. */
export function copyOf(path) {
  return /\.(?:svg|png|json)$/.test(path) ? `files/${path}` : `files/${path}.txt`;
}

/** The way from one page of the site to another file of it. */
export function relativeLink(from, to) {
  return posix.relative(dirname(from), to) || posix.basename(to);
}

export function readDocument(path) {
  return readFileSync(join(ROOT, path), "utf8");
}
