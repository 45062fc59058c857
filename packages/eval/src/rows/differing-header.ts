import type { RowsHeader } from "./row.js";

/** What of a file's header makes its rows others than those of `now`, in words; null for nothing. The machine may differ. */
export function differenceOf(old: RowsHeader, now: RowsHeader): string | null {
  const differences: readonly (readonly [string, string | number, string | number])[] = [
    ["the benchmark", old.benchmark, now.benchmark],
    ["data with SHA-256", old.dataSha256, now.dataSha256],
    ["the model", `${old.model.name} (${old.model.sha256})`, `${now.model.name} (${now.model.sha256})`],
    ["the model asked as", old.model.identity, now.model.identity],
    ["contexts of so many tokens:", old.settings.contextTokens, now.settings.contextTokens],
    ["so many threads:", old.settings.threads, now.settings.threads],
    ["a draft weight of", old.settings.draftWeight, now.settings.draftWeight],
    ["retrieval", old.settings.retrieval, now.settings.retrieval],
    ["the method", methodInWords(old), methodInWords(now)],
    ["the run with number", old.repeat ?? 1, now.repeat ?? 1],
    ["Nearfirst", old.nearfirst, now.nearfirst],
  ];
  const found = differences.find(([, before, after]) => before !== after);
  return found === undefined ? null : `${found[0]} ${found[1]}, not ${found[2]}`;
}

function methodInWords({ method }: RowsHeader): string {
  return method === undefined ? "of the product" : `${method.name} ${JSON.stringify(method.options)}`;
}
