/** The command line asks for something that is not there. The message says what would be right; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const EXIT = { ok: 0, failed: 1, usage: 2, noSuggestion: 3, interrupted: 130 } as const;
