/** What the local model did: its tokens, its prompt, its draft. */
import type { GeneratedToken, Trace } from "@nearfirst/core";
import { count, counted, milliseconds, percent } from "../numbers.js";
import { draftParts } from "./draft-parts.js";
import { Facts, Section } from "./section.js";

interface TraceProps {
  readonly trace: Trace;
}

/** How sure the model was, in four steps: told by the figure below each token, and by its colour and line. */
function levelOf(probability: number): string {
  return probability >= 0.9 ? "sure" : probability >= 0.7 ? "likely" : probability >= 0.4 ? "unsure" : "guess";
}

export function TokensSection({ trace: { tokens, stopReason } }: TraceProps) {
  if (tokens.length === 0) return null;
  return (
    <Section title="Answer, token by token" figure={counted(tokens.length, "token")}>
      <ol class="tokens" aria-label="Tokens with their probabilities">
        {tokens.map((token, at) => (
          <li key={at} class={`token ${levelOf(token.probability)} ${token.fromDraft ? "drafted" : ""}`}>
            <code>{visible(token)}</code>
            <span class="probability">{percent(token.probability)}</span>
            {token.fromDraft && <span class="visually-hidden"> from the draft</span>}
          </li>
        ))}
      </ol>
      <p class="legend">
        <span class="token sure">90 % and more</span>
        <span class="token likely">70 %</span>
        <span class="token unsure">40 %</span>
        <span class="token guess">less</span>
        <span class="token drafted">from a draft</span>
      </p>
      {stopReason !== null && <p class="quiet">It ended at: {stopReason.replaceAll("-", " ")}.</p>}
    </Section>
  );
}

/** White space, which would not be seen, by signs. */
function visible({ text }: GeneratedToken): string {
  return text.replaceAll("\r", "").replaceAll("\n", "⏎").replaceAll("\t", "⇥").replaceAll(" ", "·");
}

export function PromptSection({ trace }: TraceProps) {
  const { promptTokens, tokensReused, tokensEvaluated, forwardPasses, engineMs, promptRefreshed, source } = trace;
  if (source !== "model")
    return (
      <Section title="Prompt">
        <p class="quiet">No model ran for this request: no token was evaluated.</p>
      </Section>
    );
  const share = promptTokens === 0 ? 0 : tokensReused / promptTokens;
  return (
    <Section title="Prompt" figure={counted(promptTokens, "token")}>
      <div
        class="split"
        role="img"
        aria-label={`${count(tokensReused)} tokens reused, ${count(tokensEvaluated)} evaluated`}
      >
        <span class="reused" style={{ width: `${100 * share}%` }} />
        <span class="evaluated" style={{ width: `${100 * (1 - share)}%` }} />
      </div>
      <Facts
        facts={[
          ["reused", `${count(tokensReused)} (${percent(share)})`],
          ["evaluated", count(tokensEvaluated)],
          ["forward passes", count(forwardPasses)],
          ["in the engine", milliseconds(engineMs)],
          [
            "laid out",
            promptRefreshed ? "anew: window, snippets or the text below changed" : "as for the request before",
          ],
        ]}
      />
    </Section>
  );
}

const DRAFT_SOURCES = {
  file: "copied from this file",
  snippet: "copied from another file",
  "previous-answer": "what was known of a cancelled answer",
} as const;

export function DraftSection({ trace }: TraceProps) {
  const { draft, promptLookup, source } = trace;
  if (source !== "model") return null;
  const parts = draftParts(trace);
  return (
    <Section
      title="Draft"
      figure={draft === null ? "none" : `${draft.acceptedTokens} of ${counted(draft.offeredTokens, "token")} accepted`}
    >
      {draft === null || parts === null ? (
        <p class="quiet">Nothing nearby looked like what comes next.</p>
      ) : (
        <>
          <p>It was {DRAFT_SOURCES[draft.source]}.</p>
          <pre class="picture">
            <ins>{parts.accepted}</ins>
            <del>{parts.rest}</del>
          </pre>
        </>
      )}
      {promptLookup !== null && (
        <p>
          From what repeats: {promptLookup.acceptedTokens} of {counted(promptLookup.offeredTokens, "token")} accepted.
        </p>
      )}
    </Section>
  );
}
