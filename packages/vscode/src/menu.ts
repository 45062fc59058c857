/** What a click on the status bar opens: the reason first, then what can be done. */
import * as vscode from "vscode";
import { type StatusFacts, statusView } from "./status-view.js";

interface MenuItem extends vscode.QuickPickItem {
  readonly command?: string;
}

export async function showMenu(facts: StatusFacts): Promise<void> {
  const chosen = await vscode.window.showQuickPick(menuItems(facts), { title: "Nearfirst" });
  if (chosen?.command !== undefined) await vscode.commands.executeCommand(chosen.command);
}

function languageAction({ ownReason }: StatusFacts): MenuItem[] {
  const language = vscode.window.activeTextEditor?.document.languageId;
  if (language === undefined) return [];
  const turn = ownReason === "language-off" ? "on" : "off";
  return [{ label: `$(circle-slash) Turn suggestions ${turn} for ${language}`, command: "nearfirst.toggleLanguage" }];
}

function menuItems(facts: StatusFacts): MenuItem[] {
  const [reason = "", ...rest] = statusView(facts).lines;
  const action = (icon: string, label: string, command: string): MenuItem => ({
    label: `$(${icon}) ${label}`,
    command,
  });
  const always = [
    action("refresh", "Restart", "nearfirst.restart"),
    action("output", "Show the log", "nearfirst.showLog"),
    action("settings-gear", "Settings", "nearfirst.openSettings"),
  ];
  const head: MenuItem[] = [
    { label: `$(info) ${reason}`, command: "nearfirst.explain" },
    ...rest.map((line) => ({ label: `$(blank) ${line}` })),
    { label: "", kind: vscode.QuickPickItemKind.Separator },
  ];
  if (facts.ownReason === "no-server")
    return [...head, action("desktop-download", "How to get Nearfirst", "nearfirst.howToInstall"), ...always];
  return [
    ...head,
    action("lightbulb", "Suggest here", "nearfirst.trigger"),
    facts.minutesLeft === null
      ? action("debug-pause", "Snooze…", "nearfirst.snooze")
      : action("debug-continue", "End the snooze", "nearfirst.resume"),
    ...languageAction(facts),
    action("list-tree", "Show the last request's trace", "nearfirst.showTrace"),
    action("browser", "Open the page", "nearfirst.openPage"),
    action("arrow-swap", "Switch the local model…", "nearfirst.switchModel"),
    action("pulse", "Run doctor", "nearfirst.doctor"),
    action("json", "Open the configuration file", "nearfirst.openConfiguration"),
    ...always,
  ];
}
