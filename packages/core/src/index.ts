export { complete } from "./complete.js";
export { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
export { LANGUAGES, type LanguageSyntax, languageOfPath, syntaxOf } from "./cursor/language-syntax.js";
export { type LexicalState, lexicalStateAfter } from "./cursor/lexical-state.js";
export type {
  Capabilities,
  Clock,
  Generation,
  GenerationRequest,
  LocalModel,
  RetrievalQuery,
  Retriever,
} from "./engine.js";
export { type ErrorCode, NearfirstError, type NearfirstErrorOptions } from "./errors.js";
export { CONFIDENCE_TOKENS, confidenceOf } from "./inference/confidence.js";
export { findStop, type Stop, type StopState, stopStateOf } from "./inference/stop.js";
export type { FimOrder, FimTokens, ModelProfile } from "./prompt/model-profile.js";
export { alwaysLocal } from "./routing/always-local.js";
export type { RoutingDecision, RoutingPolicy } from "./routing/policy.js";
export { Session } from "./session.js";
export type {
  CompletionRequest,
  Confidence,
  DropReason,
  GeneratedToken,
  Outcome,
  SkipReason,
  Snippet,
  Stage,
  StopMode,
  StopReason,
  Suggestion,
  TextDocument,
  Trace,
  TriggerKind,
} from "./types.js";
