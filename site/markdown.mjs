// Markdown as the site shows it, and as the tests read it: GitHub's anchors, and links that lead to the site's own pages.
import GithubSlugger, { slug } from "github-slugger";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import { copyOf, outputOf, relativeLink, targetOf } from "./documents.mjs";

/** `env.source`: path of the document, whose links are meant from there. */
export function markdownOfSite() {
  const markdown = new MarkdownIt({ html: false }).use(anchor, {
    slugify: slug,
    permalink: anchor.permalink.linkInsideHeader({
      symbol: "#",
      placement: "after",
      ariaHidden: true,
      // For the mouse: what is hidden from screen readers is not walked through by keys either.
      renderAttrs: () => ({ tabindex: "-1" }),
    }),
  });
  const { rules } = markdown.renderer;
  const asUsual = (tokens, at, options, _, self) => self.renderToken(tokens, at, options);

  rules.link_open = (tokens, at, options, env, self) => {
    const href = hrefInSite(env.source, tokens[at].attrGet("href"));
    // A folder has no page: its name stays, as text.
    if (href === null) {
      tokens[at].tag = closingOf(tokens, at).tag = "span";
      tokens[at].attrs = [];
    } else tokens[at].attrSet("href", href);
    if (/^https?:/.test(href ?? "")) tokens[at].attrSet("rel", "noreferrer");
    return asUsual(tokens, at, options, env, self);
  };
  const image = rules.image;
  rules.image = (tokens, at, options, env, self) => {
    tokens[at].attrSet("src", hrefInSite(env.source, tokens[at].attrGet("src")));
    return image(tokens, at, options, env, self);
  };
  // Wide code and tables scroll by themselves, not the page, by keys too.
  const fence = rules.fence;
  rules.fence = (...given) => fence(...given).replace("<pre>", '<pre tabindex="0">');
  rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  // The site's policy forbids inline styles.
  rules.th_open = rules.td_open = (tokens, at, options, _, self) => {
    const alignment = /^text-align:(\w+)$/.exec(tokens[at].attrGet("style") ?? "")?.[1];
    if (alignment !== undefined) tokens[at].attrs = [["class", alignment]];
    return self.renderToken(tokens, at, options);
  };
  return markdown;
}

function closingOf(tokens, at) {
  return tokens.slice(at).find(({ type }) => type === "link_close");
}

function hrefInSite(source, href) {
  const target = targetOf(source, href);
  if (target === null) throw new Error(`${source} links to ${href}, which is not there.`);
  const page = outputOf(source);
  switch (target.kind) {
    case "outside":
      return href;
    case "folder":
      return null;
    case "file":
      return relativeLink(page, copyOf(target.path));
    case "page":
      return (
        (target.path === source ? "" : relativeLink(page, outputOf(target.path))) +
        (target.anchor && `#${target.anchor}`)
      );
  }
}

/** All links and images of a document, as they are written. */
export function linksIn(text) {
  const plain = new MarkdownIt();
  return allTokens(plain.parse(text, {})).flatMap((token) => {
    const href =
      token.type === "link_open" ? token.attrGet("href") : token.type === "image" ? token.attrGet("src") : null;
    return href === null ? [] : [href];
  });
}

/** The anchors that GitHub and the site make of a document's headings. */
export function anchorsIn(text) {
  const slugger = new GithubSlugger();
  return headingsIn(text).map(({ title }) => slugger.slug(title));
}

/** The text of a document, in parts, one a heading. */
export function headingsIn(text) {
  const parts = [];
  const tokens = new MarkdownIt().parse(text, {});
  for (const [at, token] of tokens.entries()) {
    const inline = (each) =>
      (each.children ?? []).map(({ content, type }) => (type === "softbreak" ? " " : content)).join("");
    if (token.type === "heading_open")
      parts.push({ level: Number(token.tag.slice(1)), title: inline(tokens[at + 1]), text: "" });
    else if (
      parts.length > 0 &&
      tokens[at - 1]?.type !== "heading_open" &&
      (token.type === "inline" || token.type === "fence")
    )
      parts.at(-1).text += ` ${token.type === "fence" ? token.content : inline(token)}`;
  }
  return parts;
}

function allTokens(tokens) {
  return tokens.flatMap((token) => [token, ...(token.children ?? [])]);
}
