export { complete } from "./complete.js";
export { type CursorContext, cursorContextOf } from "./cursor/cursor-context.js";
export { isLineCommentIn, LANGUAGES, type LanguageSyntax, languageOfPath, syntaxOf } from "./cursor/language-syntax.js";
export { CLOSING_OF, type LexicalState, lexicalStateAfter, OUTSIDE } from "./cursor/lexical-state.js";
export { reasonToSkip } from "./cursor/trigger.js";
export type {
  Capabilities,
  Clock,
  Generation,
  GenerationRequest,
  LocalModel,
  PromptLookup,
  RetrievalQuery,
  Retriever,
  SyntaxParser,
} from "./engine.js";
export { type ErrorCode, NearfirstError, type NearfirstErrorOptions } from "./errors.js";
export { findStop, type StopState, stopStateOf } from "./inference/stop.js";
export { ownText } from "./own-text.js";
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
export { alwaysLocal } from "./routing/always-local.js";
export type { RoutingDecision, RoutingPolicy } from "./routing/policy.js";
export { Session, sourcesOf } from "./session.js";
export { type CodeLine, codeLinesOf } from "./syntax/code-lines.js";
export { checkInsertion, type Insertion } from "./syntax/differential-gate.js";
export { recipeOf } from "./syntax/recipes/recipes.js";
export { checkStrictly } from "./syntax/strict-gate.js";
export type { SyntaxProblem } from "./syntax/syntax-problem.js";
export type { InvalidReason, SyntaxVerdict, UnknownReason } from "./syntax/verdict.js";
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
