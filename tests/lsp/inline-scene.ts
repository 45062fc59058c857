/** For tests with fake timers: what one editor asks at the cursor of a picture, answered by a scripted model. */
import { NearfirstError } from "@nearfirst/core";
import { ScriptedModel, type ScriptLine } from "@nearfirst/core/testing";
import { vi } from "vitest";
import { BackendLoader } from "../../packages/cli/src/lsp/backend-loader.js";
import { type InlineCompletionAnswer, InlineCompletions } from "../../packages/cli/src/lsp/inline-completions.js";
import type { LspBackend } from "../../packages/cli/src/lsp/lsp-backend.js";
import { OpenDocuments } from "../../packages/cli/src/lsp/open-documents.js";
import { cursorOf } from "./lsp-client.js";
import { scriptedBackend } from "./scripted-backend.js";

export const uri = "file:///a.py";

interface SceneOptions {
  readonly settings?: Partial<LspBackend>;
  /** Milliseconds for each token. */
  readonly tokenMs?: number;
  /** How long loading takes; rejects with it where it is an error. */
  readonly loading?: number | NearfirstError;
}

/** An editor with one document, of which each step shows the whole text. */
export async function scene(script: readonly ScriptLine[], { settings, tokenMs = 10, loading = 0 }: SceneOptions = {}) {
  const model = new ScriptedModel(script, { beforeToken: () => new Promise((done) => setTimeout(done, tokenMs)) });
  const backend = scriptedBackend(model, settings);
  const open = async () => {
    if (loading instanceof NearfirstError) throw loading;
    await new Promise((done) => setTimeout(done, loading));
    return backend;
  };
  const loader = new BackendLoader({ open, onReady: () => undefined, onFailure: () => undefined });
  const documents = new OpenDocuments("utf-16");
  const completions = new InlineCompletions({ documents, loader });
  loader.load();
  if (loading === 0) await vi.advanceTimersByTimeAsync(0);
  let version = 0;
  /** Shows the picture and asks at its cursor. `answer` is null until there is one. */
  const ask = (picture: string, trigger: "automatic" | "explicit" = "automatic") => {
    const { text, position } = cursorOf(picture);
    documents.open(uri, "python", ++version, text);
    const cancel = new AbortController();
    const asked = { answer: null as InlineCompletionAnswer | null, cancel: () => cancel.abort() };
    void completions.answer({ uri, position, trigger, cancelled: cancel.signal }).then((answer) => {
      asked.answer = answer;
    });
    return asked;
  };
  return { model, documents, completions, ask, events: backend.events };
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const textOf = (asked: { answer: InlineCompletionAnswer | null }) =>
  asked.answer?.items.map((item) => item.insertText);
