// What the site's search looks through: an index of all pages, one entry a heading, as a script that a page loads when somebody searches.

import { slug } from "github-slugger";
import MiniSearch from "minisearch";
import { outputOf, readDocument, titleOf } from "./documents.mjs";
import { headingsIn } from "./markdown.mjs";

/** As in assets/search.js: the index is read with what it was made with. */
export const INDEX_OPTIONS = { fields: ["heading", "title", "text"], storeFields: ["heading", "title", "href"] };

export function searchScript(paths) {
  const index = new MiniSearch(INDEX_OPTIONS);
  for (const path of paths) {
    const text = readDocument(path);
    const title = titleOf(text);
    const seen = new Map();
    for (const [at, part] of headingsIn(text).entries()) {
      const times = seen.get(slug(part.title)) ?? 0;
      seen.set(slug(part.title), times + 1);
      const anchor = `${slug(part.title)}${times === 0 ? "" : `-${times}`}`;
      const href = at === 0 ? outputOf(path) : `${outputOf(path)}#${anchor}`;
      index.add({ id: `${path}#${at}`, heading: part.title, title, text: part.text, href });
    }
  }
  return `globalThis.nearfirstIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}
