/** The large model after an answer: MCCom with its ablations, and RepoCoder (MCCom 3.3, 3.4 and 4.4). */
import type { Generation, LocalModel, RetrievalQuery } from "@nearfirst/core";
import { unreadable } from "@nearfirst/node";
import type { AnsweringCapabilities } from "../rows/answer-task.js";
import type { IndexedRepository } from "../rows/repository-index.js";
import { keyOf, type Row, type RowsHeader } from "../rows/row.js";
import { type AskingMethod, ofModel } from "./asking-method.js";

export interface FirstAnswers {
  readonly path: string;
  readonly header: RowsHeader;
  readonly rows: ReadonlyMap<string, Row>;
}

export const SECOND_ANSWERS = ["mccom", "mccom-without-retrieval", "mccom-without-draft", "repocoder"] as const;
export type SecondAnswerName = (typeof SECOND_ANSWERS)[number];

/** What the first answer is used for. */
const USES: Readonly<
  Record<SecondAnswerName, { readonly isDraft: boolean; readonly query: "weighted" | "joined" | "as it was" }>
> = {
  mccom: { isDraft: true, query: "weighted" },
  "mccom-without-retrieval": { isDraft: true, query: "as it was" },
  "mccom-without-draft": { isDraft: false, query: "weighted" },
  // RepoCoder (arXiv 2303.12570, 2.2): the answer joins the query, and is no draft.
  repocoder: { isDraft: false, query: "joined" },
};

/** `first`: the local model's plain rows, for RepoCoder the large model's own. */
export function secondAnswer(name: SecondAnswerName, first: FirstAnswers): AskingMethod {
  const { isDraft, query } = USES[name];
  return {
    header: { name, options: { answers: first.header.model.name, answersSha256: first.header.model.sha256 } },
    async answer({ task, setting, capabilities }, ask) {
      const answer = first.rows.get(keyOf({ task: task.id, setting }));
      if (answer === undefined) throw unreadable(`${first.path} has no answer to ${task.id} in ${setting}.`);
      const { repository = null, ...others } = capabilities;
      const asked =
        repository === null || query === "as it was" ? repository : retrievingWith(repository, answer, query);
      const plain = { task, setting, capabilities: { ...others, repository: asked } };
      if (!isDraft || textOf(answer) === "") return ask(plain);
      const { generate, told } = draftingWith(others, textOf(answer));
      const row = await ask(ofModel(plain, generate));
      return { ...row, draft: told() ?? row.draft };
    },
  };
}

/** What the local model said before it was repaired or dropped: the product's draft is that too. */
function textOf({ text, tokens }: Row): string {
  return text ?? tokens.map((token) => token.text).join("");
}

function retrievingWith(repository: IndexedRepository, answer: Row, query: "weighted" | "joined"): IndexedRepository {
  const text = textOf(answer);
  const changed = (given: RetrievalQuery): RetrievalQuery => {
    if (text.trim() === "") return given;
    if (query === "joined") return { ...given, text: `${given.text}\n${text}` };
    return { ...given, second: { text, weight: answer.facts?.confidence?.arithmeticMean ?? 0 } };
  };
  return {
    get revision() {
      return repository.revision;
    },
    search: (given, signal) => repository.search(changed(given), signal),
    openDocument: (document) => repository.openDocument(document),
    closeDocument: (uri) => repository.closeDocument(uri),
  };
}

/**
 * The answer as the draft, which changes no token. Beside a model that a copy from the context may outweigh, such a copy keeps
 * its place, as in `fillHole`.
 */
function draftingWith({ model }: AnsweringCapabilities, draft: string) {
  let last: Generation | null = null;
  const generate: LocalModel["generate"] = async (request, signal, onTokens) => {
    const isCopy = request.draft !== "" && (request.draftWeight ?? 0) > 0;
    const asked = isCopy ? request : { ...request, draft, draftWeight: 0 };
    const generated = await model.generate(asked, signal, onTokens);
    last = isCopy ? null : generated;
    return generated;
  };
  const told = (): Row["draft"] =>
    last === null
      ? null
      : { source: "local-answer", offeredTokens: last.draftOffered, acceptedTokens: last.draftAccepted };
  return { generate, told };
}
