import { expectedWords, schemaAt } from "./expected-words.js";
import { keysOf, userJsonSchema, workspaceJsonSchema } from "./json-schema.js";

/** All settings as a Markdown table, for `docs/configuration.md`; written there by `npm run schema`. */
export function settingsTable(): string {
  const schema = userJsonSchema();
  const inWorkspace = new Set(keysOf(workspaceJsonSchema()));
  const rows = keysOf(schema).flatMap((key) => {
    const at = schemaAt(schema, key.split("."));
    if (at === undefined || at.properties !== undefined || key === "$schema") return [];
    const cells = [
      `\`${key}\``,
      expectedWords(at),
      `\`${JSON.stringify(at.default)}\``,
      inWorkspace.has(key) ? "yes" : "",
      at.description ?? "",
    ];
    return [`| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`];
  });
  return ["| key | value | default | in a workspace | what it does |", "| --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** The Markdown text with the table between its two marks put in anew. */
export function withSettingsTable(markdown: string): string {
  return markdown.replace(
    /(<!-- settings -->\n)[\s\S]*?(\n<!-- end of settings -->)/,
    (_, start: string, end: string) => start + settingsTable() + end,
  );
}
