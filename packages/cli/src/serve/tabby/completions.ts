/** Tabby's `/v1/completions` with `segments` (clients/tabby-openapi there), as its agent asks it. */
import { z } from "zod";
import { answerFacts, factsOf, headersOf, refuseFailed } from "../answer-facts.js";
import { LONGEST_TEXT } from "../code-request.js";
import type { Completions } from "../completions.js";
import type { GivenSnippet } from "../given-snippets.js";
import { type Reply, route } from "../route.js";

const text = z.string().max(LONGEST_TEXT);
const path = z.string().max(4_000);
const snippets = z.array(z.object({ filepath: path, body: text })).max(256);

const segments = z.object({
  prefix: text,
  suffix: text.nullish(),
  filepath: path.nullish().describe("Relative to the repository or the workspace, or a `file:` URI."),
  declarations: snippets.nullish().describe("What the names before the cursor mean."),
  relevant_snippets_from_changed_files: snippets.nullish(),
  relevant_snippets_from_recently_opened_files: snippets.nullish(),
});

const body = z.object({
  language: z.string().max(100).nullish().describe("LSP language identifier."),
  segments,
  user: z.string().max(1_000).nullish().describe("Requests of one user are one editing session."),
});

const reply = z.object({
  id: z.string().describe("Events name the completion by it."),
  choices: z.tuple([z.object({ index: z.literal(0), text: z.string() })]),
  nearfirst: answerFacts,
});

export function tabbyCompletions(completions: Completions) {
  return route({
    method: "POST",
    path: "/v1/completions",
    summary: "Tabby: the code between two segments",
    access: "token",
    body,
    reply,
    accepts: (value) => typeof value === "object" && value !== null && "segments" in value,
    async answer({ body: { language, segments, user }, userAgent, gone }): Promise<Reply> {
      const answer = await completions.answer(
        {
          prefix: segments.prefix,
          suffix: segments.suffix ?? "",
          path: segments.filepath ?? null,
          languageId: language ?? null,
          snippets: snippetsOf(segments),
          trigger: "automatic",
          maxTokens: null,
          stopMode: null,
          stopTexts: [],
          client: `tabby ${user ?? userAgent}`,
        },
        gone,
      );
      refuseFailed(answer);
      const choice = { index: 0, text: answer.text } as const;
      const value: z.input<typeof reply> = { id: answer.id, choices: [choice], nearfirst: factsOf(answer) };
      return { kind: "json", value, headers: headersOf(answer) };
    },
  });
}

/** In the order in which Tabby's own server takes them: what names mean, then what was edited, then what was looked at. */
function snippetsOf(given: z.output<typeof segments>): GivenSnippet[] {
  const all = [
    given.declarations,
    given.relevant_snippets_from_changed_files,
    given.relevant_snippets_from_recently_opened_files,
  ];
  return all.flatMap((each) => each ?? []).map(({ filepath, body }) => ({ path: filepath, text: body }));
}
