/**
 * The exact bytes of a token, read from the model file's vocabulary. llama.cpp's detokenizer adds and strips spaces by
 * context and cannot give half a character; bytes can be joined and compared.
 */

/** What the model file says of its vocabulary. */
export interface TokenTable {
  /** `tokenizer.ggml.model`: `llama` (sentencepiece) or `gpt2` (byte-level BPE); others are not read. */
  readonly model: string;
  readonly texts: readonly string[];
  /** `tokenizer.ggml.token_type`. */
  readonly types: readonly number[];
}

/** `tokenizer.ggml.token_type`, as llama.cpp defines it. */
export const TOKEN_TYPE = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

/** The printable character that stands for each byte in a byte-level BPE vocabulary (GPT-2). */
export const byteAlphabet: readonly string[] = alphabetOfBytes();

const byteOfCharacter: ReadonlyMap<string, number> = new Map(byteAlphabet.map((character, byte) => [character, byte]));

/** Sentencepiece's mark for a space. */
const SPACE_MARK = /\u2581/g;

/**
 * The bytes of a token as a string with one character a byte (latin1); empty for control tokens. Null where the kind of
 * vocabulary is not known: then the library's detokenizer has to be asked.
 */
export function tokenBytes(table: TokenTable, token: number): string | null {
  const text = table.texts[token] ?? "";
  const type = table.types[token] ?? TOKEN_TYPE.normal;
  if (type === TOKEN_TYPE.control || type === TOKEN_TYPE.unknown || type === TOKEN_TYPE.unused) return "";
  if (type === TOKEN_TYPE.userDefined) return latin1Of(text);
  if (table.model === "llama") {
    if (type === TOKEN_TYPE.byte) return String.fromCharCode(Number.parseInt(text.slice(3, 5), 16));
    return latin1Of(text.replace(SPACE_MARK, " "));
  }
  if (table.model !== "gpt2") return null;
  let bytes = "";
  for (const character of text) {
    const byte = byteOfCharacter.get(character);
    bytes += byte === undefined ? latin1Of(character) : String.fromCharCode(byte);
  }
  return bytes;
}

/** UTF-8 bytes of a text, one character each. A lone surrogate becomes U+FFFD, as in llama.cpp's tokenizer. */
export function latin1Of(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function alphabetOfBytes(): string[] {
  const characters: string[] = [];
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    characters.push(String.fromCodePoint(isPrintable ? byte : next++));
  }
  return characters;
}
