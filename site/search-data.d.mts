import type { Options } from "minisearch";

export const INDEX_OPTIONS: Options;
export function searchScript(paths: readonly string[]): string;
