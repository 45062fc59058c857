/** The little that the pipeline knows of each language's surface: comments, strings, brackets, blocks. */

export interface LanguageSyntax {
  readonly lineComments: readonly string[];
  readonly blockComment: readonly [open: string, close: string] | null;
  /** Opening delimiters of strings, longest first; each closes with itself unless `closingQuoteOf` says otherwise. */
  readonly quotes: readonly string[];
  /** Those of `quotes` that may span lines. */
  readonly multilineQuotes: readonly string[];
  /**
   * Those of `quotes` in which a backslash escapes nothing. Python's raw strings are not among them: there a backslash
   * stays in the text, but the quote after it does not close the string either.
   */
  readonly rawQuotes: readonly string[];
  /** What else decides where code, strings and comments begin. */
  readonly traits: readonly SyntaxTrait[];
  /** Blocks are made by indentation alone (Python), not by brackets. */
  readonly indentationBlocks: boolean;
  /** A backslash at the end of a line continues the statement. */
  readonly backslashContinues: boolean;
  /** File name endings, with the dot. */
  readonly extensions: readonly string[];
}

/**
 * - `template-literals`: a backtick string may hold code in `${…}`.
 * - `regex-literals`: `/…/` where a value may stand.
 * - `character-literals`: `'x'` is one character; a single quote that no other follows is something else (a lifetime).
 * - `digit-separators`: a single quote between digits belongs to the number.
 * - `keyword-blocks`: blocks begin after a header and end with a word (`end`), without a bracket.
 * - `spaced-comments`: a line comment begins only at the start of a word (`$#` is none).
 */
export type SyntaxTrait =
  | "template-literals"
  | "regex-literals"
  | "character-literals"
  | "digit-separators"
  | "keyword-blocks"
  | "spaced-comments";

const plain = {
  rawQuotes: [],
  traits: [],
  indentationBlocks: false,
  backslashContinues: false,
} as const;

const slashComments = { ...plain, lineComments: ["//"], blockComment: ["/*", "*/"] } as const;

const cLike: Omit<LanguageSyntax, "extensions"> = { ...slashComments, quotes: ['"', "'"], multilineQuotes: [] };
const ecma: Omit<LanguageSyntax, "extensions"> = {
  ...slashComments,
  quotes: ['"', "'", "`"],
  multilineQuotes: ["`"],
  traits: ["template-literals", "regex-literals"],
};

const hashComments = {
  ...plain,
  lineComments: ["#"],
  blockComment: null,
  quotes: ['"', "'"],
  multilineQuotes: ['"', "'"],
  backslashContinues: true,
} as const;

/** By LSP language identifier. */
export const LANGUAGES: Readonly<Record<string, LanguageSyntax>> = {
  python: {
    ...plain,
    lineComments: ["#"],
    blockComment: null,
    quotes: ['"""', "'''", '"', "'"],
    multilineQuotes: ['"""', "'''"],
    indentationBlocks: true,
    backslashContinues: true,
    extensions: [".py", ".pyi"],
  },
  typescript: { ...ecma, extensions: [".ts", ".mts", ".cts"] },
  typescriptreact: { ...ecma, extensions: [".tsx"] },
  javascript: { ...ecma, extensions: [".js", ".mjs", ".cjs"] },
  javascriptreact: { ...ecma, extensions: [".jsx"] },
  java: { ...cLike, quotes: ['"""', '"', "'"], multilineQuotes: ['"""'], extensions: [".java"] },
  c: { ...cLike, backslashContinues: true, extensions: [".c", ".h"] },
  cpp: {
    ...cLike,
    quotes: ['R"(', '"', "'"],
    multilineQuotes: ['R"('],
    rawQuotes: ['R"('],
    traits: ["digit-separators"],
    backslashContinues: true,
    extensions: [".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx"],
  },
  csharp: {
    ...cLike,
    quotes: ['"""', '@"', '"', "'"],
    multilineQuotes: ['"""', '@"'],
    rawQuotes: ['"""', '@"'],
    extensions: [".cs"],
  },
  go: {
    ...slashComments,
    quotes: ['"', "'", "`"],
    multilineQuotes: ["`"],
    rawQuotes: ["`"],
    extensions: [".go"],
  },
  rust: {
    ...slashComments,
    quotes: ['r#"', 'r"', '"'],
    multilineQuotes: ['r#"', 'r"', '"'],
    rawQuotes: ['r#"', 'r"'],
    traits: ["character-literals"],
    extensions: [".rs"],
  },
  kotlin: {
    ...cLike,
    quotes: ['"""', '"', "'"],
    multilineQuotes: ['"""'],
    rawQuotes: ['"""'],
    extensions: [".kt", ".kts"],
  },
  swift: { ...cLike, quotes: ['"""', '"'], multilineQuotes: ['"""'], extensions: [".swift"] },
  php: { ...cLike, lineComments: ["//", "#"], multilineQuotes: ['"', "'"], extensions: [".php"] },
  ruby: { ...hashComments, traits: ["keyword-blocks"], extensions: [".rb"] },
  shellscript: {
    ...hashComments,
    rawQuotes: ["'"],
    traits: ["spaced-comments"],
    extensions: [".sh", ".bash"],
  },
};

/** For a language that is not in the table: no comments, no strings, brackets only. */
export const PLAIN_TEXT: LanguageSyntax = {
  ...plain,
  lineComments: [],
  blockComment: null,
  quotes: [],
  multilineQuotes: [],
  extensions: [],
};

export function syntaxOf(languageId: string): LanguageSyntax {
  return Object.hasOwn(LANGUAGES, languageId) ? (LANGUAGES[languageId] ?? PLAIN_TEXT) : PLAIN_TEXT;
}

/** True for a line with nothing but a comment on it. */
export function isLineComment(line: string, { lineComments }: LanguageSyntax): boolean {
  const content = line.trimStart();
  return lineComments.some((each) => content.startsWith(each));
}

/** `isLineComment` by LSP language identifier. */
export function isLineCommentIn(line: string, languageId: string): boolean {
  return isLineComment(line, syntaxOf(languageId));
}

const CLOSING_QUOTES: Readonly<Record<string, string>> = { 'r#"': '"#', 'r"': '"', '@"': '"', 'R"(': ')"' };

/** The delimiter that closes a string opened by `quote`. */
export function closingQuoteOf(quote: string): string {
  return Object.hasOwn(CLOSING_QUOTES, quote) ? (CLOSING_QUOTES[quote] ?? quote) : quote;
}

/** LSP language identifier for a file name, `plaintext` where no row of the table fits. */
export function languageOfPath(path: string): string {
  const dot = path.lastIndexOf(".");
  if (dot < 0) return "plaintext";
  const extension = path.slice(dot).toLowerCase();
  for (const [languageId, syntax] of Object.entries(LANGUAGES)) {
    if (syntax.extensions.includes(extension)) return languageId;
  }
  return "plaintext";
}
