/**
 * A prompt as one text, for servers that take text and put the special tokens in themselves. Such a server would find
 * special tokens in the code too, so what reads like one in the code is broken by a space: a file can inject none.
 */
import { withLineFeeds } from "../cursor/line-bounds.js";
import type { ChatMessage } from "./chat-prompt.js";
import { fileNameOf } from "./fim-prompt.js";
import type { LayoutPart } from "./model-profile.js";
import type { PromptTemplate } from "./prompt-template.js";

/** The code around a place that is to be filled; what `ReleasedPrompt` says of it. */
export interface HoleTexts {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Best first. */
  readonly snippets: readonly { readonly path: string; readonly text: string }[];
}

/** The prompt in the layout of `template`. `specialTexts`: those of the model's special tokens that are known. */
export function promptText(template: PromptTemplate, hole: HoleTexts, specialTexts: readonly string[]): string {
  return textOf(template, hole, specialTexts);
}

/** Core's chat messages with the code put in. */
export function chatTexts(
  messages: readonly ChatMessage[],
  hole: HoleTexts,
): readonly { readonly role: ChatMessage["role"]; readonly content: string }[] {
  return messages.map(({ role, content }) => ({
    role,
    content: content.map((part) => (typeof part === "string" ? part : textOf([part as Part], hole, []))).join(""),
  }));
}

/** What reads like a special token in the common notations, whatever the model. */
const LOOKS_SPECIAL = /<(?=[|\uFF5C][^\s<>]{1,40}[|\uFF5C]>)/gu;

/** The text with a space after the first character of what the server would take for a special token. */
export function withoutSpecialTexts(text: string, specialTexts: readonly string[]): string {
  const known = [...new Set(specialTexts.flatMap((each) => [each, plainTextOf(each).trim()]))].filter(
    (each) => each.length > 1,
  );
  let clean = text.replaceAll(LOOKS_SPECIAL, "< ");
  for (const special of known.sort((a, b) => b.length - a.length))
    if (clean.includes(special)) {
      const [first = "", ...rest] = special;
      clean = clean.replaceAll(special, `${first} ${rest.join("")}`);
    }
  return clean;
}

type Part = LayoutPart<string>;

function textOf(parts: readonly Part[], hole: HoleTexts, specialTexts: readonly string[]): string {
  const code = (text: string) => withoutSpecialTexts(withLineFeeds(text), specialTexts);
  const ofPart = (part: Part, snippet: HoleTexts["snippets"][number] | null): string => {
    if ("token" in part) return plainTextOf(part.token);
    if ("text" in part) return part.text;
    if ("ifSnippets" in part) return hole.snippets.length === 0 ? "" : render(part.ifSnippets, snippet);
    if ("eachSnippet" in part)
      return hole.snippets
        .toReversed()
        .map((one) => render(part.eachSnippet, one))
        .join("");
    switch (part.slot) {
      case "prefix":
        return code(hole.prefix);
      case "suffix":
        return code(hole.suffix);
      case "file":
        return code(fileNameOf(hole.path));
      case "snippet":
        return code(snippet?.text ?? "");
      case "path":
        return code(snippet?.path ?? "");
    }
  };
  const render = (each: readonly Part[], snippet: HoleTexts["snippets"][number] | null) =>
    each.map((part) => ofPart(part, snippet)).join("");
  return render(parts, null);
}

/** SentencePiece writes the space that belongs to a token as U+2581. */
function plainTextOf(token: string): string {
  return token.replace(/^\u2581/, " ");
}
