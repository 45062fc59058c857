/** What may leave the machine for one request. Only `release.ts` makes one: adapters take nothing else. */
declare const released: unique symbol;

export interface ReleasedPrompt {
  readonly [released]: true;
  /** LSP language identifier. */
  readonly languageId: string;
  /** The file's name shown to the model; relative to the workspace, forward slashes. */
  readonly path: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Best first. */
  readonly snippets: readonly { readonly path: string; readonly text: string }[];
  /** Text that the answer may begin with, verified and never trusted; empty for none. */
  readonly draft: string;
}
