/** Ghost text in Monaco: asks the daemon at each change, and tells it what became of a suggestion. */
import type { Daemon } from "../daemon.js";
import { randomId } from "../random-id.js";
import type { AskedCompletion, CompletionReport, Project, ToldEvent } from "../wire.js";
import { monaco } from "./setup-monaco.js";

/** What was asked, as people call the place. */
export interface AskedPlace {
  readonly id: string;
  readonly at: Date;
  readonly path: string;
  /** One-based, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly trigger: AskedCompletion["trigger"];
  /** Text before the cursor on its line. */
  readonly linePrefix: string;
}

export interface AnsweredRequest extends AskedPlace {
  readonly report: CompletionReport;
  /** How long the page had waited for the answer, in milliseconds; null where it went on without it. */
  readonly waitedMs: number | null;
}

export type Fate = ToldEvent["action"] | "partly-accepted";

export interface GhostTextOptions {
  readonly daemon: Daemon;
  readonly project: Pick<Project, "automatic" | "delayMs">;
  /** The path and LSP language identifier of an editor's text. */
  readonly fileOf: (model: monaco.editor.ITextModel) => { readonly path: string; readonly languageId: string } | null;
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly onFailed: (error: unknown) => void;
  /** The developer typed on before the answer came. */
  readonly onLeft: (place: AskedPlace) => void;
  readonly onFate: (fate: Fate, text: string) => void;
}

interface Item extends monaco.languages.InlineCompletion {
  readonly insertText: string;
  readonly suggestionId: string;
  /** False for the rest of one that was on screen before. */
  readonly isNew: boolean;
}

type Items = monaco.languages.InlineCompletions<Item>;

/** Returns what ends it. */
export function provideGhostText(options: GhostTextOptions): monaco.IDisposable {
  const { daemon, project, onFate } = options;
  // One editing session a tab.
  const tab = randomId();
  const tell = (action: ToldEvent["action"], { suggestionId, insertText }: Item): void => {
    onFate(action, insertText);
    const told: ToldEvent = { suggestionId, action };
    daemon.post("/page/events", told).catch(options.onFailed);
  };
  const provider: monaco.languages.InlineCompletionsProvider<Items> = {
    ...(project.delayMs > 0 ? { debounceDelayMs: project.delayMs } : {}),
    provideInlineCompletions: (model, position, context, token) =>
      ask(options, tab, { model, position, context, token }),
    handleItemDidShow: (_, item) => {
      if (item.isNew) tell("shown", item);
    },
    handlePartialAccept: (_, item) => onFate("partly-accepted", item.insertText),
    handleEndOfLifetime(_, item, { kind }) {
      if (kind === monaco.languages.InlineCompletionEndOfLifeReasonKind.Accepted) tell("accepted", item);
      if (kind === monaco.languages.InlineCompletionEndOfLifeReasonKind.Rejected) tell("dismissed", item);
    },
    disposeInlineCompletions: () => undefined,
  };
  return monaco.languages.registerInlineCompletionsProvider({ pattern: "**" }, provider);
}

interface Asked {
  readonly model: monaco.editor.ITextModel;
  readonly position: monaco.Position;
  readonly context: monaco.languages.InlineCompletionContext;
  readonly token: monaco.CancellationToken;
}

const NOTHING: Items = { items: [] };

async function ask(options: GhostTextOptions, tab: string, { model, position, context, token }: Asked): Promise<Items> {
  const { daemon, project, fileOf, onAnswered, onLeft, onFailed } = options;
  const isExplicit = context.triggerKind === monaco.languages.InlineCompletionTriggerKind.Explicit;
  const file = fileOf(model);
  if (file === null || (!isExplicit && !project.automatic)) return NOTHING;
  const { lineNumber: line, column } = position;
  const place: AskedPlace = {
    id: randomId(),
    at: new Date(),
    path: file.path,
    line,
    column,
    trigger: isExplicit ? "explicit" : "automatic",
    linePrefix: model.getValueInRange(new monaco.Range(line, 1, line, column)),
  };
  const text = model.getValue();
  const offset = model.getOffsetAt(position);
  const { id, trigger } = place;
  const asked: AskedCompletion = {
    id,
    tab,
    ...file,
    prefix: text.slice(0, offset),
    suffix: text.slice(offset),
    trigger,
  };
  const leave = new AbortController();
  const listening = token.onCancellationRequested(() => leave.abort());
  try {
    const report = await daemon.post<CompletionReport>("/page/completions", asked, leave.signal);
    onAnswered({ ...place, report, waitedMs: Date.now() - place.at.getTime() });
    return report.suggestionId === null
      ? NOTHING
      : { items: [itemAt(model, position, report, report.suggestionId)], enableForwardStability: true };
  } catch (thrown) {
    if (leave.signal.aborted) onLeft(place);
    else onFailed(thrown);
    return NOTHING;
  } finally {
    listening.dispose();
  }
}

/** Monaco wants an insertion of several lines to reach to the end of the line: the rest of it is given along. */
function itemAt(
  model: monaco.editor.ITextModel,
  { lineNumber, column }: monaco.Position,
  { text, trace }: CompletionReport,
  suggestionId: string,
): Item {
  const end = text.includes("\n") ? model.getLineMaxColumn(lineNumber) : column;
  const range = new monaco.Range(lineNumber, column, lineNumber, end);
  const insertText = text + model.getValueInRange(range);
  return { insertText, range, suggestionId, isNew: trace?.source !== "typed-through" };
}
