/** The page of `nearfirst serve --open`, which shows what each request does. */
import * as vscode from "vscode";
import type { LanguageServer } from "./language-server.js";

/**
 * In a terminal: the link, with a key in it, is printed to people alone, the daemon ends with the terminal, and on a
 * remote machine VS Code forwards the port of a link that is clicked.
 */
export function openPage({ command }: LanguageServer): void {
  if (command === null) return void vscode.commands.executeCommand("nearfirst.howToInstall");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const workspace = folder === undefined ? [] : ["--workspace", folder];
  vscode.window
    .createTerminal({
      name: "Nearfirst page",
      shellPath: command.command,
      shellArgs: [...command.args, "serve", "--open", ...workspace],
      env: { ...command.env },
    })
    .show(true);
}
