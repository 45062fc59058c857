// What the product makes of a text, for comparison with `nearfirst_training.samples`: one request a line, one reply a line.
// `node --import tsx retrieval.mjs`, in this folder.
//
// Request: { ask: name of one of `answers`, … }; reply: its result, as JSON.
import { createInterface } from "node:readline";
import { cursorContextOf } from "../../packages/core/src/cursor/cursor-context.ts";
import { fimPrompt } from "../../packages/core/src/prompt/fim-prompt.ts";
import { healedTextOf } from "../../packages/core/src/prompt/healed-text.ts";
import { layoutOf, parsePromptTemplate } from "../../packages/core/src/prompt/prompt-template.ts";
import { codeTerms } from "../../packages/core/src/retrieval/code-terms.ts";
import { retrievalQueryOf } from "../../packages/core/src/retrieval/query.ts";
import { SnippetIndex } from "../../packages/core/src/retrieval/snippet-index.ts";
import { splitSnippets } from "../../packages/core/src/retrieval/split-snippets.ts";

const answers = {
  terms: ({ text }) => codeTerms(text),
  snippets: ({ text }) => splitSnippets(text).map(({ start, end }) => text.slice(start, end)),
  query: ({ before, after }) => retrievalQueryOf(cursorAt(before, after)),
  healed: ({ before, after }) => healedTextOf(cursorAt(before, after)),
  /** files: { path: text }; without: path of the file at the cursor. All results with their scores, the best one first. */
  ranking: ({ files, without, query }) => {
    const index = new SnippetIndex();
    for (const [path, text] of Object.entries(files))
      index.replaceFile({ key: path, path, languageId: "python", text });
    return index.search({ text: query, excludedKey: without, languageId: "python", limit: 10_000 });
  },
  /** template: as in a model's card; ids: of its special tokens, by text; the rest as in `PromptTexts`. */
  prompt: ({ template, ids, snippets, prefix, suffix }) => {
    const layout = layoutOf(parsePromptTemplate(template), (text) => ids[text]);
    return [...fimPrompt({ layout, bos: null }, { snippets, suffix, prefix: [prefix], glue: [] })];
  },
};

function cursorAt(before, after) {
  return cursorContextOf({ uri: "file:///work.py", languageId: "python", text: before + after }, before.length);
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answers[request.ask](request))}\n`);
}
