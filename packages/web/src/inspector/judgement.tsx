/** What was thought of the answer: confidence, syntax, and the decision between the two models. */
import type { Trace } from "@nearfirst/core";
import type { CompletionReport, SyntaxPlace } from "../wire.js";
import { Facts, Section } from "./section.js";

export interface ConfidenceSectionProps {
  readonly trace: Trace;
  readonly hasLarge: boolean;
}

export function ConfidenceSection({ trace: { confidence, routing }, hasLarge }: ConfidenceSectionProps) {
  if (confidence === null) return null;
  const threshold = routing?.threshold ?? null;
  const { geometricMean, arithmeticMean, tokens } = confidence;
  const at = (value: number) => ({ left: `${100 * value}%` });
  const label =
    `Geometric mean ${geometricMean.toFixed(3)}, arithmetic mean ${arithmeticMean.toFixed(3)}` +
    (threshold === null ? "" : `, threshold ${threshold.toFixed(2)}`);
  return (
    <Section title="Confidence" figure={geometricMean.toFixed(2)}>
      <div class="scale" role="img" aria-label={label}>
        {threshold !== null && <span class="below" style={{ width: `${100 * threshold}%` }} />}
        <span class="value" style={{ width: `${100 * geometricMean}%` }} />
        <span class="mark arithmetic" style={at(arithmeticMean)} />
        {threshold !== null && <span class="mark threshold" style={at(threshold)} />}
      </div>
      <Facts
        facts={[
          [<Key of="value" name="geometric mean" />, `${geometricMean.toFixed(3)} (SynConfRoute)`],
          [<Key of="arithmetic" name="arithmetic mean" />, `${arithmeticMean.toFixed(3)} (MCCom)`],
          ["first tokens", String(tokens)],
          [<Key of="threshold" name="threshold" />, threshold === null ? "none" : threshold.toFixed(3)],
        ]}
      />
      {threshold === null && (
        <p class="quiet">
          {hasLarge
            ? "The policy compares it with no single threshold."
            : "No large model is configured, so that confidence decides nothing."}
        </p>
      )}
    </Section>
  );
}

/** A name with the mark that stands for it on the scale. */
function Key({ of, name }: { readonly of: string; readonly name: string }) {
  return (
    <>
      <span class={`key ${of}`} aria-hidden="true" />
      {name}
    </>
  );
}

type UnfitSyntax = Exclude<NonNullable<Trace["syntax"]>, { kind: "valid" }>;

const REASONS: Readonly<Record<UnfitSyntax["reason"], string>> = {
  "does-not-parse": "The file does not parse with the answer in it.",
  "broken-statement": "Nothing that could follow would make what was written parse.",
  "broken-after": "The answer is whole, and the code after it does not go on from there.",
  "no-parser": "There is no parser for this language.",
  "too-large": "The block around the cursor is too large to check while you type.",
  "too-late": "It took longer than 20 ms, and nothing waits for it longer.",
  "broken-before": "The code above does not parse, so that it cannot be told.",
  "broken-around": "The code around does not parse without the answer either.",
  "nothing-to-compare":
    "It does not parse with the answer, but nothing else could stand there either, so that it cannot be told.",
};

export interface SyntaxSectionProps {
  readonly trace: Trace;
  readonly place: SyntaxPlace | null;
}

export function SyntaxSection({ trace: { syntax, source }, place }: SyntaxSectionProps) {
  if (syntax === null) {
    if (source === "typed-through" || source === null) return null;
    return (
      <Section title="Syntax" figure="not asked">
        <p class="quiet">There was nothing to put in.</p>
      </Section>
    );
  }
  return (
    <Section title="Syntax" figure={syntax.kind}>
      <p>{syntax.kind === "valid" ? "The code would parse with it." : REASONS[syntax.reason]}</p>
      {place !== null && syntax.kind !== "valid" && (
        <>
          <p class="quiet">
            The parser stopped at line {place.line}, column {place.column}:
          </p>
          <pre class="picture">
            {place.code}
            {"\n"}
            {" ".repeat(place.column - 1)}
            <span class="caret">^</span>
          </pre>
        </>
      )}
    </Section>
  );
}

const POINTS = {
  "before-local": "before the local model was asked",
  "during-local": "at its first tokens",
  "after-local": "once its answer was complete",
} as const;

export interface DecisionSectionProps {
  readonly trace: Trace;
  readonly report: Pick<CompletionReport, "outcome" | "tier" | "reason">;
}

export function DecisionSection({ trace: { routing, userAction, rules }, report }: DecisionSectionProps) {
  return (
    <Section title="Decision" figure={routing === null ? report.outcome : routing.decision}>
      <Facts
        facts={[
          ...(routing === null
            ? ([["why", report.reason]] as const)
            : ([
                ["why", routing.reason],
                ["policy", routing.policy],
                ["decided", POINTS[routing.point]],
                ...(routing.score === null ? [] : ([["score", routing.score.toFixed(3)]] as const)),
              ] as const)),
          ...(userAction === null
            ? []
            : ([["you, before", `${userAction.replaceAll("-", " ")} the suggestion`]] as const)),
          ["shown", report.tier === "none" ? `nothing: ${report.reason}` : `the ${report.tier} model's answer`],
          ["repairs", rules.length === 0 ? "none" : rules.join(", ")],
        ]}
      />
    </Section>
  );
}
