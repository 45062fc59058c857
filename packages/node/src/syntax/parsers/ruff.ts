/** Python, by the parser of Ruff in WebAssembly: agrees with CPython's own, reports all problems, goes on after each. */
import type { SyntaxProblem } from "@nearfirst/core";
import type { LoadTextParser } from "../text-parser.js";

interface Diagnostic {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: { readonly row: number; readonly column: number };
}

export const loadRuff: LoadTextParser = async () => {
  const { PositionEncoding, Workspace } = await import("@astral-sh/ruff-wasm-nodejs");
  // No rules: what is left is what does not parse. The newest syntax, so that nothing is refused for a project's age.
  const workspace = new Workspace({ "target-version": "py314", lint: { select: [] } }, PositionEncoding.Utf16);
  return (text) => {
    const found = workspace.check(text) as readonly Diagnostic[];
    if (found.length === 0) return [];
    const lineStarts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (each) => each.index + each[0].length)];
    return found
      .filter(({ code }) => code === null || code === "invalid-syntax")
      .map(({ message, start_location: { row, column } }) => {
        const start = Math.min((lineStarts[row - 1] ?? text.length) + column - 1, text.length);
        return { start, isUnfinished: isUnfinished(text, start, message) };
      })
      .sort((one, other) => one.start - other.start) satisfies readonly SyntaxProblem[];
  };
};

/** Reported where the line of the header ends, whatever follows. */
const MISSING_BLOCK = /^Expected (?:an indented block|`except` or `finally`|class, function definition)/;

/** Reported at an element that what comes next may still mend: `*, key`, `*a, b`, `name=value`. */
const MENDED_BY_NEXT = /^(?:Expected one or more keyword|Starred expression|Positional argument|Parameter without)/;

function isUnfinished(text: string, start: number, message: string): boolean {
  if (start >= text.length) return true;
  const rest = text.slice(start);
  if (/^\s*\\\s*$/.test(rest)) return true;
  if (MENDED_BY_NEXT.test(message)) return /^[^,#\n]*,?\s*(?:#[^\n]*\s*)*$/.test(rest);
  if (MISSING_BLOCK.test(message)) return /^(?:[^\S\n]*(?:#[^\n]*)?(?:\n|$))*$/.test(rest);
  // A string that may go on over lines; the end of any other has been seen.
  if (/missing closing quote|unterminated/i.test(message)) return isOpenTriple(text, start) || !rest.includes("\n");
  return false;
}

function isOpenTriple(text: string, start: number): boolean {
  const quote = /^[A-Za-z]{0,2}("""|''')/.exec(text.slice(start))?.[1];
  return quote !== undefined;
}
