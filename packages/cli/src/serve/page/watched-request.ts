/**
 * What one request did beyond its trace, for whoever asked for it: what was found in other files, where the parser stopped,
 * and the very bytes that left the machine. It watches the capabilities that the request is given, so that requests of
 * others cost nothing more; what it keeps is code and goes to the page alone.
 */
import type {
  Capabilities,
  Departure,
  LargeTier,
  RetrievalQuery,
  Retriever,
  Snippet,
  SyntaxParser,
} from "@nearfirst/core";
import type { FoundSnippets, SentBody, SyntaxPlace } from "./wire.js";

export class WatchedRequest {
  readonly found: FoundSnippets[] = [];
  /** May grow after the request has ended: a question to the large model outlives it. */
  readonly sent: SentBody[] = [];
  syntaxPlace: SyntaxPlace | null = null;
  readonly #prefix: string;

  /** `prefix`: the file's text before the cursor. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  watch(capabilities: Capabilities): Capabilities {
    const { retriever, large, syntax } = capabilities;
    return {
      ...capabilities,
      retriever: this.#watchRetriever(retriever),
      large: large === null ? null : this.#watchLarge(large),
      syntax: syntax === null ? null : { ...syntax, parser: this.#watchParser(syntax.parser) },
    };
  }

  #watchRetriever(retriever: Retriever): Retriever {
    const search = async (query: RetrievalQuery, signal: AbortSignal): Promise<readonly Snippet[]> => {
      const snippets = await retriever.search(query, signal);
      this.found.push({ query: query.second === undefined ? "first" : "second", snippets });
      return snippets;
    };
    return {
      get revision() {
        return retriever.revision;
      },
      search,
    };
  }

  #watchLarge(large: LargeTier): LargeTier {
    const record = async (departure: Departure) => {
      const written = await large.departures.record(departure);
      const { to, body, reason, record: released } = departure;
      this.sent.push({ to, body, reason, bytes: written.bytes, ...released });
      return written;
    };
    const { model, rules, reach, deadlineMs } = large;
    return { model, rules, reach, deadlineMs, departures: { record }, fileOf: (document) => large.fileOf(document) };
  }

  /** The first text that the gate parses is the file, or the part of it around the cursor, with the answer in it. */
  #watchParser(parser: SyntaxParser): SyntaxParser {
    let isFirst = true;
    return {
      parse: async (text, languageId, signal) => {
        const problems = await parser.parse(text, languageId, signal);
        const problem = problems?.find(({ isUnfinished }) => isUnfinished === false) ?? problems?.[0];
        if (isFirst && problem?.start != null) this.syntaxPlace = this.#placeOf(text, problem.start);
        isFirst = false;
        return problems;
      },
    };
  }

  #placeOf(text: string, at: number): SyntaxPlace {
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const lineEnd = text.indexOf("\n", at);
    return {
      line: this.#lineOf(text) + text.slice(0, at).split("\n").length,
      column: at - lineStart + 1,
      code: text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd),
    };
  }

  /** How many of the file's lines stand before the text, which begins with whole lines above the cursor. */
  #lineOf(text: string): number {
    const prefix = this.#prefix;
    for (let line = 0, start = 0; ; line++) {
      // What is longer than the text cannot be its beginning: of a long file only the end is compared.
      const rest = prefix.length - start;
      if (rest <= text.length && text.startsWith(prefix.slice(start))) return line;
      start = prefix.indexOf("\n", start) + 1;
      if (start === 0) return 0;
    }
  }
}
