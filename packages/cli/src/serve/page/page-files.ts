/** The page itself: what `npm run build` put together, the same for everybody and without a word of anybody's code. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Route, route } from "../route.js";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
};

/** Those that the parts of Monaco in the page make. */
const MONACO_POLICIES = [
  "defaultWorkerFactory",
  "diffEditorWidget",
  "diffReview",
  "domLineBreaksComputer",
  "dompurify",
  "editorGhostText",
  "editorViewLayer",
  "richScreenReaderContent",
  "standaloneColorizer",
  "stickyScrollViewLayer",
  "tokenizeToString",
];

/**
 * Monaco writes its styles into the page, so that styles cannot be held to files; scripts are, and no text becomes markup
 * but by the policies that are named, which are Monaco's own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${MONACO_POLICIES.join(" ")}`,
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** Beside the built command. */
const PAGE_FOLDER: string = fileURLToPath(new URL("../../page/", import.meta.url));

/** One route a file, `index.html` at `/`; none where the page was not built. They are read when somebody asks. */
export async function pageFileRoutes(folder: string = PAGE_FOLDER): Promise<readonly Route[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => extname(name) in CONTENT_TYPES).map((name) => fileRoute(folder, name));
}

function fileRoute(folder: string, name: string): Route {
  const contentType = CONTENT_TYPES[extname(name)] as string;
  return route({
    method: "GET",
    path: name === "index.html" ? "/" : `/page/${name}`,
    summary: "The page, or a part of it",
    access: "anyone",
    body: null,
    reply: null,
    async answer() {
      return { kind: "bytes", bytes: await readFile(join(folder, name)), contentType, headers: HEADERS };
    },
  });
}
