/** Turns suggestions off or on for the language of the file in front, in the developer's own settings. */
import * as vscode from "vscode";

export async function toggleLanguage(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return void vscode.window.showInformationMessage("Open a file of the language first.");
  const { languageId } = document;
  const configuration = vscode.workspace.getConfiguration("nearfirst", document);
  const levels = configuration.inspect<string[]>("disabledLanguages");
  const own = levels?.globalValue ?? [];
  if (own.includes(languageId)) {
    const left = own.filter((each) => each !== languageId);
    await configuration.update(
      "disabledLanguages",
      left.length === 0 ? undefined : left,
      vscode.ConfigurationTarget.Global,
    );
  } else if ([levels?.workspaceValue, levels?.workspaceFolderValue].some((each) => each?.includes(languageId))) {
    void vscode.window.showInformationMessage(`The workspace's settings turn suggestions off for ${languageId}.`);
  } else {
    await configuration.update("disabledLanguages", [...own, languageId].sort(), vscode.ConfigurationTarget.Global);
  }
}
