/** Monaco with what completing code needs, and no more: no language services, no pop-up that fights with ghost text. */
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/inlineCompletions/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/features/wordOperations/register";
import "monaco-editor/languages/definitions/cpp/register";
import "monaco-editor/languages/definitions/go/register";
import "monaco-editor/languages/definitions/java/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/rust/register";
import "monaco-editor/languages/definitions/typescript/register";
import type { Theme } from "../theme.js";

export { monaco };

// Nothing of what is in the page needs one: whatever would is to be left out, or brings it along.
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: () => {
      throw new Error("This page has no worker for Monaco.");
    },
  },
});

/** Colours with a contrast of at least 4.5 on the editor's background, ghost text included. */
monaco.editor.defineTheme("nearfirst-light", {
  base: "vs",
  inherit: true,
  rules: [
    { token: "comment", foreground: "5b6b62" },
    { token: "keyword", foreground: "7c3aed" },
    { token: "string", foreground: "0f766e" },
    { token: "number", foreground: "9a3412" },
    { token: "type", foreground: "1d4ed8" },
  ],
  colors: {
    "editor.background": "#ffffff",
    "editor.foreground": "#1c2321",
    "editorLineNumber.foreground": "#6b7672",
    "editorLineNumber.dimmedForeground": "#6b7672",
    "editorLineNumber.activeForeground": "#1c2321",
    "editor.lineHighlightBackground": "#f3f6f5",
    "editor.lineHighlightBorder": "#00000000",
    "editorGhostText.foreground": "#67736e",
    "editorCursor.foreground": "#0f766e",
    "editor.selectionBackground": "#bfe3dd",
  },
});
monaco.editor.defineTheme("nearfirst-dark", {
  base: "vs-dark",
  inherit: true,
  rules: [
    { token: "comment", foreground: "8a9a93" },
    { token: "keyword", foreground: "c4a7ff" },
    { token: "string", foreground: "6fd3c3" },
    { token: "number", foreground: "f2a97e" },
    { token: "type", foreground: "8ab4ff" },
  ],
  colors: {
    "editor.background": "#141918",
    "editor.foreground": "#e3e9e6",
    "editorLineNumber.foreground": "#7f8b86",
    "editorLineNumber.dimmedForeground": "#7f8b86",
    "editorLineNumber.activeForeground": "#e3e9e6",
    "editor.lineHighlightBackground": "#1b2221",
    "editor.lineHighlightBorder": "#00000000",
    "editorGhostText.foreground": "#8c9893",
    "editorCursor.foreground": "#5eead4",
    "editor.selectionBackground": "#1f4b45",
  },
});

export function showEditorTheme(theme: Theme): void {
  monaco.editor.setTheme(`nearfirst-${theme}`);
}

/** What Monaco calls a language that LSP calls otherwise. */
const MONACO_NAMES: Readonly<Record<string, string>> = { typescriptreact: "typescript", javascriptreact: "javascript" };

export function monacoLanguage(languageId: string): string {
  return MONACO_NAMES[languageId] ?? languageId;
}

export const EDITOR_OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  inlineSuggest: { enabled: true, showToolbar: "never", mode: "subwordSmart" },
  quickSuggestions: false,
  suggestOnTriggerCharacters: false,
  wordBasedSuggestions: "off",
  parameterHints: { enabled: false },
  minimap: { enabled: false },
  occurrencesHighlight: "off",
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
  links: false,
  contextmenu: false,
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  fontSize: 13,
  lineHeight: 20,
  lineNumbersMinChars: 4,
  folding: false,
  glyphMargin: false,
  scrollBeyondLastLine: false,
  padding: { top: 8, bottom: 8 },
  renderLineHighlight: "line",
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  stickyScroll: { enabled: false },
  fixedOverflowWidgets: true,
  ariaLabel: "Code editor. Tab accepts a suggestion; Control M lets Tab leave the editor.",
};
