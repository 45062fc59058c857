export { complete } from "./complete.js";
export { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
export { isLineCommentIn, LANGUAGES, type LanguageSyntax, languageOfPath, syntaxOf } from "./cursor/language-syntax.js";
export { CLOSING_OF, type LexicalState, lexicalStateAfter, OUTSIDE } from "./cursor/lexical-state.js";
export { withLineFeeds } from "./cursor/line-bounds.js";
export { reasonToSkip } from "./cursor/trigger.js";
export {
  type Alternative,
  type Capabilities,
  type Clock,
  type FoundSecret,
  type Generation,
  type GenerationRequest,
  type LargeGeneration,
  type LargeModel,
  type LargeRequest,
  type LocalModel,
  NOT_SCANNED,
  type PromptLookup,
  type RetrievalQuery,
  type Retriever,
  type SecretFinder,
  type SyntaxParser,
} from "./engine.js";
export { type ErrorCode, NearfirstError, type NearfirstErrorOptions } from "./errors.js";
export { type FilledHole, fillHole, type Hole } from "./fill-hole.js";
export { generateAhead } from "./generate-ahead.js";
export { findStop, type StopState, stopStateOf } from "./inference/stop.js";
export { type EndedAnswer, StreamedAnswer, type StreamedAnswerOptions } from "./inference/streamed-answer.js";
export { LARGE_REACH, type LargeReach, type LargeTier } from "./large/large-tier.js";
export { LruCache } from "./lru-cache.js";
export { outcomeReason } from "./outcome-reason.js";
export { ownText } from "./own-text.js";
export type { Departure, DepartureLog } from "./privacy/departure.js";
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
export { estimatedTokens } from "./prompt/estimated-tokens.js";
export { FAMILIES } from "./prompt/families/families.js";
export type { ModelFamily } from "./prompt/families/model-family.js";
export { type ModelFacts, recogniseFamily, templateOf } from "./prompt/families/recognise-family.js";
export { fimPrompt, glueTextsOf, type PromptTexts } from "./prompt/fim-prompt.js";
export {
  type FimOrder,
  identityOf,
  type LayoutPart,
  type LayoutSlot,
  type ModelProfile,
  type PromptLayout,
} from "./prompt/model-profile.js";
export { layoutOf, orderOf, type PromptTemplate, parsePromptTemplate, tokenTextsOf } from "./prompt/prompt-template.js";
export { chatTexts, type HoleTexts, promptText, withoutSpecialTexts } from "./prompt/prompt-text.js";
export { snippetText } from "./prompt/snippet-text.js";
export { codeTerms } from "./retrieval/code-terms.js";
export { languageGroupOf } from "./retrieval/language-group.js";
export { retrievalQueryOf } from "./retrieval/query.js";
export { type IndexedFile, SnippetIndex, type SnippetQuery } from "./retrieval/snippet-index.js";
export { type SnippetRange, splitSnippets } from "./retrieval/split-snippets.js";
export { alwaysLarge } from "./routing/always-large.js";
export { alwaysLocal } from "./routing/always-local.js";
export { type ByLanguageOptions, byLanguage } from "./routing/by-language.js";
export { type CascadeOptions, cascade } from "./routing/cascade.js";
export { type ConfidenceScore, scoreOf } from "./routing/confidence-score.js";
export { type ConfidenceThresholdOptions, confidenceThreshold } from "./routing/confidence-threshold.js";
export { decide, type PointedDecision } from "./routing/decide.js";
export { lotOf } from "./routing/lot-of.js";
export { mcCom } from "./routing/mc-com.js";
export { mcComDynamic } from "./routing/mc-com-dynamic.js";
export { type McComOptions, mcComStatic } from "./routing/mc-com-static.js";
export { type NearfirstOptions, nearfirst } from "./routing/nearfirst.js";
export { POLICIES, POLICY_NAMES, type PolicyName, policyNamed } from "./routing/policies.js";
export type { AfterLocalFacts, RoutingDecision, RoutingPolicy } from "./routing/policy.js";
export { type RandomOptions, random } from "./routing/random.js";
export { type SynConfRouteOptions, synConfRoute } from "./routing/syn-conf-route.js";
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
export { statisticsBy } from "./statistics/statistics-by.js";
export { type CodeLine, codeLinesOf } from "./syntax/code-lines.js";
export { checkInsertion } from "./syntax/differential-gate.js";
export { type Extent, extentOf, type Insertion } from "./syntax/insertion.js";
export { neutralTexts } from "./syntax/neutral-texts.js";
export { recipeOf } from "./syntax/recipes/recipes.js";
export { checkStrictly } from "./syntax/strict-gate.js";
export type { SyntaxProblem } from "./syntax/syntax-problem.js";
export type { InvalidReason, SyntaxVerdict, UnknownReason } from "./syntax/verdict.js";
export type {
  CompletionRequest,
  Confidence,
  DropReason,
  GeneratedToken,
  LargeTrace,
  Outcome,
  RoutingTrace,
  SkipReason,
  Snippet,
  Stage,
  StopMode,
  StopReason,
  Suggestion,
  TextDocument,
  Tier,
  Trace,
  TriggerKind,
} from "./types.js";
export type { Rejection, UserAction } from "./user-action.js";
