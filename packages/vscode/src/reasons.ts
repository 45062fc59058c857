/** Why there is no suggestion, in words: for every reason that the server or this extension gives. */

export interface ReasonText {
  /** For the status bar, where the reason holds for the whole file; null for one that the next key may end. */
  readonly short: string | null;
  /** What it means, and what to do where something can be done. */
  readonly sentence: string;
}

const lasting = (short: string, sentence: string): ReasonText => ({ short, sentence });
const passing = (sentence: string): ReasonText => ({ short: null, sentence });

/** Why this extension does not ask at all. */
export const OWN_REASONS = {
  snoozed: lasting("snoozed", "You paused suggestions. “End the Snooze” brings them back; Alt+\\ asks for one."),
  "turned-off": lasting(
    "off",
    "Suggestions are turned off: the setting nearfirst.enabled is false, here or in your own settings.",
  ),
  "language-off": lasting(
    "off for this language",
    "Suggestions are turned off for this language: the setting nearfirst.disabledLanguages names it.",
  ),
  "only-when-asked": lasting(
    "only when asked",
    "Suggestions come only when you ask for one (Alt+\\): the setting nearfirst.automatic is false.",
  ),
  "editor-switch-off": lasting(
    "off in VS Code",
    "VS Code shows no inline suggestions at all: its own setting editor.inlineSuggest.enabled is false.",
  ),
  "not-a-file": lasting(
    "not in a file",
    "Suggestions come in files and in new ones that are not saved yet; this is a notebook's cell or another view.",
  ),
  "no-server": lasting("not found", "There is no nearfirst command. “Status and Actions” says how to get it."),
  "server-starting": lasting("starting", "Nearfirst is starting."),
  "server-stopped": lasting("stopped", "Nearfirst has stopped. “Restart” starts it again; the log says what happened."),
} as const satisfies Readonly<Record<string, ReasonText>>;

export type OwnReason = keyof typeof OWN_REASONS;

/** What the server skips, declines and drops: packages/core/src/types.ts, packages/cli/src/lsp/outcome-notification.ts. */
export const SERVER_REASONS: Readonly<Record<string, ReasonText>> = {
  "unsupported-language": lasting(
    "not this language",
    "The local model was not trained on this language. “Switch the Local Model” shows the others that you have.",
  ),
  "document-too-large": lasting("file too large", "The file is too large to complete in."),
  "binary-document": lasting("binary file", "The file holds binary data."),
  disabled: lasting("off", 'Suggestions are turned off in Nearfirst\'s own configuration ("enabled": false).'),
  "language-disabled": lasting(
    "off for this language",
    "Nearfirst's configuration or the workspace's .nearfirst.json turns this language off (\"languages.disabled\").",
  ),
  "file-ignored": lasting(
    "file ignored",
    "Nearfirst's configuration or the workspace's .nearfirst.json ignores this file (\"ignore\").",
  ),
  "automatic-off": lasting(
    "only when asked",
    "Suggestions come only when you ask for one (Alt+\\): \"trigger.automatic\" is false in Nearfirst's configuration or the workspace's.",
  ),
  "comments-off": passing(
    "Suggestions in comments come only when you ask for one (Alt+\\): \"trigger.inComments\" is false in Nearfirst's configuration or the workspace's.",
  ),
  loading: lasting("loading", "The model is being loaded; suggestions follow in a moment."),
  "document-not-open": passing(
    "The file was closed meanwhile, or one of its changes got lost. Close and open it again.",
  ),
  "cursor-outside-document": passing("The cursor was outside of the text that Nearfirst knows. Type on."),
  "range-not-on-line": passing("The answer would have changed text on another line, which VS Code cannot show."),
  "empty-document": passing("The file is empty: there is nothing to go on. Alt+\\ asks all the same."),
  "line-too-long": passing("The cursor's line is too long, as in minified files."),
  "inside-word": passing("A word goes on after the cursor. Alt+\\ asks all the same."),
  "before-code": passing("The cursor stands before the line's code, where Tab indents. Alt+\\ asks all the same."),
  refused: passing("You rejected the same text here before."),
  "broken-syntax": passing("The code would not parse with the model's answer."),
  blank: passing("The model had nothing to add."),
  "repeats-suffix": passing("The answer only repeated what stands after the cursor."),
  "repeats-prefix": passing("The answer only repeated what stands before the cursor."),
  repetition: passing("The model went round in circles."),
  "broken-text": passing("The answer was no readable text."),
  "only-closing": passing("The answer was only closing brackets."),
};

/** Requests that ended because a newer one came: they say nothing about the place. */
export const PASSED_OVER: ReadonlySet<string> = new Set(["superseded", "cancelled"]);

/** In words, for whatever a server of another version may say, too. */
export function textOfReason(kind: string, reason: string | null, message: string | null): ReasonText {
  if (kind === "failed") return passing(message ?? `The request failed (${reason}). “Run Doctor” looks for the cause.`);
  const known = reason === null ? undefined : SERVER_REASONS[reason];
  return known ?? passing(`There was no suggestion (${reason ?? kind}).`);
}
