/** Requests for a large model as they may come, with a leaning towards those that are hard to keep clean. */
import { type ReleaseRequest, SURROUNDING_CHARACTERS, splitSnippets } from "@nearfirst/core";
import type { Random } from "../../../packages/node/src/testing/planted-secrets.js";
import type { PlantedFile, PlantedWorkspace } from "./planted-workspace.js";

const LONGEST_PREFIX = 3_000;
const LONGEST_SUFFIX = 1_200;
const MOST_SNIPPETS = 6;

export function randomRequest(
  workspace: PlantedWorkspace,
  uriOf: (path: string) => string,
  random: Random,
): ReleaseRequest {
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const anyFile = () => oneOf(random() < 0.15 ? workspace.kept : workspace.open);

  /** Anywhere, or inside a secret, or at its start or end. */
  const placeIn = ({ text, secrets }: PlantedFile, from = 0): number => {
    const after = secrets.filter(({ end }) => end > from);
    if (after.length === 0 || random() < 0.5) return from + below(text.length - from + 1);
    const { start, end } = oneOf(after);
    return Math.max(from, oneOf([start, end, start + below(end - start + 1), start + below(end - start + 1)]));
  };

  const file = anyFile();
  const { text } = file;
  const cursor = placeIn(file);
  const prefixStart = Math.max(
    0,
    cursor - LONGEST_PREFIX,
    placeIn({ ...file, text: text.slice(0, cursor) }) % (cursor + 1),
  );
  const suffixEnd = Math.min(text.length, cursor + LONGEST_SUFFIX, placeIn(file, cursor));

  const snippets = Array.from({ length: below(MOST_SNIPPETS + 1) }, () => {
    const from = anyFile();
    const { start, end } = oneOf(splitSnippets(from.text));
    return { path: from.path, text: from.text.slice(start, end) };
  });
  return {
    file: { uri: uriOf(file.path), path: file.path, languageId: "python" },
    before: text.slice(Math.max(0, prefixStart - SURROUNDING_CHARACTERS), prefixStart),
    prefix: text.slice(prefixStart, cursor),
    suffix: text.slice(cursor, suffixEnd),
    after: text.slice(suffixEnd, suffixEnd + SURROUNDING_CHARACTERS),
    snippets,
    draft: random() < 0.4 ? null : draftOf(),
  };

  /** What the file goes on with, what a snippet holds, or any secret's code. */
  function draftOf() {
    const seenPaths = snippets.map(({ path }) => path);
    const from = oneOf(["file", "snippet", "secret"] as const);
    const snippet = oneOf(snippets);
    if (from === "snippet" && snippet !== undefined) return { text: snippet.text.slice(0, below(200)), seenPaths };
    const draft = from === "file" ? text.slice(cursor, cursor + below(120)) : oneOf(workspace.secrets).code;
    return { text: draft, seenPaths };
  }
}
