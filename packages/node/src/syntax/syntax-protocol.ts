/** Messages between the main thread and the syntax worker. Plain data. */
import type { SyntaxProblem } from "@nearfirst/core";

export type ToSyntaxWorker =
  | { readonly type: "parse"; readonly id: number; readonly text: string; readonly languageId: string }
  | { readonly type: "cancel"; readonly id: number };

export type FromSyntaxWorker =
  | { readonly id: number; readonly problems: readonly SyntaxProblem[] | null }
  /** The parser failed: a bug, or a package that is not there. Holds no code. */
  | { readonly id: number; readonly failure: string };
