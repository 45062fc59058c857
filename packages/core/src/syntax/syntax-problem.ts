/** One reason why a text does not parse. Holds no code and no message that could quote some. */
export interface SyntaxProblem {
  /** Where the parser saw it, in UTF-16 units; null where it cannot tell. Text before it is no part of the problem. */
  readonly start: number | null;
  /** It only says that the text ends too early: more text could make it parse. Null where the parser cannot tell. */
  readonly isUnfinished: boolean | null;
}
