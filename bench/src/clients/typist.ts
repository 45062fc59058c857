/** A developer at an editor: types a real file with pauses, asks after each key as editors do, and accepts some suggestions. */
import { setTimeout as delay } from "node:timers/promises";
import { alwaysLocal } from "@nearfirst/core";
import { DEFAULT_SETTINGS, systemClock } from "@nearfirst/node";
import { BackendLoader } from "../../../packages/cli/src/lsp/backend-loader.js";
import { InlineCompletions } from "../../../packages/cli/src/lsp/inline-completions.js";
import { OpenDocuments } from "../../../packages/cli/src/lsp/open-documents.js";
import type { OutcomeNotification } from "../../../packages/cli/src/lsp/outcome-notification.js";
import type { SharedModel } from "../../../packages/cli/src/shared-engine/shared-model.js";
import type { CorpusFile } from "../corpus.js";

/** Milliseconds between keys: the fastest, and how much slower the slowest is. */
const KEY_MS = { least: 60, more: 200 };
/** Of the keys this share is followed by a pause to think, and a suggestion that stands then is accepted as often as this. */
const PAUSE = { share: 0.08, ms: 1_500, acceptedShare: 0.5 };
/** A file is typed from its first third on; at its end from there again. */
const START_SHARE = 1 / 3;

export interface TypistOptions {
  readonly model: SharedModel;
  readonly file: CorpusFile;
  /** Tells its file from the same one of another typist. */
  readonly name: string;
  readonly random: () => number;
  /** Told of each request that was answered. */
  readonly onAnswer: (notification: OutcomeNotification) => void;
}

export interface Typed {
  readonly asked: number;
  readonly accepted: number;
}

/** Types until `signal` is aborted; resolves once every request is answered. */
export async function typeUntil(
  { model, file, name, random, onAnswer }: TypistOptions,
  signal: AbortSignal,
): Promise<Typed> {
  const documents = new OpenDocuments("utf-16");
  const loader = new BackendLoader({
    open: async () => backendOf(model),
    onReady: () => undefined,
    onFailure: () => undefined,
  });
  loader.load();
  await loader.settled;
  const completions = new InlineCompletions({ documents, loader });
  const uri = `${file.uri}?${name}`;
  const start = file.text.indexOf("\n", Math.floor(file.text.length * START_SHARE)) + 1;
  const answers: Promise<void>[] = [];
  let [version, typed, asked, accepted] = [1, 0, 0, 0];
  let shown: { readonly text: string; readonly id: string } | null = null;
  let leave = new AbortController();
  documents.open(uri, "python", version, file.text.slice(0, start));

  const insert = (text: string) => {
    const end = positionOf(documents, uri);
    const edits = documents.change(uri, ++version, [{ range: { start: end, end }, text }]);
    if (Array.isArray(edits)) completions.edited(uri, edits);
  };
  const ask = () => {
    leave.abort();
    leave = new AbortController();
    asked++;
    const { signal: cancelled } = leave;
    const position = positionOf(documents, uri);
    const answered = completions.answer({ uri, position, trigger: "automatic", cancelled }).then((answer) => {
      onAnswer(answer.notification);
      const { suggestionId: id } = answer.notification;
      const text = answer.items[0]?.insertText;
      shown = id === null || typeof text !== "string" || cancelled.aborted ? null : { id, text };
    });
    answers.push(answered);
  };

  while (!signal.aborted) {
    insert(file.text[start + (typed++ % (file.text.length - start))] as string);
    shown = null;
    ask();
    const isPause = random() < PAUSE.share;
    await delay(isPause ? PAUSE.ms : KEY_MS.least + random() * KEY_MS.more, null, { signal }).catch(() => undefined);
    const standing = shown as { readonly text: string; readonly id: string } | null;
    if (!isPause || standing === null || random() >= PAUSE.acceptedShare || signal.aborted) continue;
    insert(standing.text);
    completions.fates.told("accepted", standing.id);
    accepted++;
    ask();
  }
  await Promise.all(answers);
  completions.close();
  return { asked, accepted };
}

/** The end of the document. */
function positionOf(documents: OpenDocuments, uri: string) {
  return documents.at(uri, { line: Number.MAX_SAFE_INTEGER, character: 0 })?.position ?? { line: 0, character: 0 };
}

/** What the language server has of one editor, less the index and the syntax gate, which are no part of the daemon. */
function backendOf(model: SharedModel) {
  const { stopMode, maxTokens, trigger, model: modelName } = DEFAULT_SETTINGS;
  return {
    capabilities: {
      clock: systemClock,
      model,
      retriever: { revision: 0, search: async () => [] },
      policy: alwaysLocal,
      large: null,
      syntax: null,
    },
    modelName,
    engine: () => model.kind,
    large: () => null,
    stopMode,
    maxTokens,
    automatic: true,
    inComments: true,
    delayMs: trigger.delayMs,
    indexed: Promise.resolve(),
    declines: () => null,
    setOpenDocument: () => undefined,
    closeDocument: () => undefined,
    record: () => undefined,
    close: async () => undefined,
  };
}
