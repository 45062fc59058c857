/** The commands that package.json names. Those that need words of their own have a file each. */
import * as vscode from "vscode";
import { HOW_TO_INSTALL } from "./installing.js";
import type { LanguageServer } from "./language-server.js";
import { showMenu } from "./menu.js";
import { openPage } from "./open-page.js";
import { LAST_TRACE, type LastTrace } from "./protocol.js";
import type { Reports } from "./reports.js";
import { runNearfirst } from "./run-nearfirst.js";
import type { Snooze } from "./snooze.js";
import { explanation, type StatusFacts } from "./status-view.js";
import type { Suggestions } from "./suggestions.js";
import { switchModel } from "./switch-model.js";
import { toggleLanguage } from "./toggle-language.js";

export interface CommandContext {
  readonly server: LanguageServer;
  readonly suggestions: Suggestions;
  readonly snooze: Snooze;
  readonly reports: Reports;
  readonly log: vscode.LogOutputChannel;
  readonly facts: () => StatusFacts;
}

/** What "Snooze…" offers, in minutes. */
const SNOOZE_MINUTES = [5, 15, 60, 240] as const;

export function registerCommands(context: CommandContext): vscode.Disposable {
  const { server, suggestions, snooze, reports, log, facts } = context;
  const commands: Readonly<Record<string, (argument?: unknown) => unknown>> = {
    menu: () => showMenu(facts()),
    trigger: () => vscode.commands.executeCommand("editor.action.inlineSuggest.trigger"),
    acceptWord: () => suggestions.acceptPart("word"),
    acceptLine: () => suggestions.acceptPart("line"),
    reject: () => suggestions.reject(),
    explain: () => explain(context),
    snooze: (minutes) => beginSnooze(snooze, minutes),
    resume: () => snooze.end(),
    toggleLanguage: () => toggleLanguage(),
    showTrace: () => showTrace(context),
    openPage: () => openPage(server),
    switchModel: () => switchModel(server),
    doctor: () => runDoctor(context),
    restart: () => server.restart(),
    showLog: () => log.show(),
    openConfiguration: () => openConfiguration(server),
    openSettings: () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "@ext:nearfirst.nearfirst-vscode"),
    howToInstall: () => reports.show("How to get Nearfirst", HOW_TO_INSTALL),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`nearfirst.${name}`, run)),
  );
}

/** `minutes` from a keybinding's `args`; asked for where there are none. */
async function beginSnooze(snooze: Snooze, minutes: unknown): Promise<void> {
  if (typeof minutes === "number" && minutes > 0) return snooze.begin(minutes);
  const items = SNOOZE_MINUTES.map((each) => ({
    label: each < 60 ? `${each} minutes` : hours(each / 60),
    minutes: each,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: "No suggestions while I type, for" });
  if (chosen !== undefined) snooze.begin(chosen.minutes);
}

function hours(count: number): string {
  return count === 1 ? "1 hour" : `${count} hours`;
}

async function explain({ facts, server }: CommandContext): Promise<void> {
  const actions: Readonly<Record<string, string>> =
    server.state.kind === "running"
      ? { "Show the Trace": "nearfirst.showTrace", "More…": "nearfirst.menu" }
      : { Restart: "nearfirst.restart", "More…": "nearfirst.menu" };
  const chosen = await vscode.window.showInformationMessage(explanation(facts()), ...Object.keys(actions));
  if (chosen !== undefined) await vscode.commands.executeCommand(actions[chosen] as string);
}

async function showTrace({ server, reports }: CommandContext): Promise<void> {
  const trace = await server.request<LastTrace>(LAST_TRACE);
  if (trace === null) return void vscode.window.showInformationMessage("There was no request to the model yet.");
  await reports.show(
    "Last request",
    `${vscode.workspace.asRelativePath(vscode.Uri.parse(trace.uri))}\n\n${trace.text}\n`,
  );
}

async function runDoctor({ server, reports }: CommandContext): Promise<void> {
  if (server.command === null) return reports.show("How to get Nearfirst", HOW_TO_INSTALL);
  const command = server.command;
  const { out, err } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Nearfirst: doctor" },
    () => runNearfirst(command, ["doctor"], { folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath }),
  );
  await reports.show("Doctor", `${out}${err}`);
}

async function openConfiguration({ command }: LanguageServer): Promise<void> {
  if (command === null) return;
  const { out, exitCode, err } = await runNearfirst(command, ["config", "path"]);
  if (exitCode !== 0) return void vscode.window.showErrorMessage(err.trim());
  const file = vscode.Uri.file(out.trim());
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  // A new file is shown unsaved: nothing is written that the developer did not write.
  const uri = isThere ? file : file.with({ scheme: "untitled" });
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  if (!isThere) await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "{\n}\n"));
}
