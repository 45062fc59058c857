// The frame around each page: menu, search, and what stands on the page. Everything it loads is a file of the site.

import { slug } from "github-slugger";
import { MENU, outputOf, readDocument, relativeLink, titleOf } from "./documents.mjs";
import { headingsIn } from "./markdown.mjs";

const POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'";

export function pageOf({ source, content }) {
  const output = outputOf(source);
  const link = (to) => escaped(relativeLink(output, to));
  const title = titleOf(readDocument(source));
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}${title === "Nearfirst" ? "" : " – Nearfirst"}</title>
<link rel="stylesheet" href="${link("assets/site.css")}">
<link rel="icon" href="${link("assets/icon.svg")}">
<script src="${link("assets/search.js")}" defer data-top="${link("index.html").replace(/index\.html$/, "")}"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="name" href="${link("index.html")}">Nearfirst</a>
<div class="search"><input type="search" placeholder="Search" aria-label="Search this documentation" autocomplete="off" spellcheck="false"><ol class="found" hidden></ol></div>
</header>
<div class="columns">
<details class="menu"><summary>Menu</summary><nav aria-label="Pages">
${menu(source, link)}
</nav></details>
<main id="content">
${content}
</main>
${onThisPage(source)}
</div>
</body>
</html>
`;
}

function menu(source, link) {
  return Object.entries(MENU)
    .map(([heading, paths]) => {
      const items = paths.map((path) => {
        const here = path === source ? ' aria-current="page"' : "";
        return `<li><a href="${link(outputOf(path))}"${here}>${escaped(shortTitle(path))}</a></li>`;
      });
      return `<h2>${escaped(heading)}</h2>\n<ul>${items.join("")}</ul>`;
    })
    .join("\n");
}

function shortTitle(path) {
  if (path === "docs/README.md") return "Overview";
  if (path === "README.md") return "README";
  return titleOf(readDocument(path));
}

/** Beside the text where there is room; one heading needs no list. */
function onThisPage(source) {
  const headings = headingsIn(readDocument(source)).filter(({ level }) => level === 2);
  if (headings.length < 2) return "";
  const items = headings.map(({ title }) => `<li><a href="#${escaped(slug(title))}">${escaped(title)}</a></li>`);
  return `<aside aria-label="On this page"><ul>${items.join("")}</ul></aside>`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
