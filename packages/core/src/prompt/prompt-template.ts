/**
 * The notation of prompts in the table of model families and in model cards. Words are separated by white space:
 *
 * | word | means |
 * | --- | --- |
 * | `prefix`, `suffix` | the code before and after the cursor |
 * | `file` | the name of the file at the cursor |
 * | `[ … ]…` | for each snippet, the best one last; inside, `snippet` and `path` are its text and path |
 * | `( … )` | only where there are snippets |
 * | `"…"` | this very text, as a JSON string, tokenised as ordinary text |
 * | anything else | the text of one special token |
 *
 * For example `<s> [<file_sep> snippet]… <fim_suffix> suffix <fim_prefix> prefix <fim_middle>`.
 */
import type { FimOrder, LayoutPart, LayoutSlot, PromptLayout } from "./model-profile.js";

export type PromptTemplate = PromptLayout<string>;

const SLOTS: readonly string[] = ["prefix", "suffix", "snippet", "path", "file"] satisfies readonly LayoutSlot[];

/** The template, or what is wrong with it, in words. */
export function parsePromptTemplate(text: string): PromptTemplate | { readonly wrong: string } {
  if (text.replaceAll(WORD, "").trim() !== "") return { wrong: "a quotation mark is not closed" };
  const parts = groupsOf(text.match(WORD) ?? []);
  if ("wrong" in parts) return parts;
  for (const slot of ["prefix", "suffix"]) {
    if (parts.filter((part) => "slot" in part && part.slot === slot).length !== 1)
      return { wrong: `it needs the word \`${slot}\` exactly once, outside of any brackets` };
  }
  const groups = parts.filter((part) => "eachSnippet" in part);
  if (groups.length > 1) return { wrong: "it has more than one `[ … ]…`" };
  const inGroup = groups[0]?.eachSnippet ?? [];
  if (groups.length === 1 && inGroup.filter((part) => "slot" in part && part.slot === "snippet").length !== 1)
    return { wrong: "its `[ … ]…` needs the word `snippet` exactly once" };
  const firstText = inGroup.findIndex((part) => !("token" in part));
  const lastText = inGroup.findLastIndex((part) => !("token" in part));
  if (inGroup.slice(firstText, lastText + 1).some((part) => "token" in part))
    return { wrong: "a special token stands between the path and the text of a snippet" };
  return parts;
}

/** All special tokens of a template, by text. */
export function tokenTextsOf(template: PromptTemplate): readonly string[] {
  return template.flatMap((part) => {
    if ("token" in part) return [part.token];
    if ("eachSnippet" in part) return tokenTextsOf(part.eachSnippet);
    return "ifSnippets" in part ? tokenTextsOf(part.ifSnippets) : [];
  });
}

/** The template for one vocabulary; null where it lacks one of the special tokens. */
export function layoutOf(template: PromptTemplate, idOf: (text: string) => number | undefined): PromptLayout | null {
  const parts = template.map((part): LayoutPart | null => {
    if ("token" in part) {
      const token = idOf(part.token);
      return token === undefined ? null : { token };
    }
    if ("eachSnippet" in part) {
      const eachSnippet = layoutOf(part.eachSnippet, idOf);
      return eachSnippet && { eachSnippet };
    }
    if ("ifSnippets" in part) {
      const ifSnippets = layoutOf(part.ifSnippets, idOf);
      return ifSnippets && { ifSnippets };
    }
    return part;
  });
  return parts.every((part) => part !== null) ? parts : null;
}

export function orderOf(layout: PromptLayout<unknown>): FimOrder {
  const at = (slot: LayoutSlot) => layout.findIndex((part) => "slot" in part && part.slot === slot);
  return at("suffix") < at("prefix") ? "spm" : "psm";
}

/** `[SUFFIX]` and the like are special tokens, not groups. */
const WORD = /"(?:[^"\\]|\\.)*"|\[[A-Z_]+\](?!…)|\]…|[[()\]]|(?:(?!\]…)[^\s()"])+/gu;

function groupsOf(words: readonly string[]): PromptTemplate | { readonly wrong: string } {
  const parts: LayoutPart<string>[] = [];
  let group: { readonly close: string; readonly parts: LayoutPart<string>[] } | null = null;
  for (const word of words) {
    if (word === "[" || word === "(") {
      if (group !== null) return { wrong: "it has a group inside a group" };
      group = { close: word === "[" ? "]…" : ")", parts: [] };
    } else if (word === "]…" || word === ")" || word === "]") {
      if (group?.close !== word)
        return { wrong: `its \`${word}\` closes no group; a group for each snippet ends with \`]…\`` };
      parts.push(word === ")" ? { ifSnippets: group.parts } : { eachSnippet: group.parts });
      group = null;
    } else {
      const part = partOf(word);
      if (SLOTS.some((slot) => word === `${slot}]`)) return { wrong: "a group for each snippet ends with `]…`" };
      const belongsToSnippet = "slot" in part && (part.slot === "snippet" || part.slot === "path");
      if (belongsToSnippet !== (group?.close === "]…") && "slot" in part)
        return { wrong: `its \`${word}\` stands ${belongsToSnippet ? "outside of" : "inside"} \`[ … ]…\`` };
      (group?.parts ?? parts).push(part);
    }
  }
  return group === null ? parts : { wrong: `a group is not closed with \`${group.close}\`` };
}

function partOf(word: string): LayoutPart<string> {
  if (word.startsWith('"')) return { text: textOf(word) };
  return SLOTS.includes(word) ? { slot: word as LayoutSlot } : { token: word };
}

function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
