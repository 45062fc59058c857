/** Random editing sessions with two models and every policy: what holds whatever the developer does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complete } from "./complete.js";
import { decide } from "./routing/decide.js";
import { POLICIES } from "./routing/policies.js";
import { Session } from "./session.js";
import { capabilitiesOf, ScriptedLarge, ScriptedModel, StandingClock } from "./testing.js";
import type { Outcome } from "./types.js";

const URI = "file:///work.py";

type Step =
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "accept" | "delete" | "ask-again" | "dismiss" | "wait" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom("a", "b", " ", "+", "(", "\n").map((text) => ({ kind: "type" as const, text })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom("accept", "delete", "ask-again", "dismiss", "wait").map((kind) => ({ kind })),
  },
);

/** Local and large model say other things, by the last character before the cursor. */
const answers = (texts: readonly string[], probability: number) => [
  ...["a", "b", " ", "+", "(", "\n"].map((after, at) => ({
    after,
    answer: texts[at % texts.length] as string,
    probability,
  })),
  { after: "", answer: texts[0] as string, probability },
];

interface Played {
  readonly outcomes: readonly Outcome[];
  readonly large: ScriptedLarge;
  readonly model: ScriptedModel;
  /** Suggestions shown although the developer had refused the same line before. */
  readonly shownAgain: readonly string[];
}

async function play(
  steps: readonly Step[],
  setting: { probability: number; policy: number; isDown: boolean },
): Promise<Played> {
  const clock = new StandingClock();
  const model = new ScriptedModel(answers(["a + b", "b)", "x"], setting.probability));
  const large = new ScriptedLarge(setting.isDown ? [] : answers(["a * b", "(b)", "y z"], 1));
  const policy = POLICIES[setting.policy % POLICIES.length] as (typeof POLICIES)[number];
  const session = new Session();
  const capabilities = capabilitiesOf(model, { clock, policy, large });
  let text = "value = 1\nresult = ";
  let offset = text.length;
  let shown: { readonly text: string; readonly at: number } | null = null;
  const dismissed = new Set<string>();
  const outcomes: Outcome[] = [];
  const shownAgain: string[] = [];
  const lineWith = (suggestion: string) => text.slice(0, offset) + suggestion;
  for (const each of steps) {
    clock.advance(each.kind === "wait" ? 5_000 : 500);
    if (each.kind === "type") {
      text = text.slice(0, offset) + each.text + text.slice(offset);
      offset += each.text.length;
    } else if (each.kind === "accept" && shown !== null && shown.at === offset) {
      text = text.slice(0, offset) + shown.text + text.slice(offset);
      offset += shown.text.length;
    } else if (each.kind === "delete" && offset > 0) {
      text = text.slice(0, offset - 1) + text.slice(offset);
      offset--;
    } else if (each.kind === "dismiss" && shown !== null && shown.at === offset) {
      dismissed.add(lineWith(shown.text));
      session.screen.dismiss();
    }
    const trigger = each.kind === "ask-again" ? "explicit" : "automatic";
    const document = { uri: URI, languageId: "python", text };
    const request = { document, offset, stopMode: "line", maxTokens: 20, trigger } as const;
    const outcome = await complete(request, capabilities, session, new AbortController().signal);
    outcomes.push(outcome);
    shown = outcome.kind === "suggested" ? { text: outcome.suggestion.text, at: offset } : null;
    if (shown !== null && dismissed.has(lineWith(shown.text))) shownAgain.push(lineWith(shown.text));
  }
  return { outcomes, large, model, shownAgain };
}

const setting = fc.record({
  probability: fc.constantFrom(0.3, 0.75, 0.95),
  policy: fc.nat({ max: POLICIES.length - 1 }),
  isDown: fc.boolean(),
});

describe("whatever the developer does", () => {
  it("each request ends in one outcome, asks the large model at most once, and leaves nothing running", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), setting, async (steps, given) => {
        const { outcomes, large, model } = await play(steps, given);
        expect(outcomes.map(({ kind }) => kind).filter((kind) => kind === "failed" || kind === "cancelled")).toEqual(
          [],
        );
        expect(large.prompts.length).toBeLessThanOrEqual(steps.length);
        expect(model.running).toBe(0);
        for (const { trace } of outcomes) if (trace.large?.outcome === "answered") expect(trace.routing).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it("a text that was dismissed is not shown again on its line while the large model can be asked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), setting, async (steps, given) => {
        const { shownAgain } = await play(steps, { ...given, isDown: false });
        expect(shownAgain).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("where no large model is configured, policies change nothing of what is shown", async () => {
    const shownBy = async (policy: (typeof POLICIES)[number], pictures: readonly string[]) => {
      const capabilities = capabilitiesOf(new ScriptedModel(answers(["a + b", "b)"], 0.3)), { policy });
      const session = new Session();
      const shown: string[] = [];
      for (const text of pictures) {
        const document = { uri: URI, languageId: "python", text };
        const request = {
          document,
          offset: text.length,
          stopMode: "line",
          maxTokens: 20,
          trigger: "automatic",
        } as const;
        const outcome = await complete(request, capabilities, session, new AbortController().signal);
        shown.push(outcome.kind === "suggested" ? outcome.suggestion.text : outcome.kind);
      }
      return shown;
    };
    const pictures = ["x = ", "x = a", "x = ab", "x = a", "x = a +"];
    const expected = await shownBy(POLICIES[0] as (typeof POLICIES)[number], pictures);
    for (const policy of POLICIES) expect(await shownBy(policy, pictures)).toEqual(expected);
  });
});

describe("the trace of a request", () => {
  it("says what the policy decides on the same facts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), setting, async (steps, given) => {
        const { outcomes } = await play(steps, { ...given, isDown: false });
        const policy = POLICIES[given.policy] as (typeof POLICIES)[number];
        for (const { trace } of outcomes) {
          if (trace.routing === null) continue;
          const { facts, policy: name, decision: tier, threshold, ...others } = trace.routing;
          expect(name).toBe(policy.name);
          expect(threshold).toBe(policy.thresholdFor?.(facts) ?? null);
          expect({ tier, ...others }).toEqual(decide(policy, facts));
        }
      }),
      { numRuns: 100 },
    );
  });
});
