import type { Snippet, Trace } from "@nearfirst/core";
import { counted } from "../numbers.js";
import type { FoundSnippets } from "../wire.js";
import { Section } from "./section.js";

export interface SnippetsSectionProps {
  readonly trace: Trace;
  readonly found: readonly FoundSnippets[];
  readonly isWorkspace: boolean;
}

export function SnippetsSection({ trace, found, isWorkspace }: SnippetsSectionProps) {
  const { snippets, source } = trace;
  const first = found.find(({ query }) => query === "first")?.snippets ?? [];
  const second = found.find(({ query }) => query === "second")?.snippets ?? null;
  const isForLocal = source === "model";
  if (!isForLocal && second === null) return null;
  const leftOut = first.filter((each) => !snippets.some((kept) => isSame(kept, each)));
  // While a line is typed its snippets stay.
  const figureOfLocal =
    found.length === 0
      ? `${snippets.length}, kept from before`
      : `${first.length} found, ${snippets.length} in the prompt`;
  const figure = isForLocal ? figureOfLocal : "for the large model alone";
  return (
    <Section title="Other files" figure={figure}>
      {isForLocal && snippets.length === 0 && (
        <p class="quiet">
          {isWorkspace
            ? "Nothing in the workspace is like the code here."
            : "The daemon was started without --workspace."}
        </p>
      )}
      {isForLocal && snippets.length > 0 && (
        <>
          <h4>In the prompt, in its order: the best comes last</h4>
          <SnippetList snippets={snippets.toReversed()} />
        </>
      )}
      {isForLocal && leftOut.length > 0 && (
        <details>
          <summary>{counted(leftOut.length, "snippet")} found, and left out for room or rank</summary>
          <SnippetList snippets={leftOut} />
        </details>
      )}
      {second !== null && (
        <details open>
          <summary>
            Searched again for the large model, with the local answer in the query: {counted(second.length, "snippet")}
          </summary>
          <SnippetList snippets={second} />
        </details>
      )}
    </Section>
  );
}

function SnippetList({ snippets }: { readonly snippets: readonly Snippet[] }) {
  return (
    <ol class="snippets">
      {snippets.map((snippet) => (
        <li key={`${snippet.path}:${snippet.startLine}`}>
          <details>
            <summary>
              <span class="path">
                {snippet.path}:{snippet.startLine + 1}
              </span>{" "}
              <span class="score">{snippet.score.toFixed(1)}</span>
            </summary>
            <pre class="picture">{snippet.text}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

function isSame(one: Snippet, other: Snippet): boolean {
  return one.path === other.path && one.startLine === other.startLine && one.text === other.text;
}
