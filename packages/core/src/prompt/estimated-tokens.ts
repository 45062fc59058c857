/**
 * About how many tokens a text is to a model whose tokenizer we have not, rather too many than too few: pieces of words of
 * at most four letters, digits and punctuation one by one, what is not ASCII by its bytes. A vocabulary of the size that
 * code models have makes fewer; `shipped-model.test.ts` holds it against our own small one.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece);
  return tokens;
}

/** A word's capitalised parts; a digit; a line break with the next line's indentation; a gap; any other character. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\n[ \t]*|[ \t]{2,}|[^\s]/g;

const LETTERS_PER_TOKEN = 4;

function tokensOf(piece: string): number {
  const code = piece.charCodeAt(0);
  if (code >= 0x80) return bytesOf(code);
  return /^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / LETTERS_PER_TOKEN) : 1;
}

/** Of one UTF-16 unit in UTF-8; half of a surrogate pair has half of its four. */
function bytesOf(code: number): number {
  if (code < 0x800) return 2;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}
