/**
 * All that the page asks the daemon for. None of it is an API, so that OpenAPI does not describe it: page and daemon come from
 * one build.
 */
import { type Settings, userConfigPath } from "@nearfirst/node";
import { z } from "zod";
import { Refusal } from "../../http/refusal.js";
import type { LspBackend } from "../../lsp/lsp-backend.js";
import { NEARFIRST_VERSION } from "../../version.js";
import type { Completions } from "../completions.js";
import { type Route, route } from "../route.js";
import { pageCompletionRoutes } from "./page-completions.js";
import { pageDashboardRoutes } from "./page-dashboard.js";
import { takePageKey } from "./page-keys.js";
import type { PageSessions } from "./page-sessions.js";
import { examplesFolder, MOST_FILES, ProjectFiles } from "./project-files.js";
import type { FileText, Project } from "./wire.js";

export interface PageRoutesOptions {
  readonly completions: Completions;
  readonly backend: LspBackend;
  readonly sessions: PageSessions;
  readonly settings: Settings;
  /** The daemon's workspace; without one the page shows the example projects. */
  readonly folder: string | null;
  readonly configPath?: string;
  /** Where keys lie; by default in the user's state folder. */
  readonly keyFolder?: string;
}

export function pageRoutes(options: PageRoutesOptions): readonly Route[] {
  const { completions, backend, settings, folder, configPath = userConfigPath() } = options;
  const shown = folder ?? examplesFolder();
  const files = shown === null ? null : new ProjectFiles(shown, settings);
  return [
    sessionRoute(options),
    projectRoute(options, files),
    fileRoute(files),
    ...pageCompletionRoutes(completions, files),
    ...pageDashboardRoutes({ backend, routing: settings.routing, configPath }),
  ];
}

function sessionRoute({ sessions, keyFolder }: PageRoutesOptions): Route {
  return route({
    method: "POST",
    path: "/page/session",
    summary: "The page: lets a tab in, for a key that `nearfirst serve --open` made",
    access: "anyone",
    body: z.object({ key: z.string().max(100) }),
    reply: null,
    async answer({ body: { key }, port }) {
      if (!(await takePageKey(key, { port, ...(keyFolder === undefined ? {} : { folder: keyFolder }) })))
        throw new Refusal(403, "The key is used, too old or wrong. `nearfirst serve --open` makes a new one.");
      return { kind: "json", value: { session: sessions.begin() } };
    },
  });
}

function projectRoute({ backend, folder }: PageRoutesOptions, files: ProjectFiles | null): Route {
  return route({
    method: "GET",
    path: "/page/project",
    summary: "The page: which files there are, and who answers",
    access: "page",
    body: null,
    reply: null,
    async answer({ gone }) {
      const { model, large, policy } = backend.capabilities;
      const { name, languages, contextTokens } = model.profile;
      const listed = (await files?.list(gone)) ?? [];
      const value: Project = {
        version: NEARFIRST_VERSION,
        name: files?.name ?? "",
        files: listed.map(({ path, languageId }) => ({ path, languageId })),
        isCut: listed.length >= MOST_FILES,
        isWorkspace: folder !== null,
        model: { name, languages, contextTokens },
        large: large?.model.name ?? null,
        policy: policy.name,
        automatic: backend.automatic,
        delayMs: backend.delayMs,
      };
      return { kind: "json", value };
    },
  });
}

function fileRoute(files: ProjectFiles | null): Route {
  return route({
    method: "GET",
    path: "/page/file",
    summary: "The page: the text of a file that was listed",
    access: "page",
    body: null,
    reply: null,
    async answer({ query }) {
      const text = (await files?.read(query.get("path") ?? "")) ?? null;
      if (text === null) throw new Refusal(404, "There is no such file of text in the project.");
      const value: FileText = { text };
      return { kind: "json", value };
    },
  });
}
