/** Languages that call each other's code: a snippet of one helps in a file of the other. */
const GROUPS: Readonly<Record<string, string>> = {
  typescript: "ecmascript",
  typescriptreact: "ecmascript",
  javascript: "ecmascript",
  javascriptreact: "ecmascript",
  // A header's name does not say which of the two it is.
  c: "c-family",
  cpp: "c-family",
};

/** Snippets are searched within one group; a language without relatives is a group of its own. */
export function languageGroupOf(languageId: string): string {
  return Object.hasOwn(GROUPS, languageId) ? (GROUPS[languageId] as string) : languageId;
}
