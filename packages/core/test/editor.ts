/** One editor's requests, asked with pictures of the document. */
import { complete } from "../src/complete.js";
import type { Capabilities } from "../src/engine.js";
import { Session } from "../src/session.js";
import { capabilitiesOf, requestAt, type ScriptedModel } from "../src/testing.js";
import type { Outcome } from "../src/types.js";

/** One editor: a session with its model, asked with pictures of the document. */
export function editor(
  model: ScriptedModel,
  others: Partial<Capabilities> = {},
): (picture: string, settings?: Parameters<typeof requestAt>[1], signal?: AbortSignal) => Promise<Outcome> {
  const session = new Session();
  const capabilities = capabilitiesOf(model, others);
  return (picture, settings = {}, signal = new AbortController().signal) =>
    complete(requestAt(picture, settings), capabilities, session, signal);
}

/** The document after the suggestion, or how the request ended instead. */
export function after(outcome: Outcome, picture: string): string {
  if (outcome.kind !== "suggested") return "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
  const { text, start, end } = outcome.suggestion;
  const document = picture.replace("█", "");
  return document.slice(0, start) + text + document.slice(end);
}

/** Gates that open one by one: the model waits before each token until the test lets it go on. */
export function tokenGate() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    beforeToken: () => (isOpen ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    letPass: async (count: number) => {
      for (let passed = 0; passed < count; passed++) {
        while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
        waiting.shift()?.();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
    open: () => {
      isOpen = true;
      for (const go of waiting) go();
    },
  };
}
