import { expectedWords, schemaAt } from "./expected-words.js";
import { keysOf, userJsonSchema, workspaceJsonSchema } from "./json-schema.js";

/** All settings as a Markdown list, for `docs/configuration.md`; written there by `npm run schema`. */
function settingsList(): string {
  const schema = userJsonSchema();
  const inWorkspace = new Set(keysOf(workspaceJsonSchema()));
  const items = keysOf(schema).flatMap((key) => {
    const at = schemaAt(schema, key.split("."));
    if (at === undefined || at.properties !== undefined || key === "$schema") return [];
    const facts = [expectedWords(at), `default \`${JSON.stringify(at.default)}\``];
    if (inWorkspace.has(key)) facts.push("also in a workspace");
    return [`- **\`${key}\`** (${facts.join("; ")})  \n  ${at.description}`];
  });
  return items.join("\n");
}

/** The Markdown text with the list between its two marks put in anew. */
export function withSettingsList(markdown: string): string {
  return markdown.replace(
    /(<!-- settings -->\n)[\s\S]*?(\n<!-- end of settings -->)/,
    (_, start: string, end: string) => `${start}\n${settingsList()}\n${end}`,
  );
}
