/** All claims of both papers, C1 to C42. */
import type { Evaluation } from "../tables/evaluation.js";
import type { Claim, ClaimFinding } from "./claim.js";
import { CASCADE_CLAIMS } from "./mccom-cascade-claims.js";
import { OBSERVATION_CLAIMS } from "./mccom-observation-claims.js";
import { MODEL_CLAIMS } from "./model-claims.js";
import { ROUTING_CLAIMS } from "./routing-claims.js";

const CLAIMS: readonly Claim[] = [
  ...ROUTING_CLAIMS,
  ...MODEL_CLAIMS,
  ...[...CASCADE_CLAIMS, ...OBSERVATION_CLAIMS].sort((one, other) => (one.id < other.id ? -1 : 1)),
];

export function claimFindings(evaluation: Evaluation): readonly ClaimFinding[] {
  return CLAIMS.map(({ judge, ...claim }) => ({ ...claim, ...judge(evaluation) }));
}
