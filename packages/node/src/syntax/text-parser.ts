import type { SyntaxProblem } from "@nearfirst/core";

/** A parser, loaded. Never throws for any text. */
export type TextParser = (text: string, languageId: string) => readonly SyntaxProblem[];

/** One parser package: loads it and makes it ready. */
export type LoadTextParser = () => Promise<TextParser>;
