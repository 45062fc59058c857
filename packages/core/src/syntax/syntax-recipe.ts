/** What the differential gate knows of one language. */
export interface SyntaxRecipe {
  readonly languageIds: readonly string[];
  /**
   * Texts that may stand in the place of a statement, a member or an entry, one for each kind of place, without their
   * last `;` or `,`. None opens or closes what it does not close or open itself.
   */
  readonly neutrals: readonly string[];
  /** The same for what ends with a `}`. */
  readonly neutralBlocks: readonly string[];
  /** What may stand in the place of an element within brackets; `neutrals` where it is left out. */
  readonly elementsFor?: (code: string) => readonly string[];
  /** Statements that only make sense with what stands around them: no neutral one can take their place. */
  readonly boundStatement: RegExp;
  /** What no parser of the language can be relied on for: a statement that holds it is never `invalid`. */
  readonly opaque?: RegExp;
  /** Statements after whose end nothing more is needed, unlike a header's; never the beginning of something else. */
  readonly plainStatement: RegExp;
  /** Statements end with `;` or `}`: what ends with a parenthesis and is not plain is a header, with whose block nothing else fits. */
  readonly needsEnd?: true;
  /** Lines that go on with what was begun further up at the same indentation, beside those that begin with a closing bracket. */
  readonly continuation: RegExp;
  /** The line that stands for `header`, a line that encloses the cursor's block, where what is beside the block is left out; null where it must not be. */
  readonly folded: (header: string) => string | null;
  /** So much is looked at before `ENOUGH`, where its parser is slow; in UTF-16 units. */
  readonly little?: number;
  /** What must stand before a piece out of the middle of a file. */
  readonly piecePrefix: string;
  /** What closes a brace that a folded header opened. */
  readonly closingBrace: string;
  /** What ends a block that a header opened without a bracket. */
  readonly closingWord?: string;
  /** True where the place is not in the language's own code, or may not be: nothing is checked there. Looks only so far. */
  readonly isElsewhere?: (around: { readonly before: string; readonly after: string }) => boolean;
}

/** Of `SyntaxRecipe.little`. */
export const LITTLE = 2_000;

/** A header without what it is bound to; a `case` becomes `loop`, which is no statement's end either. */
export function foldedAs(header: string, loop: string): string {
  if (/^\s*(?:case|default)\b/.test(header)) return loop;
  return header.replace(/^\s*(?:\}\s*)?(?:else|catch|finally)\b.*?(\{?)\s*$/s, "$1");
}

/** What leaves, an assignment, and a call of a member: no header, signature or macro looks like that. */
const PLAIN = [
  /^(?:return|throw|break|continue|goto)\b/,
  /^[\w<>[\],.?&*:\s]+(?:[-+*/%&|^]|<<|>>)?=(?![=>])/,
  /^\w+(?:\.|->)[\w.>-]*\([^{}]*\)\s*$/,
];

/** For languages with braces, whose headers can stay as they are. */
export const BRACES = {
  continuation: /^(?:else|catch|finally|case|default)\b|^[^\p{L}\p{N}_@#"'`(*/~!$[-]/u,
  folded: (header: string) => foldedAs(header, "for (;;) {"),
  plainStatement: new RegExp(PLAIN.map(({ source }) => source).join("|")),
  piecePrefix: "",
  closingBrace: "}",
} as const;
