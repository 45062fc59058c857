/** What left the machine: nothing, or the very bytes. */
import type { Trace } from "@nearfirst/core";
import { bytesInWords, counted, milliseconds } from "../numbers.js";
import { LARGE_OUTCOMES } from "../outcome-words.js";
import { Scrolled } from "../scrolled.js";
import type { CompletionReport, SentBody } from "../wire.js";
import { markedPieces } from "./marked-text.js";
import { Facts, Section } from "./section.js";

export interface LeftSectionProps {
  readonly trace: Trace;
  readonly report: Pick<CompletionReport, "sent" | "sentBefore">;
  /** Null where no large model is configured. */
  readonly large: string | null;
}

export function LeftSection({ trace: { large: asked }, report: { sent, sentBefore }, large }: LeftSectionProps) {
  const [bytes, before] = [bytesOf(sent), bytesOf(sentBefore)];
  const nothing = before === 0 ? "nothing" : `${bytesInWords(before)} before`;
  return (
    <Section title="What left this machine" figure={bytes === 0 ? nothing : bytesInWords(bytes)}>
      {sent.length === 0 && (
        <p class={before === 0 ? "nothing-left" : undefined}>
          {sentBefore.length > 0
            ? "Nothing left for this request: it waited for what an earlier one had asked."
            : "Nothing left this machine."}{" "}
          {large === null ? "No large model is configured." : asked === null ? "The large model was not asked." : ""}
        </p>
      )}
      {asked !== null && (
        <Facts
          facts={[
            ["large model", LARGE_OUTCOMES[asked.outcome]],
            ["asked because", asked.reason],
            ...(asked.code === null ? [] : ([["code", asked.code]] as const)),
            ...(asked.ms === null ? [] : ([["answered in", milliseconds(asked.ms)]] as const)),
            ...(asked.draftOffered === 0
              ? []
              : ([
                  ["its draft", `${asked.draftAccepted} of ${counted(asked.draftOffered, "token")} accepted`],
                ] as const)),
          ]}
        />
      )}
      {sent.map((body, at) => (
        <Sent key={at} sent={body} />
      ))}
      {sentBefore.length > 0 && <h4>What had left for the earlier one</h4>}
      {sentBefore.map((body, at) => (
        <Sent key={at} sent={body} />
      ))}
    </Section>
  );
}

function bytesOf(bodies: readonly SentBody[]): number {
  return bodies.reduce((sum, each) => sum + each.bytes, 0);
}

function Sent({ sent }: { readonly sent: SentBody }) {
  const redactions = Object.entries(sent.redactions);
  const kept = Object.entries(sent.keptSnippets);
  return (
    <div class="sent">
      <Facts
        facts={[
          ["to", sent.to],
          ["size", `${bytesInWords(sent.bytes)}: this body, byte for byte`],
          [
            "secrets",
            redactions.length === 0 ? "none found" : redactions.map(([rule, times]) => `${times} × ${rule}`).join(", "),
          ],
          ...(kept.length === 0
            ? []
            : ([
                ["kept here", kept.map(([reason, times]) => `${counted(times ?? 0, "snippet")}: ${reason}`).join(", ")],
              ] as const)),
          ...(sent.draftKept === null ? [] : ([["draft", `not sent: ${sent.draftKept}`]] as const)),
        ]}
      />
      <Scrolled class="body" label="The body that was sent">
        {markedPieces(sent.body).map(({ text, isRedaction }, at) =>
          isRedaction ? (
            <mark key={at} title="A secret stood here">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </Scrolled>
    </div>
  );
}
