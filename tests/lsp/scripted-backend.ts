import type { StatisticsEvent } from "@nearfirst/core";
import { capabilitiesOf, type ScriptedModel } from "@nearfirst/core/testing";
import type { LspBackend } from "../../packages/cli/src/lsp/lsp-backend.js";

export interface ScriptedBackend extends LspBackend {
  /** What the index was told, by URI. */
  readonly indexed: Promise<void>;
  readonly indexTexts: Map<string, string>;
  /** What it was told for the statistics, in order. */
  readonly events: StatisticsEvent[];
  isClosed: boolean;
}

/** A backend around a scripted model that remembers what it is told. */
export function scriptedBackend(model: ScriptedModel, settings: Partial<LspBackend> = {}): ScriptedBackend {
  const indexTexts = new Map<string, string>();
  const backend: ScriptedBackend = {
    capabilities: capabilitiesOf(model),
    modelName: "scripted",
    engine: () => "own",
    large: () => null,
    stopMode: "statement",
    maxTokens: 64,
    automatic: true,
    inComments: true,
    delayMs: 0,
    indexed: Promise.resolve(),
    declines: () => null,
    ...settings,
    indexTexts,
    events: [],
    record: (event) => void backend.events.push(event),
    isClosed: false,
    setOpenDocument: ({ uri, text }) => void indexTexts.set(uri, text),
    closeDocument: (uri) => void indexTexts.delete(uri),
    close: async () => {
      backend.isClosed = true;
    },
  };
  return backend;
}
