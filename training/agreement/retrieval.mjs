// What the product makes of a text, for comparison with `nearfirst_training.samples`: one request a line, one reply a line.
// `node --import tsx retrieval.mjs`, in this folder.
//
// Request: { ask: name of one of `answers`, … }; reply: its result, as JSON.
import { createInterface } from "node:readline";
import { cursorContextOf } from "../../packages/core/src/cursor/cursor-context.ts";
import { fimPrompt } from "../../packages/core/src/prompt/fim-prompt.ts";
import { healedTextOf } from "../../packages/core/src/prompt/healed-text.ts";
import { layOutPrompt } from "../../packages/core/src/prompt/lay-out-prompt.ts";
import { layoutOf, parsePromptTemplate } from "../../packages/core/src/prompt/prompt-template.ts";
import { codeTerms } from "../../packages/core/src/retrieval/code-terms.ts";
import { retrievalQueryOf, SNIPPETS_ASKED } from "../../packages/core/src/retrieval/query.ts";
import { SnippetIndex } from "../../packages/core/src/retrieval/snippet-index.ts";
import { splitSnippets } from "../../packages/core/src/retrieval/split-snippets.ts";
import { Session } from "../../packages/core/src/session.ts";

const answers = {
  terms: ({ text }) => codeTerms(text),
  snippets: ({ text }) => splitSnippets(text).map(({ start, end }) => text.slice(start, end)),
  query: ({ before, after }) => retrievalQueryOf(cursorAt(before, after)),
  healed: ({ before, after }) => healedTextOf(cursorAt(before, after)),
  /** files: { path: text }; without: path of the file at the cursor. All results with their scores, the best one first. */
  ranking: ({ files, without, query }) =>
    indexOf(files).search({ text: query, excludedKey: without, languageId: "python", limit: 10_000 }),
  /**
   * The whole prompt at the end of `before`, with snippets of `files`; `template` and `ids` as below. The vocabulary has a
   * token for each character, `firstCharacter` and its code.
   */
  request: async ({ template, ids, firstCharacter, contextTokens, files, path, before, after }) => {
    const cursor = cursorAt(before, after);
    const layout = layoutOf(parsePromptTemplate(template), (text) => ids[text]);
    const profile = { layout, bos: null, mode: "fim", tokenHealing: true, contextTokens, maxSuffixTokens: null };
    const tokensOf = (text) => Int32Array.from(text, (character) => firstCharacter + character.codePointAt(0));
    const model = { profile, tokenize: async (texts) => texts.map(tokensOf) };
    const index = indexOf(files);
    const query = { text: retrievalQueryOf(cursor), excludedKey: path, languageId: "python", limit: SNIPPETS_ASKED };
    const prompt = await layOutPrompt(model, {
      asked: { request: { maxTokens: 1, stopMode: "line" }, cursor, sources: { model: "characters", revision: 0 } },
      snippets: index.search(query),
      session: new Session(),
      signal: new AbortController().signal,
    });
    return { tokens: [...prompt.tokens], healedText: prompt.healedText };
  },
  /** template: as in a model's card; ids: of its special tokens, by text; the rest as in `PromptTexts`. */
  prompt: ({ template, ids, snippets, prefix, suffix }) => {
    const layout = layoutOf(parsePromptTemplate(template), (text) => ids[text]);
    return [...fimPrompt({ layout, bos: null }, { snippets, suffix, prefix: [prefix], glue: [] })];
  },
};

function indexOf(files) {
  const index = new SnippetIndex();
  for (const [path, text] of Object.entries(files)) index.replaceFile({ key: path, path, languageId: "python", text });
  return index;
}

function cursorAt(before, after) {
  return cursorContextOf({ uri: "file:///work.py", languageId: "python", text: before + after }, before.length);
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await answers[request.ask](request))}\n`);
}
