/** Chooses one of the installed local models. `nearfirst models use` writes it into Nearfirst's own configuration. */
import * as vscode from "vscode";
import type { LanguageServer } from "./language-server.js";
import { runNearfirst } from "./run-nearfirst.js";

/** Of `nearfirst models list --json`. */
interface ListedModel {
  readonly name: string;
  readonly isSelected: boolean;
  readonly origin: string;
  readonly fileBytes: number;
  readonly languages: readonly string[] | null;
  readonly problem: string | null;
}

export async function switchModel(server: LanguageServer): Promise<void> {
  const { command } = server;
  if (command === null) return void vscode.commands.executeCommand("nearfirst.howToInstall");
  const listed = await runNearfirst(command, ["models", "list", "--json"]);
  if (listed.exitCode !== 0) return void vscode.window.showErrorMessage(listed.err.trim());
  const { models } = JSON.parse(listed.out) as { readonly models: readonly ListedModel[] };
  const chosen = await vscode.window.showQuickPick(models.map(itemOf), {
    title: "The local model",
    placeHolder: "For all your editors; more models go into the folder that “nearfirst models list” names",
  });
  if (chosen === undefined || chosen.model.isSelected) return;
  const { exitCode, err } = await runNearfirst(command, ["models", "use", chosen.model.name]);
  if (exitCode !== 0) return void vscode.window.showErrorMessage(err.trim());
  await server.reload();
}

function itemOf(model: ListedModel) {
  const { name, isSelected, fileBytes, languages, origin, problem } = model;
  return {
    label: `$(${isSelected ? "check" : "blank"}) ${name}`,
    description: `${(fileBytes / 1e6).toFixed(0)} MB, ${origin}`,
    detail: problem ?? (languages === null || languages.length === 0 ? "any language" : languages.join(", ")),
    model,
  };
}
