/** All tables and figures by id, in the papers' order. A new one joins here. */
import { ABLATION, CALLS } from "./mccom/ablation.js";
import { AVERAGE_AND_JOINT, TOKENS } from "./mccom/confidence.js";
import { LATENCY, WITH_BOTH_CONTEXTS, WITH_LEFT_CONTEXT } from "./mccom/effectiveness.js";
import { DRAFT_EXAMPLE, OVERVIEW, RETRIEVAL_EXAMPLE } from "./mccom/not-measured.js";
import { OBSERVATIONS } from "./mccom/observations.js";
import { REPEATS } from "./mccom/repeats.js";
import { DENSE, SECOND_ROUND } from "./mccom/retrieval.js";
import { DATA_SETS } from "./mccom/samples.js";
import { CALIBRATION_CURVE } from "./plots/calibration-plot.js";
import { LATENCY_DISTRIBUTIONS } from "./plots/latency-plot.js";
import { QUALITY_AGAINST_CALLS, QUALITY_AGAINST_TIME } from "./plots/policy-plots.js";
import { FEW_SHOT, VOTING } from "./synconfroute/asked-otherwise.js";
import { CALIBRATION } from "./synconfroute/calibration.js";
import { GATE_TIME } from "./synconfroute/gate-time.js";
import { MODELS, QUALITY_AND_LATENCY } from "./synconfroute/models.js";
import { ARCHITECTURE, MOTIVATING_EXAMPLE } from "./synconfroute/not-measured.js";
import { QUANTISATION } from "./synconfroute/quantisation.js";
import { ROUTING } from "./synconfroute/routing.js";
import { SAFIM_QUALITY, SAFIM_ROUTING } from "./synconfroute/safim.js";
import { SCORES } from "./synconfroute/scores.js";
import { FALSE_POSITIVES } from "./synconfroute/signals.js";
import { CONFIGURATIONS, STRATEGIES } from "./synconfroute/strategies.js";
import { COMPLEMENTARITY, ERRORS, THRESHOLDS } from "./synconfroute/studies.js";
import { TRANSFER } from "./synconfroute/transfer.js";
import type { EvaluationTable } from "./table.js";

export const TABLES: readonly EvaluationTable[] = [
  QUALITY_AGAINST_CALLS,
  QUALITY_AGAINST_TIME,
  CALIBRATION_CURVE,
  LATENCY_DISTRIBUTIONS,
  MOTIVATING_EXAMPLE,
  MODELS,
  SAFIM_QUALITY,
  STRATEGIES,
  CONFIGURATIONS,
  QUALITY_AND_LATENCY,
  QUANTISATION,
  ARCHITECTURE,
  ROUTING,
  SAFIM_ROUTING,
  THRESHOLDS,
  ERRORS,
  COMPLEMENTARITY,
  CALIBRATION,
  TRANSFER,
  SCORES,
  FALSE_POSITIVES,
  GATE_TIME,
  FEW_SHOT,
  VOTING,
  RETRIEVAL_EXAMPLE,
  DRAFT_EXAMPLE,
  DATA_SETS,
  LATENCY,
  WITH_BOTH_CONTEXTS,
  WITH_LEFT_CONTEXT,
  ABLATION,
  CALLS,
  TOKENS,
  AVERAGE_AND_JOINT,
  DENSE,
  OVERVIEW,
  REPEATS,
  SECOND_ROUND,
  OBSERVATIONS,
];

/** Undefined where there is none of that id. */
export function tableNamed(id: string): EvaluationTable | undefined {
  return TABLES.find((each) => each.id === id);
}
