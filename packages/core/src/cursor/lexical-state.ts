/** Which brackets, strings and comments are open at a place in a text. A scanner, not a parser: linear, never throws. */
import { closingQuoteOf, type LanguageSyntax, type SyntaxTrait } from "./language-syntax.js";

/** Plain data: it crosses the process boundary. */
export interface LexicalState {
  /** Open brackets, outermost first, for example `({`. A `$` stands for the `${` of a template literal. */
  readonly brackets: string;
  /**
   * Opening delimiter of the string the place is inside of; null outside strings. `/` inside a regular expression
   * literal, `/[` inside one of its classes.
   */
  readonly quote: string | null;
  readonly comment: "none" | "line" | "block";
}

export const OUTSIDE: LexicalState = { brackets: "", quote: null, comment: "none" };

export const CLOSING_OF: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", $: "}" };
const OPENING_OF: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Deeper brackets are not counted: no code has them. */
const MAX_DEPTH = 200;
/** How many open brackets a closing one may skip. */
const MAX_SKIPPED = 16;

export interface Scan {
  readonly state: LexicalState;
  /** Just after the last character that is neither white space nor in a comment; 0 where there is none. */
  readonly codeEnd: number;
  /** Fewest brackets that were open at any place of the text. */
  readonly lowestDepth: number;
  /** A closing bracket closed others than its own: one is missing, or one too many. */
  readonly isCrossed: boolean;
}

/**
 * The state after `text`, which begins in state `from`. A closing bracket that nothing opened is ignored; one that skips
 * open brackets closes them too. What it does not know: code inside Python's f-strings (they are strings to it), JSX
 * text, here-documents.
 */
export function lexicalStateAfter(text: string, syntax: LanguageSyntax, from: LexicalState = OUTSIDE): LexicalState {
  return scan(text, syntax, from).state;
}

/** `lexicalStateAfter`, with what the stop rules need to know of the text on the way. */
export function scan(text: string, syntax: LanguageSyntax, from: LexicalState = OUTSIDE): Scan {
  const compiled = compile(syntax);
  const has = (trait: SyntaxTrait) => syntax.traits.includes(trait);
  let { quote, comment } = from;
  const open = [...from.brackets];
  let lowestDepth = open.length;
  let isCrossed = false;
  let codeEnd = 0;
  let at = 0;
  const markCode = (start: number, end: number) => {
    let last = end;
    while (last > start && isWhiteSpace(text.charCodeAt(last - 1))) last--;
    if (last > start) codeEnd = last;
  };

  while (at < text.length) {
    if (comment === "line") {
      const lineFeed = text.indexOf("\n", at);
      if (lineFeed < 0) break;
      comment = "none";
      at = lineFeed + 1;
    } else if (comment === "block") {
      const close = syntax.blockComment?.[1] ?? "\n";
      const closeAt = text.indexOf(close, at);
      if (closeAt < 0) break;
      comment = "none";
      at = closeAt + close.length;
    } else if (quote !== null) {
      const found = searchFrom(compiled.insideOf(quote), text, at);
      if (found < 0) {
        markCode(at, text.length);
        break;
      }
      markCode(at, found);
      const close = closingQuoteOf(quote);
      if (text[found] === "\\" && !syntax.rawQuotes.includes(quote)) at = found + escapeLength(text, found);
      else if (quote === "/[") {
        // A class ends at its bracket, a broken one with its line.
        quote = text[found] === "]" ? "/" : null;
        at = found + 1;
      } else if (quote === "/" && text[found] === "[") {
        quote = "/[";
        at = found + 1;
      } else if (text.startsWith(close, found)) {
        quote = null;
        at = found + close.length;
      } else if (text.startsWith("${", found)) {
        if (open.length < MAX_DEPTH) open.push("$");
        quote = null;
        at = found + 2;
      } else {
        // A string that may not span lines ends with its line, closed or not.
        quote = null;
        at = found + 1;
      }
      markCode(found, Math.min(at, text.length));
    } else {
      const found = searchFrom(compiled.code, text, at);
      if (found < 0) {
        markCode(at, text.length);
        break;
      }
      markCode(at, found);
      const character = text[found] as string;
      at = found + 1;
      if (has("character-literals") && character === "'") {
        at = found + (matchAt(CHARACTER_LITERAL, text, found)?.length ?? 1);
        codeEnd = at;
        continue;
      }
      const opener = syntax.quotes.find((each) => text.startsWith(each, found));
      if (opener !== undefined && !(character === "'" && has("digit-separators") && isInNumber(text, found))) {
        quote = opener;
        at = found + opener.length;
        codeEnd = at;
      } else if (
        syntax.lineComments.some((each) => text.startsWith(each, found)) &&
        !(has("spaced-comments") && /\S/.test(text[found - 1] ?? ""))
      ) {
        comment = "line";
      } else if (syntax.blockComment !== null && text.startsWith(syntax.blockComment[0], found)) {
        comment = "block";
        at = found + syntax.blockComment[0].length;
      } else {
        codeEnd = at;
        if (character === "/" && has("regex-literals") && mayBeginRegex(text, found)) quote = "/";
        else if (character === "(" || character === "[" || character === "{") {
          if (open.length < MAX_DEPTH) open.push(character);
        } else if (OPENING_OF[character] !== undefined) {
          const depth = openedAt(open, character);
          if (depth >= 0) {
            if (depth < open.length - 1) isCrossed = true;
            if (open[depth] === "$") quote = "`";
            open.length = depth;
            lowestDepth = Math.min(lowestDepth, depth);
          }
        }
      }
    }
  }
  return { state: { brackets: open.join(""), quote, comment }, codeEnd, lowestDepth, isCrossed };
}

/** Where in `open` the bracket stands that `closing` closes; -1 where nothing opened it. */
function openedAt(open: readonly string[], closing: string): number {
  for (let depth = open.length - 1; depth >= Math.max(0, open.length - MAX_SKIPPED); depth--) {
    if (CLOSING_OF[open[depth] as string] === closing) return depth;
    // Nothing inside a template's code closes what stands around the template.
    if (open[depth] === "$") return -1;
  }
  return -1;
}

const CHARACTER_LITERAL = /'(?:\\(?:u\{[^}\n]{0,8}\}|x[0-9a-fA-F]{2}|.)|[^\\'\n])'/uy;

function isWhiteSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function searchFrom(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? -1;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** A backslash and what it escapes: one character, or one line break. */
function escapeLength(text: string, at: number): number {
  return text.startsWith("\r\n", at + 1) ? 3 : 2;
}

/** How far back a number or a word is looked at. */
const WORD_REACH = 40;

function isInNumber(text: string, at: number): boolean {
  return /(?:^|[^\w'])\d[\w']*$/.test(text.slice(Math.max(0, at - WORD_REACH), at));
}

/** At the start of a line, after an operator, an opening bracket or a keyword a value begins, so a slash is no division. */
function mayBeginRegex(text: string, at: number): boolean {
  const near = text.slice(Math.max(0, at - WORD_REACH), at);
  const before = near.slice(near.lastIndexOf("\n") + 1).trimEnd();
  if (before === "") return true;
  if (/(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/.test(before)) return true;
  // `</` closes a JSX element; after a value a slash divides.
  return /[([{,;:=!&|?+\-*%~^>]$/.test(before);
}

interface CompiledSyntax {
  /** Finds the next character in code that may matter. */
  readonly code: RegExp;
  /** Finds what may end or change a string opened by `quote`. */
  insideOf(quote: string): RegExp;
}

const COMPILED = new WeakMap<LanguageSyntax, CompiledSyntax>();

function compile(syntax: LanguageSyntax): CompiledSyntax {
  const known = COMPILED.get(syntax);
  if (known !== undefined) return known;
  const firsts = [...syntax.quotes, ...syntax.lineComments, ...(syntax.blockComment ?? [])].map((each) => each[0]);
  if (syntax.traits.includes("regex-literals")) firsts.push("/");
  if (syntax.traits.includes("character-literals")) firsts.push("'");
  const code = new RegExp(`[${[...new Set(["(", ")", "[", "]", "{", "}", ...firsts])].map(escaped).join("")}]`, "g");
  const inside = new Map<string, RegExp>();
  const compiled: CompiledSyntax = {
    code,
    insideOf(quote) {
      const cached = inside.get(quote);
      if (cached !== undefined) return cached;
      const parts = [quote === "/[" ? "\\]" : escaped(closingQuoteOf(quote))];
      if (!syntax.rawQuotes.includes(quote)) parts.push("\\\\");
      if (!syntax.multilineQuotes.includes(quote)) parts.push("\\n");
      if (quote === "/") parts.push("\\[");
      if (quote === "`" && syntax.traits.includes("template-literals")) parts.push("\\$\\{");
      const pattern = new RegExp(parts.join("|"), "g");
      inside.set(quote, pattern);
      return pattern;
    },
  };
  COMPILED.set(syntax, compiled);
  return compiled;
}

function escaped(text: string | undefined): string {
  return (text ?? "").replace(/[\\\][(){}.*+?^$|/-]/g, "\\$&");
}
