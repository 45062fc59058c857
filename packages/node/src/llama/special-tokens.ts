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
  const special: SpecialToken[] = [];
  for (const [id, text] of tokens.entries()) {
    const type = token_type?.[id] ?? TOKEN_TYPE.normal;
    const isSteering = STEERING.test(text);
    if (type === TOKEN_TYPE.userDefined && isSteering) special.push({ id, text, isFoundInText: true });
    // Where a file calls such a token normal, llama.cpp overrides it: ask the library, but not for each of 150,000.
    else if (
      (type === TOKEN_TYPE.control || type === TOKEN_TYPE.unknown || isSteering) &&
      model.isSpecialToken(id as Token)
    )
      special.push({ id, text, isFoundInText: false });
  }
  return special;
}
