/** The item in the status bar. */
import * as vscode from "vscode";
import type { StatusView } from "./status-view.js";

const BACKGROUNDS: Readonly<Record<StatusView["severity"], vscode.ThemeColor | undefined>> = {
  normal: undefined,
  warning: new vscode.ThemeColor("statusBarItem.warningBackground"),
  error: new vscode.ThemeColor("statusBarItem.errorBackground"),
};

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("nearfirst.status", vscode.StatusBarAlignment.Right, 100);
  #shown = "";

  constructor() {
    this.#item.name = "Nearfirst";
    this.#item.command = "nearfirst.menu";
    this.#item.show();
  }

  /** Costs nothing where the view is the same as before: it comes with every key. */
  show(view: StatusView): void {
    const key = JSON.stringify(view);
    if (key === this.#shown) return;
    this.#shown = key;
    const { text, severity, lines } = view;
    this.#item.text = text;
    this.#item.backgroundColor = BACKGROUNDS[severity];
    this.#item.tooltip = lines.join("\n\n");
    this.#item.accessibilityInformation = { label: [text.replace(/\$\([^)]*\) /, ""), lines[0]].join(". ") };
  }

  dispose(): void {
    this.#item.dispose();
  }
}
