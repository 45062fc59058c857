/** On a machine with no time for it, an engine that is slow must not count as a model that is wrong. */
export const SILENCE_LIMIT_MS = 900_000;
