import type { LayoutPart, ModelProfile, PromptLayout } from "./model-profile.js";

/** The tokenised texts of one prompt, none of them with special tokens. */
export interface PromptTexts {
  /** Of each snippet its `snippetText`; best last, next to the code. */
  readonly snippets: readonly Int32Array[];
  readonly suffix: Int32Array;
  /** Pieces of the prefix, in order. */
  readonly prefix: readonly Int32Array[];
  /** One for each of `glueTextsOf`. */
  readonly glue: readonly Int32Array[];
}

/** Longer file names are cut at their beginning. */
const MAX_FILE_NAME = 40;

/** Lays out the whole prompt as the model was trained for. Special tokens come from the layout alone, never from text. */
export function fimPrompt(profile: ModelProfile, texts: PromptTexts): Int32Array {
  const tokens: number[] = profile.bos === null ? [] : [profile.bos];
  let glueAt = 0;
  const lay = (layout: PromptLayout, isLeftOut: boolean): void => {
    for (const part of layout) {
      if ("ifSnippets" in part) lay(part.ifSnippets, texts.snippets.length === 0);
      else if ("eachSnippet" in part) {
        for (const snippet of texts.snippets)
          tokens.push(...part.eachSnippet.flatMap((each) => ofSnippet(each, snippet)));
      } else {
        const found =
          "token" in part ? [part.token] : isGlue(part) ? [...(texts.glue[glueAt++] ?? [])] : code(part, texts);
        if (!isLeftOut) tokens.push(...found);
      }
    }
  };
  lay(profile.layout, false);
  return Int32Array.from(tokens);
}

/** The texts that the layout itself needs around the code, to be tokenised together with it; `uri`: of the file at the cursor. */
export function glueTextsOf(profile: ModelProfile, uri: string): readonly string[] {
  const texts = (layout: PromptLayout): string[] =>
    layout.flatMap((part) => {
      if ("ifSnippets" in part) return texts(part.ifSnippets);
      if ("text" in part) return [part.text];
      return isGlue(part) ? [fileNameOf(uri)] : [];
    });
  return texts(profile.layout);
}

/**
 * About how many tokens a prompt takes beside the code and the snippets: special tokens exactly, at least two
 * characters a token for the layout's own text.
 */
export function overheadTokensOf(profile: ModelProfile): number {
  const count = (layout: PromptLayout): number =>
    layout.reduce((sum, part) => {
      if ("ifSnippets" in part) return sum + count(part.ifSnippets);
      if ("token" in part) return sum + 1;
      if ("text" in part) return sum + Math.ceil(part.text.length / 2);
      return isGlue(part) ? sum + MAX_FILE_NAME / 2 : sum;
    }, 0);
  return count(profile.layout) + (profile.bos === null ? 0 : 1);
}

function isGlue(part: LayoutPart): boolean {
  return "text" in part || ("slot" in part && part.slot === "file");
}

function code(part: LayoutPart, texts: PromptTexts): readonly number[] {
  if (!("slot" in part)) return [];
  return part.slot === "suffix" ? [...texts.suffix] : texts.prefix.flatMap((piece) => [...piece]);
}

/** The path and text around a snippet are tokenised with it: see `snippetText`. */
function ofSnippet(part: LayoutPart, snippet: Int32Array): readonly number[] {
  if ("token" in part) return [part.token];
  return "slot" in part && part.slot === "snippet" ? [...snippet] : [];
}

/** Only the name: the place of a workspace on the disk says nothing about the code. */
export function fileNameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  return name.replaceAll(/%[0-9A-Fa-f]{2}|[^\x21-\x7e]/g, "_").slice(-MAX_FILE_NAME);
}
