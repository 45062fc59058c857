/** The little that the pipeline knows of each language's surface: comments, strings, brackets, blocks. */

export interface LanguageSyntax {
  readonly lineComments: readonly string[];
  readonly blockComment: readonly [open: string, close: string] | null;
  /** Opening delimiters of strings, longest first; each closes with itself. */
  readonly quotes: readonly string[];
  /** Those of `quotes` that may span lines. */
  readonly multilineQuotes: readonly string[];
  /** Blocks are made by indentation alone (Python), not by brackets. */
  readonly indentationBlocks: boolean;
  /** A backslash at the end of a line continues the statement. */
  readonly backslashContinues: boolean;
  /** File name endings, with the dot. */
  readonly extensions: readonly string[];
}

const slashComments = {
  lineComments: ["//"],
  blockComment: ["/*", "*/"],
  indentationBlocks: false,
  backslashContinues: false,
} as const;

const cLike: Omit<LanguageSyntax, "extensions"> = { ...slashComments, quotes: ['"', "'"], multilineQuotes: [] };
const ecma: Omit<LanguageSyntax, "extensions"> = {
  ...slashComments,
  quotes: ['"', "'", "`"],
  multilineQuotes: ["`"],
};

const hashComments = {
  lineComments: ["#"],
  blockComment: null,
  quotes: ['"', "'"],
  multilineQuotes: ['"', "'"],
  indentationBlocks: false,
  backslashContinues: true,
} as const;

/** By LSP language identifier. */
export const LANGUAGES: Readonly<Record<string, LanguageSyntax>> = {
  python: {
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
  cpp: { ...cLike, backslashContinues: true, extensions: [".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx"] },
  csharp: { ...cLike, extensions: [".cs"] },
  go: { ...slashComments, quotes: ['"', "'", "`"], multilineQuotes: ["`"], extensions: [".go"] },
  // A single quote also begins a lifetime in Rust, so only double quotes delimit here.
  rust: { ...slashComments, quotes: ['"'], multilineQuotes: ['"'], extensions: [".rs"] },
  kotlin: { ...cLike, quotes: ['"""', '"', "'"], multilineQuotes: ['"""'], extensions: [".kt", ".kts"] },
  swift: { ...cLike, quotes: ['"""', '"'], multilineQuotes: ['"""'], extensions: [".swift"] },
  php: { ...cLike, lineComments: ["//", "#"], multilineQuotes: ['"', "'"], extensions: [".php"] },
  ruby: { ...hashComments, extensions: [".rb"] },
  shellscript: { ...hashComments, extensions: [".sh", ".bash"] },
};

/** For a language that is not in the table: no comments, no strings, brackets only. */
export const PLAIN_TEXT: LanguageSyntax = {
  lineComments: [],
  blockComment: null,
  quotes: [],
  multilineQuotes: [],
  indentationBlocks: false,
  backslashContinues: false,
  extensions: [],
};

export function syntaxOf(languageId: string): LanguageSyntax {
  return Object.hasOwn(LANGUAGES, languageId) ? (LANGUAGES[languageId] ?? PLAIN_TEXT) : PLAIN_TEXT;
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
