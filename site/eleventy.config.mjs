// `npm run site`: the documentation as a site in site/dist, by Eleventy. It works from the disk and from any static server.
import { fileURLToPath } from "node:url";
import { copyOf, documentPaths, outputOf, readDocument, targetOf } from "./documents.mjs";
import { linksIn, markdownOfSite } from "./markdown.mjs";
import { pageOf } from "./page.mjs";
import { searchScript } from "./search-data.mjs";

export default function configure(eleventy) {
  const documents = documentPaths();
  const markdown = markdownOfSite();
  for (const source of documents)
    eleventy.addTemplate(`${source.replace(/\.md$/, "")}.11ty.js`, {
      data: { permalink: outputOf(source) },
      render: () => pageOf({ source, content: markdown.render(readDocument(source), { source }) }),
    });
  eleventy.addTemplate("search-data.11ty.js", {
    data: { permalink: "assets/search-data.js" },
    render: () => searchScript(documents),
  });
  eleventy.addPassthroughCopy({ "site/assets": "assets" });
  const miniSearch = fileURLToPath(new URL("../node_modules/minisearch/dist/umd/index.js", import.meta.url));
  eleventy.addPassthroughCopy({ [miniSearch]: "assets/minisearch.js" });
  for (const path of linkedFiles(documents)) eleventy.addPassthroughCopy({ [path]: copyOf(path) });
  for (const source of documents) eleventy.addWatchTarget(source);
  return { dir: { input: "site/pages", output: "site/dist" } };
}

/** What documents link to that is no document: data, pictures, sources. */
function linkedFiles(documents) {
  const targets = documents.flatMap((source) => linksIn(readDocument(source)).map((href) => targetOf(source, href)));
  return new Set(targets.filter((target) => target?.kind === "file").map(({ path }) => path));
}
