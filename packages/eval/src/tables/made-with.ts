/** What every table must say of how it was made. */
import type { Pair } from "../methods/pair.js";
import type { RowsHeader } from "../rows/row.js";

/** Model, size, prompt form, draft weight. */
export function modelInWords({ model, settings }: RowsHeader): string {
  const form = model.identity.includes('"chat"') ? "chat form" : "FIM form";
  const copies = settings.draftWeight > 0 ? `copies count ${settings.draftWeight}` : "copies change nothing";
  const size = `${(model.fileBytes / 1e6).toFixed(1)} MB`;
  return `${model.name} (${size}, SHA-256 ${model.sha256.slice(0, 12)}, ${form}, context ${settings.contextTokens}, ${copies}, retrieval ${settings.retrieval})`;
}

export function pairInWords({ benchmark, setting, local, large, tasks }: Pair): string {
  return `${benchmark}, ${setting}, ${tasks.length} tasks of ${new Set(tasks.map(({ cluster }) => cluster)).size} functions or programs; local ${modelInWords(local)}; large ${modelInWords(large)}; greedy.`;
}

export const INTERVALS =
  "In brackets: tasks, then the 95 % interval. Shares: Wilson's with clusters' design effect; differences and means: paired bootstrap over clusters, 2,000 rounds.";
