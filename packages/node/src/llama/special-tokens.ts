import type { LlamaModel, Token } from "node-llama-cpp";
import { TOKEN_TYPE } from "./token-text.js";

/**
 * Texts of the tokens that steer a model, as the families write them: `<|fim_prefix|>`, `<fim_prefix>`, `<｜fim▁begin｜>`,
 * `▁<PRE>`, `[PREFIX]`, `</s>`. Vocabularies also define runs of spaces and HTML tags, which are ordinary text.
 */
const STEERING =
  /^\u2581?<(?:[|｜].+[|｜]|\/?s|(?:fim|file|repo|PRE|SUF|MID|EOT|bos|eos|pad|unk|start_of|end_of)[^\s<>]*)>$|^\[[A-Z_]+\]$/;

export interface SpecialToken {
  readonly id: number;
  readonly text: string;
  /** llama.cpp recognises it in plain text, although special-token parsing is off. */
  readonly isFoundInText: boolean;
}

/** The model's special tokens: those of type control, and those that llama.cpp or their text declares to be special. */
export function specialTokensOf(model: LlamaModel): SpecialToken[] {
  const { tokens, token_type } = model.fileInfo.metadata.tokenizer.ggml;
  // Where a file calls such a token normal, llama.cpp overrides it: ask the library, but not for each of 150,000.
  return specialTokensIn(tokens, token_type ?? [], (id) => model.isSpecialToken(id as Token));
}

/** The same from a file alone, where `isSpecial` tells what llama.cpp would. */
export function specialTokensIn(
  texts: readonly string[],
  types: readonly number[],
  isSpecial: (id: number) => boolean,
): SpecialToken[] {
  const special: SpecialToken[] = [];
  for (const [id, text] of texts.entries()) {
    const type = types[id] ?? TOKEN_TYPE.normal;
    const isSteering = STEERING.test(text);
    if (type === TOKEN_TYPE.userDefined && isSteering) special.push({ id, text, isFoundInText: true });
    else if ((type === TOKEN_TYPE.control || type === TOKEN_TYPE.unknown || isSteering) && isSpecial(id))
      special.push({ id, text, isFoundInText: false });
  }
  return special;
}
