import type { BeforeLocalFacts, RoutingPolicy } from "./policy.js";

export interface ByLanguageOptions {
  /** By LSP language identifier. */
  readonly languages: ReadonlyMap<string, RoutingPolicy>;
  /** For all other languages. */
  readonly otherwise: RoutingPolicy;
}

/** One policy with other thresholds for single languages: all of them are of the same kind. */
export function byLanguage({ languages, otherwise }: ByLanguageOptions): RoutingPolicy {
  const policyFor = ({ languageId }: BeforeLocalFacts) => languages.get(languageId) ?? otherwise;
  return {
    name: otherwise.name,
    usesSyntax: otherwise.usesSyntax,
    ...(otherwise.asksWithTaskAlone === true ? { asksWithTaskAlone: true } : {}),
    thresholdFor: (facts) => policyFor(facts).thresholdFor?.(facts) ?? null,
    beforeLocal: (facts) => policyFor(facts).beforeLocal?.(facts) ?? null,
    duringLocal: (facts) => policyFor(facts).duringLocal?.(facts) ?? null,
    afterLocal: (facts) => policyFor(facts).afterLocal(facts),
  };
}
