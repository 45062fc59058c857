/** The extension: a thin client of `nearfirst lsp`, and what VS Code shows of it. */
import * as vscode from "vscode";
import { registerCommands } from "./commands.js";
import { describeOrigin } from "./find-server.js";
import { LanguageServer } from "./language-server.js";
import { type Preferences, preferencesFrom, SCHEMES } from "./preferences.js";
import type { RequestOutcome } from "./protocol.js";
import { type OwnReason, PASSED_OVER } from "./reasons.js";
import { Reports } from "./reports.js";
import { Snooze } from "./snooze.js";
import { StatusBar } from "./status-bar.js";
import { type StatusFacts, statusView } from "./status-view.js";
import { Suggestions } from "./suggestions.js";

let server: LanguageServer | null = null;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Nearfirst", { log: true });
  const statusBar = new StatusBar();
  const reports = new Reports();
  const snooze = new Snooze(() => {
    void vscode.commands.executeCommand("setContext", "nearfirst.isSnoozed", snooze.minutesLeft !== null);
    show();
  });
  /** The last outcome that says something of the file in front. */
  let outcome: RequestOutcome | null = null;
  /** VS Code asks nobody while the server starts: what was typed then is still to be answered. */
  let hasTypedMeanwhile = false;

  const suggestions = new Suggestions({
    reasonNotToAsk: (document, trigger) =>
      reasonNotToAsk({ document, trigger, isSnoozed: snooze.minutesLeft !== null }),
    notify: (method, params) => running.notify(method, params),
    log: (line) => log.info(line),
    onOutcome: (ended) => {
      if (ended.reason !== null && PASSED_OVER.has(ended.reason)) return;
      if (vscode.Uri.parse(ended.uri).toString() !== vscode.window.activeTextEditor?.document.uri.toString()) return;
      outcome = ended;
      show();
    },
  });
  const running = new LanguageServer({
    extensionFolder: context.extensionPath,
    log,
    middleware: suggestions.middleware,
    onOutcome: (ended) => suggestions.ended(ended),
  });
  server = running;

  const facts = (): StatusFacts => ({ ...serverFacts(running), ...fileFacts(running, snooze, outcome) });
  const show = () => statusBar.show(statusView(facts()));

  context.subscriptions.push(
    log,
    statusBar,
    snooze,
    reports.register(),
    running,
    running.onDidChange(() => {
      show();
      if (running.state.kind === "missing") void tellMissing(running.state.message);
    }),
    running.onDidLoad(() => {
      // VS Code does not ask a second time by itself.
      const isWaiting =
        outcome?.reason === "loading" || (hasTypedMeanwhile && fileFacts(running, snooze, null).ownReason === null);
      hasTypedMeanwhile = false;
      if (isWaiting) void vscode.commands.executeCommand("nearfirst.trigger");
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const isInFront = document === vscode.window.activeTextEditor?.document;
      if (running.state.kind === "starting" && isInFront && contentChanges.length > 0) hasTypedMeanwhile = true;
    }),
    vscode.window.onDidChangeActiveTextEditor(() => {
      outcome = null;
      hasTypedMeanwhile = false;
      suggestions.left();
      show();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const restarting = ["nearfirst.path", "nearfirst.delayMs", "nearfirst.keepLocal"];
      if (restarting.some((key) => event.affectsConfiguration(key))) void running.restart();
      else if (event.affectsConfiguration("nearfirst") || event.affectsConfiguration("editor.inlineSuggest")) show();
    }),
    registerCommands({ server: running, suggestions, snooze, reports, log, facts }),
  );
  show();
  void running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** One message with one way on, each time that it was looked for in vain. */
async function tellMissing(message: string): Promise<void> {
  const chosen = await vscode.window.showWarningMessage(message, "Show the Command");
  if (chosen !== undefined) await vscode.commands.executeCommand("nearfirst.howToInstall");
}

interface Asked {
  readonly document: vscode.TextDocument;
  readonly trigger: "automatic" | "explicit";
  readonly isSnoozed: boolean;
}

/** Why the server is not asked; null where it is. Snoozes and `automatic` do not concern whoever asks explicitly. */
function reasonNotToAsk({ document, trigger, isSnoozed }: Asked): OwnReason | null {
  const { isEnabled, isAutomatic, disabledLanguages } = preferencesFor(document);
  if (!isEnabled) return "turned-off";
  if (disabledLanguages.has(document.languageId)) return "language-off";
  if (trigger === "explicit") return null;
  if (isSnoozed) return "snoozed";
  return isAutomatic ? null : "only-when-asked";
}

function preferencesFor(document: vscode.TextDocument): Preferences {
  const configuration = vscode.workspace.getConfiguration("nearfirst", document);
  return preferencesFrom({
    enabled: configuration.inspect<boolean>("enabled"),
    automatic: configuration.inspect<boolean>("automatic"),
    disabledLanguages: configuration.inspect<readonly string[]>("disabledLanguages"),
  });
}

function serverFacts({ state, status, command }: LanguageServer) {
  return {
    serverMessage: state.kind === "missing" || state.kind === "stopped" ? state.message : null,
    status,
    origin: command === null ? null : describeOrigin(command),
    version: state.kind === "running" ? state.version : null,
  };
}

function fileFacts({ state }: LanguageServer, { minutesLeft }: Snooze, outcome: RequestOutcome | null) {
  return { ownReason: ownReason(state.kind, minutesLeft !== null), minutesLeft, outcome };
}

const SERVER_REASONS = { missing: "no-server", stopped: "server-stopped", starting: "server-starting" } as const;

function ownReason(state: LanguageServer["state"]["kind"], isSnoozed: boolean): OwnReason | null {
  if (state !== "running") return SERVER_REASONS[state];
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return isSnoozed ? "snoozed" : null;
  if (!SCHEMES.includes(document.uri.scheme)) return "not-a-file";
  if (vscode.workspace.getConfiguration("editor", document).get("inlineSuggest.enabled") === false)
    return "editor-switch-off";
  return reasonNotToAsk({ document, trigger: "automatic", isSnoozed });
}
