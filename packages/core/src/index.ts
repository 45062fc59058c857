export { complete } from "./complete.js";
export { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
export { LANGUAGES, type LanguageSyntax, languageOfPath, syntaxOf } from "./cursor/language-syntax.js";
export { type LexicalState, lexicalStateAfter } from "./cursor/lexical-state.js";
export { reasonToSkip } from "./cursor/trigger.js";
export {
  type Capabilities,
  type Clock,
  type FoundSecret,
  type Generation,
  type GenerationRequest,
  type LocalModel,
  NOT_SCANNED,
  type PromptLookup,
  type RetrievalQuery,
  type Retriever,
  type SecretFinder,
} from "./engine.js";
export { type ErrorCode, NearfirstError, type NearfirstErrorOptions } from "./errors.js";
export { findStop, type StopState } from "./inference/stop.js";
export { ownText } from "./own-text.js";
export { holdsPlaceholder, SECRET_PLACEHOLDER } from "./privacy/placeholder.js";
export {
  type Release,
  type ReleaseRecord,
  type ReleaseRequest,
  type ReleaseRules,
  release,
  SURROUNDING_CHARACTERS,
  type WithheldReason,
} from "./privacy/release.js";
export type { FileFacts, KeepReason, ReleasePolicy } from "./privacy/release-policy.js";
export type { ReleasedPrompt } from "./privacy/released-prompt.js";
export { CHAT_MARKS, type ChatMessage, chatMessages } from "./prompt/chat-prompt.js";
export { FAMILIES } from "./prompt/families/families.js";
export type { ModelFamily } from "./prompt/families/model-family.js";
export { type ModelFacts, recogniseFamily, templateOf } from "./prompt/families/recognise-family.js";
export { fimPrompt, glueTextsOf, type PromptTexts } from "./prompt/fim-prompt.js";
export type { FimOrder, LayoutPart, LayoutSlot, ModelProfile, PromptLayout } from "./prompt/model-profile.js";
export { layoutOf, orderOf, type PromptTemplate, parsePromptTemplate } from "./prompt/prompt-template.js";
export { snippetText } from "./prompt/snippet-text.js";
export { codeTerms } from "./retrieval/code-terms.js";
export { retrievalQueryOf } from "./retrieval/query.js";
export { type IndexedFile, SnippetIndex, type SnippetQuery } from "./retrieval/snippet-index.js";
export { type SnippetRange, splitSnippets } from "./retrieval/split-snippets.js";
export { alwaysLocal } from "./routing/always-local.js";
export type { RoutingDecision, RoutingPolicy } from "./routing/policy.js";
export { Session, sourcesOf } from "./session.js";
export {
  type ActionEvent,
  type LargeAttempt,
  type RequestEvent,
  type RequestFacts,
  requestEventOf,
  type StatisticsEvent,
  type SurvivalEvent,
} from "./statistics/event.js";
export { type Counts, type Latency, type Statistics, statisticsOf } from "./statistics/statistics.js";
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
