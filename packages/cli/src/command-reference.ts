/** Every command with its help, as Markdown, for `docs/commands.md`; written there by `npm run schema`. */
import type { Command } from "commander";
import { nearfirstProgram } from "./program.js";

const COLUMNS = 100;

/** The Markdown text with the reference between its two marks put in anew. */
export function withCommandReference(markdown: string): string {
  return markdown.replace(
    /(<!-- commands -->\n)[\s\S]*?(\n<!-- end of commands -->)/,
    (_, start: string, end: string) => `${start}\n${commandReference()}\n${end}`,
  );
}

function commandReference(): string {
  return commandsBelow(nearfirstProgram(), [])
    .map(({ words, command }) => `## ${words.join(" ")}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``)
    .join("\n\n");
}

interface Named {
  readonly words: readonly string[];
  readonly command: Command;
}

function commandsBelow(command: Command, before: readonly string[]): readonly Named[] {
  const words = [...before, command.name()];
  return [{ words, command }, ...command.commands.flatMap((each) => commandsBelow(each, words))];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
    getOutHelpWidth: () => COLUMNS,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trim();
}
