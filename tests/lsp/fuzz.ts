/** Random editing sessions: whatever an editor does, the server knows its text and answers each request once. */
import fc from "fast-check";
import { expect } from "vitest";
import {
  CancellationTokenSource,
  type InlineCompletionList,
  LSPErrorCodes,
  type Position,
  type ProtocolConnection,
} from "vscode-languageserver/node";
import { edit, position, text } from "./document-arbitraries.js";
import { applyEdit, type Edit, type Encoding, offsetOf } from "./reference-document.js";

type Action =
  | { readonly type: "open"; readonly file: number; readonly text: string; readonly languageId: string }
  | { readonly type: "change"; readonly file: number; readonly edits: readonly Edit[] }
  | { readonly type: "save" | "close"; readonly file: number }
  | { readonly type: "complete"; readonly file: number; readonly position: Position; readonly triggerKind: 1 | 2 }
  | { readonly type: "cancel"; readonly back: number }
  | { readonly type: "wait"; readonly ms: number };

const FILES = 3;
const file = fc.nat(FILES - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("open" as const),
      file,
      text,
      languageId: fc.constantFrom("python", "python", "typescript", "plaintext", ""),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("change" as const),
      file,
      edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom("save" as const, "save" as const, "close" as const), file }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("complete" as const),
      file,
      position,
      triggerKind: fc.constantFrom(1 as const, 2 as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("cancel" as const), back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.nat(12) }) },
);

export interface FuzzedServer {
  readonly connection: ProtocolConnection;
  readonly encoding: Encoding;
  /** All outcomes that were told, one for each request. */
  readonly outcomes: readonly unknown[];
  /** How often each request was answered, by its id. */
  readonly answers: ReadonlyMap<number | string | null, number>;
  /** The text that the server has of an open document; null where it cannot be seen. */
  readonly textOf: ((uri: string) => string | undefined) | null;
}

export interface FuzzOptions {
  readonly numRuns: number;
}

export async function fuzz(server: FuzzedServer, { numRuns }: FuzzOptions): Promise<void> {
  let runs = 0;
  let asked = 0;
  const toldBefore = server.outcomes.length;
  const beginnings = fc.array(text, { minLength: FILES, maxLength: FILES });
  const actions = fc.array(action, { minLength: 5, maxLength: 40 });
  const sessions = fc.asyncProperty(beginnings, actions, async (texts, later) => {
    const first = texts.map((each, at): Action => ({ type: "open", file: at, text: each, languageId: "python" }));
    asked += later.filter(({ type }) => type === "complete").length;
    await playSession(server, `file:///run${runs++}`, [...first, ...later]);
  });
  await fc.assert(sessions, { numRuns, endOnFailure: true });
  for (const times of server.answers.values()) expect(times).toBe(1);
  expect(server.outcomes.length - toldBefore).toBe(asked);
}

async function playSession(server: FuzzedServer, folder: string, actions: readonly Action[]): Promise<void> {
  const { connection, encoding, textOf } = server;
  const texts = new Map<string, string>();
  const cancellations: CancellationTokenSource[] = [];
  const endings: Promise<void>[] = [];
  let version = 0;
  for (const each of actions) {
    const uri = "file" in each ? `${folder}/${each.file}.py` : "";
    const current = texts.get(uri);
    switch (each.type) {
      case "open": {
        const textDocument = { uri, languageId: each.languageId, version: ++version, text: each.text };
        texts.set(uri, each.text);
        await connection.sendNotification("textDocument/didOpen", { textDocument });
        break;
      }
      case "change": {
        const params = { textDocument: { uri, version: ++version }, contentChanges: each.edits };
        if (current !== undefined)
          texts.set(
            uri,
            each.edits.reduce((so, next) => applyEdit(so, next, encoding), current),
          );
        await connection.sendNotification("textDocument/didChange", params);
        break;
      }
      case "save":
        await connection.sendNotification("textDocument/didSave", { textDocument: { uri } });
        break;
      case "close":
        texts.delete(uri);
        await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
        break;
      case "complete": {
        const cancellation = new CancellationTokenSource();
        cancellations.push(cancellation);
        const params = { textDocument: { uri }, position: each.position, context: { triggerKind: each.triggerKind } };
        const asked = connection.sendRequest<InlineCompletionList>(
          "textDocument/inlineCompletion",
          params,
          cancellation.token,
        );
        endings.push(checkAnswer(asked, { text: current, position: each.position, encoding }));
        break;
      }
      case "cancel":
        cancellations.at(-1 - each.back)?.cancel();
        break;
      case "wait":
        await new Promise((done) => setTimeout(done, each.ms));
    }
  }
  await Promise.all(endings);
  if (textOf === null) return;
  for (const [uri, expected] of texts) {
    await connection.sendNotification("textDocument/didSave", { textDocument: { uri } });
    // Messages are handled in order: once this is answered, the one before was handled.
    await connection.sendRequest("workspace/executeCommand", { command: "nearfirst.accept" });
    expect(textOf(uri)).toBe(expected);
  }
}

interface Asked {
  /** The document when the request was sent; undefined where it was not open. */
  readonly text: string | undefined;
  readonly position: Position;
  readonly encoding: Encoding;
}

/** An answer is a cancellation, or suggestions around the cursor and on its line. */
async function checkAnswer(
  asked: Promise<InlineCompletionList>,
  { text: now, position: at, encoding }: Asked,
): Promise<void> {
  const list = await asked.catch((error: { code?: number }) => {
    if (error.code !== LSPErrorCodes.RequestCancelled) throw error;
    return { items: [] };
  });
  if (now === undefined) expect(list.items).toEqual([]);
  for (const { range, insertText } of list.items) {
    if (now === undefined || range === undefined) throw new Error("a suggestion without a range");
    const cursor = offsetOf(now, at, encoding);
    const start = offsetOf(now, range.start, encoding);
    const end = offsetOf(now, range.end, encoding);
    // A cursor inside a surrogate pair counts as before it.
    expect(start).toBeLessThanOrEqual(cursor);
    expect(end).toBeGreaterThanOrEqual(cursor - 1);
    expect(now.slice(start, end)).not.toMatch(/[\r\n]/);
    expect(insertText).not.toBe("");
  }
}
