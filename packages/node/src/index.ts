export type { HoleInFile } from "./calibration/answer-hole.js";
export { type AnsweredHoles, type AnswerHolesOptions, answerHoles } from "./calibration/answer-holes.js";
export {
  CALIBRATED,
  type ChosenThreshold,
  type ChosenThresholds,
  chooseThresholds,
  FEWEST_TASKS,
  nearfirstPoints,
} from "./calibration/choose-threshold.js";
export type { EvaluatedRow } from "./calibration/evaluated-row.js";
export { historySources } from "./calibration/history-sources.js";
export { readHoleTasks } from "./calibration/hole-tasks.js";
export { jsonOf, unreadable } from "./calibration/json-line.js";
export { fingerprintOf, keyOfHole, RowFile, type RowsMadeWith } from "./calibration/row-file.js";
export { type SampledFile, sampleHoles } from "./calibration/sample-holes.js";
export { type SimulatedUser, simulateRequest } from "./calibration/simulate-request.js";
export {
  type CalibratedFor,
  calibrationPath,
  readCalibration,
  type StoredCalibration,
  thresholdFor,
  writeCalibration,
} from "./calibration/stored-calibration.js";
export {
  bestPoint,
  type Objective,
  type OperatingPoint,
  operatingPoint,
  operatingPoints,
  sweepThreshold,
} from "./calibration/sweep-threshold.js";
export { type WorkspaceSource, workspaceSources } from "./calibration/workspace-sources.js";
export { chanceOf, shuffled } from "./chance.js";
export { type DeclineReason, declineBy, type FileInWorkspace } from "./config/decline.js";
export { type JsonSchema, schemaAt } from "./config/expected-words.js";
export { keysOf, userJsonSchema, workspaceJsonSchema } from "./config/json-schema.js";
export {
  type ConfigFile,
  formatProblem,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
  userConfigPath,
  WORKSPACE_CONFIG,
} from "./config/load-config.js";
export type { ConfigProblem, ConfigRole } from "./config/parse-config.js";
export { parseWorkspaceConfig } from "./config/parse-config.js";
export {
  DEFAULT_SETTINGS,
  type Settings,
  settingsSchema,
  type WorkspaceSettings,
  workspaceSettingsSchema,
} from "./config/settings.js";
export { withSettingsList } from "./config/settings-list.js";
export { tighten } from "./config/tighten.js";
export { type SettingChange, type WriteSettingOptions, writeSetting, writeSettings } from "./config/write-setting.js";
export { readApiKey } from "./large/api-key.js";
export { GuardedLargeModel, type LargeStatus } from "./large/guarded-large-model.js";
export type { LargeAdapter, LargeCapabilities } from "./large/large-adapter.js";
export { type ServedReply, type ServedRequest, servedReply, servedRequest } from "./large/nearfirst-protocol.js";
export { openLargeAdapter, openLargeModel } from "./large/open-large-model.js";
export { type LargeProbe, probeLargeModel } from "./large/probe-large-model.js";
export type { GgufInfo, LoadOptions } from "./llama/engine-protocol.js";
export { forgetPrompt } from "./llama/forget-prompt.js";
export {
  LlamaEngine,
  LlamaModel,
  type LlamaModelOptions,
  loadOptionsOf,
  type ModelEngine,
  replacedModel,
  untilAborted,
} from "./llama/llama-model.js";
export { type ModelCard, readModelCard } from "./llama/model-card.js";
export { type EngineProbe, probeEngine } from "./llama/probe-engine.js";
export { profileOf } from "./llama/profile.js";
export { RestartPolicy } from "./llama/restart-policy.js";
export { type LockHolder, type LockTaking, releaseLock, takeLock } from "./lock-file.js";
export {
  findModel,
  type InstalledModel,
  isModelPath,
  listModels,
  type ModelFolders,
  modelFolders,
} from "./models/installed-models.js";
export { FEWEST_TOKENS_PER_SECOND, type MeasuredSpeed, measureSpeed } from "./models/measure-speed.js";
export { nearest } from "./nearest.js";
export type { RuntimeWorkspace } from "./open-workspace.js";
export { type AuditEntry, AuditLog, auditFolder } from "./privacy/audit-log.js";
export { type Audit, type Audited, type AuditQuery, readAudit } from "./privacy/read-audit.js";
export { WorkerSecretFinder, type WorkerSecretFinderOptions } from "./privacy/worker-secret-finder.js";
export { type WorkspacePolicyOptions, workspacePolicy } from "./privacy/workspace-policy.js";
export { quotedForShell } from "./quoted-for-shell.js";
export {
  type OpenModel,
  type OpenRuntimeOptions,
  openRuntime,
  openRuntimeWith,
  type Runtime,
  type RuntimeModel,
} from "./runtime.js";
export { stateFolder } from "./state-folder.js";
export { EventStore, readEvents, statisticsFolder } from "./statistics/event-store.js";
export { readStatisticsReport, type StatisticsReport } from "./statistics/statistics-report.js";
export { commandSyntaxParser, SYNTAX_COMMANDS, type SyntaxCommand } from "./syntax/command-syntax-parser.js";
export { SYNTAX_LIMIT_MS, WorkerSyntaxParser, type WorkerSyntaxParserOptions } from "./syntax/worker-syntax-parser.js";
export { systemClock } from "./system-clock.js";
export { pathOfUri, uriOfPath } from "./workspace/file-uri.js";
export type { IndexMemory, IndexStatus } from "./workspace/index-protocol.js";
export { folderOfUri, pathForPatterns, pathInside, relativePathOf } from "./workspace/path-in-workspace.js";
export { WorkspaceIndex, type WorkspaceIndexOptions } from "./workspace/workspace-index.js";
