import type { CursorContext } from "../cursor/cursor-context.js";
import type { LocalModel } from "../engine.js";
import { fimPrompt, glueTextsOf } from "./fim-prompt.js";
import type { LineContext } from "./line-context.js";

export interface LinePrompt {
  readonly tokens: Int32Array;
  /** False where the beginning of the prefix or the end of the suffix had to be left out to fit. */
  readonly isWhole: boolean;
}

export interface LinePromptOptions {
  readonly cursor: CursorContext;
  readonly line: LineContext;
  /** The end of the cursor's line that the model generates again; not part of the prompt. */
  readonly healedText: string;
  /** Most tokens of the prompt. */
  readonly limit: number;
}

/** Of a long rest of the cursor's line, this many characters count, and then nothing below it. */
const MAX_LINE_SUFFIX = 400;

/** The whole prompt for the cursor's line. Text is left out token by token; special tokens never are. */
export async function promptOfLine(model: LocalModel, options: LinePromptOptions): Promise<LinePrompt> {
  const { cursor, line, healedText, limit } = options;
  const typed = cursor.linePrefix.slice(0, cursor.linePrefix.length - healedText.length);
  const isLongSuffix = cursor.lineSuffix.length > MAX_LINE_SUFFIX;
  const after = isLongSuffix ? cursor.lineSuffix.slice(0, MAX_LINE_SUFFIX) : cursor.lineSuffix + line.tail;
  const [typedTokens = new Int32Array(), suffix = new Int32Array(), ...glue] = await model.tokenize([
    typed,
    after,
    ...glueTextsOf(model.profile, cursor.document.uri),
  ]);
  const texts = { snippets: line.snippetTokens.toReversed(), prefix: [line.headTokens, typedTokens], suffix, glue };
  const tokens = fimPrompt(model.profile, texts);
  let excess = tokens.length - limit;
  if (excess <= 0) return { tokens, isWhole: true };
  const prefix = texts.prefix.map((piece) => {
    const left = piece.subarray(Math.min(excess, piece.length));
    excess -= piece.length - left.length;
    return left;
  });
  const shorterSuffix = suffix.subarray(0, Math.max(0, suffix.length - excess));
  return { tokens: fimPrompt(model.profile, { ...texts, prefix, suffix: shorterSuffix }), isWhole: false };
}
