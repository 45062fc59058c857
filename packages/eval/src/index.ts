export { ASKING_METHODS, askingMethod } from "./asking/asking-methods.js";
export { drafterFile } from "./asking/cs-drafting.js";
export { embedderFile } from "./asking/dense-retrieval.js";
export type { Benchmark, BenchmarkData, BenchmarkTask, JudgedBy } from "./benchmarks/benchmark.js";
export { BENCHMARKS, benchmarkNamed } from "./benchmarks/benchmarks.js";
export { type OpenDataOptions, type OpenedData, openData } from "./benchmarks/open-data.js";
export { type OwnTests, type OwnTestsOptions, openOwnTests } from "./benchmarks/own-repository/own-tests.js";
export { claimFindings } from "./claims/claims.js";
export { type EmbedTasksOptions, embedTasks } from "./embeddings/embed-tasks.js";
export { differenceOf } from "./rows/differing-header.js";
export { type OpenedRunners, type OpenRunnersOptions, openRunners } from "./rows/open-runner.js";
export { keyOf, ROWS_FORMAT, type Row, type RowsHeader, SETTINGS, type Setting } from "./rows/row.js";
export { openRows, type RowStore, readRows } from "./rows/row-file.js";
export { runTasks, type TaskRunner } from "./rows/run-tasks.js";
export { byRepository, sampleTasks } from "./rows/sample-tasks.js";
export { NO_SANDBOX } from "./sandbox/no-sandbox.js";
export { openSandbox } from "./sandbox/open-sandbox.js";
export type { Sandbox } from "./sandbox/sandbox.js";
export { type JudgedTaskRow, judgedBefore, judgeRows, type TaskRow } from "./scores/judge-rows.js";
export { judgedPathOf } from "./scores/judged-path.js";
export { JUDGED_FORMAT, type JudgedRow, judgedDifferenceOf, judgedHeaderOf } from "./scores/judged-row.js";
export { type PercentWithInterval, type SettingScore, settingScores } from "./scores/score-summary.js";
export { wantedRows } from "./scores/wanted-rows.js";
export { askable, askSignals } from "./signals/ask-signals.js";
export {
  SIGNALS_FORMAT,
  signalKeyOf,
  signalsDifferenceOf,
  signalsHeaderOf,
  signalsPathOf,
} from "./signals/signal-file.js";
export { openTool, type SignalTool } from "./signals/signal-tool.js";
export { LINTER, TYPE_CHECKER } from "./signals/signal-tools.js";
export { type Measure, pairRows } from "./sweep/pair-rows.js";
export { readPair } from "./sweep/read-pair.js";
export { type PairFacts, type PolicySweep, pairFacts, sweepPolicies } from "./sweep/sweep-policies.js";
export type { Evaluation } from "./tables/evaluation.js";
export { readEvaluation } from "./tables/read-evaluation.js";
export { TABLES, tableNamed } from "./tables/tables.js";
export { checkIdentities, makeTable, writeReport, writeTable } from "./tables/write-report.js";
