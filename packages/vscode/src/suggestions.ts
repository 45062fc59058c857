/** What passes between VS Code's inline suggestions and the server, and what is on screen as far as can be told. */
import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { PARTLY_ACCEPTED, REJECTED, type RequestOutcome } from "./protocol.js";
import type { OwnReason } from "./reasons.js";
import { describeRequest } from "./request-line.js";

/** The suggestion that was given to VS Code last; VS Code does not say whether it showed it. */
interface GivenSuggestion {
  readonly id: string;
  readonly uri: string;
  /** Where its text begins; the text before it stays while it is shown. */
  readonly start: vscode.Position;
  readonly length: number;
}

export interface SuggestionsOptions {
  /** Why nothing may be asked for a document; null where the server is asked. */
  readonly reasonNotToAsk: (document: vscode.TextDocument, trigger: "automatic" | "explicit") => OwnReason | null;
  readonly notify: (method: string, params: object) => void;
  /** A request ended whose end says something of the place. */
  readonly onOutcome: (outcome: RequestOutcome) => void;
  readonly log: (line: string) => void;
}

/** Which of VS Code's commands takes a part. */
const PART_COMMANDS = {
  word: "editor.action.inlineSuggest.acceptNextWord",
  line: "editor.action.inlineSuggest.acceptNextLine",
} as const;

export class Suggestions {
  readonly #options: SuggestionsOptions;
  #given: GivenSuggestion | null = null;
  #isShownContext = false;
  /** The last outcome of each document whose answer is still to come. */
  readonly #outcomes = new Map<string, RequestOutcome>();

  constructor(options: SuggestionsOptions) {
    this.#options = options;
  }

  readonly middleware: Middleware = {
    provideInlineCompletionItems: async (document, position, context, token, next) => {
      const isExplicit = context.triggerKind === vscode.InlineCompletionTriggerKind.Invoke;
      if (this.#options.reasonNotToAsk(document, isExplicit ? "explicit" : "automatic") !== null) {
        this.#give(null);
        return null;
      }
      const startedAt = performance.now();
      const answer = await next(document, position, context, token);
      const ms = performance.now() - startedAt;
      const outcome = this.#take(document.uri.toString());
      if (outcome !== null) this.#options.log(describeRequest(outcome, ms));
      if (token.isCancellationRequested) return answer;
      const [item] = Array.isArray(answer) ? answer : (answer?.items ?? []);
      this.#give(item === undefined ? null : givenFrom(item, document));
      return answer;
    },
  };

  /** The server says how a request ended, just before it answers. */
  ended(outcome: RequestOutcome): void {
    this.#outcomes.set(vscode.Uri.parse(outcome.uri).toString(), outcome);
    this.#options.onOutcome(outcome);
  }

  /** Another editor came to the front: what was shown is not there. */
  left(): void {
    this.#give(null);
    this.#outcomes.clear();
  }

  /** Takes the next word or line, and tells the server how much of the suggestion is taken by now. */
  async acceptPart(part: keyof typeof PART_COMMANDS): Promise<void> {
    const given = this.#given;
    await vscode.commands.executeCommand(PART_COMMANDS[part]);
    const editor = vscode.window.activeTextEditor;
    if (given === null || editor?.document.uri.toString() !== given.uri) return;
    const taken = editor.document.offsetAt(editor.selection.active) - editor.document.offsetAt(given.start);
    if (taken <= 0) return;
    const acceptedLength = Math.min(taken, given.length);
    this.#options.notify(PARTLY_ACCEPTED, { suggestionId: given.id, acceptedLength });
  }

  /** Takes the suggestion off the screen, and tells the server that the developer did. */
  async reject(): Promise<void> {
    const given = this.#given;
    this.#give(null);
    await vscode.commands.executeCommand("editor.action.inlineSuggest.hide");
    if (given !== null) this.#options.notify(REJECTED, { suggestionId: given.id });
  }

  #take(uri: string): RequestOutcome | null {
    const outcome = this.#outcomes.get(uri) ?? null;
    this.#outcomes.delete(uri);
    return outcome;
  }

  #give(given: GivenSuggestion | null): void {
    this.#given = given;
    const isShown = given !== null;
    if (isShown === this.#isShownContext) return;
    this.#isShownContext = isShown;
    void vscode.commands.executeCommand("setContext", "nearfirst.isShown", isShown);
  }
}

function givenFrom(item: vscode.InlineCompletionItem, document: vscode.TextDocument): GivenSuggestion | null {
  const id: unknown = item.command?.arguments?.[0];
  if (typeof id !== "string" || item.range === undefined) return null;
  const text = typeof item.insertText === "string" ? item.insertText : item.insertText.value;
  return { id, uri: document.uri.toString(), start: item.range.start, length: text.length };
}
