/** SAFIM's truncation of what a model wrote, by the kind of hole (Gong et al. 2024, arXiv 2403.04814, "syntax-aware truncation"). */
import { checkStrictly, type SyntaxParser } from "@nearfirst/core";

/** A control expression: in Python the first line with code, elsewhere up to the bracket that closes around it. */
export function truncateControl(text: string, languageId: string): string {
  if (languageId === "python") return text.split("\n").find((line) => line.trim() !== "") ?? "";
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (depth < 0) return [...text].slice(0, at).join("");
  }
  return text;
}

/** A call: up to the bracket that closes it. */
export function truncateCall(text: string): string {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === "(") depth++;
    if (character !== ")") continue;
    depth--;
    if (depth <= 0) return [...text].slice(0, at + 1).join("");
  }
  return text;
}

export interface TruncateBlockOptions {
  /** The program around the hole. */
  readonly prefix: string;
  readonly suffix: string;
  readonly languageId: string;
  /** Null for none: then nothing is cut. */
  readonly parser: SyntaxParser | null;
}

/** A block: as many of its first lines as the whole program parses with; none where it does with no number of them. */
export async function truncateBlock(
  text: string,
  { prefix, suffix, languageId, parser }: TruncateBlockOptions,
  signal: AbortSignal,
): Promise<string> {
  if (parser === null) return text;
  const lines = text.split(/(?<=\n)/);
  for (let count = lines.length; count > 0; count--) {
    const some = lines.slice(0, count).join("");
    const { kind } = await checkStrictly(parser, prefix + some + suffix, languageId, signal);
    if (kind !== "invalid") return some;
  }
  return "";
}
