/** `unknown`: no parser for the language, or no time for it; it never blocks. */
export type SyntaxVerdict = "valid" | "invalid" | "unknown";
