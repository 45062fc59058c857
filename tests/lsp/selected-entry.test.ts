/** An open list of completions: the editor shows only what goes on with its selected entry. Pictures have `█` at the cursor. */
import { describe, expect, it, onTestFinished } from "vitest";
import { startInProcess } from "./in-process-server.js";
import { cursorOf } from "./lsp-client.js";

const uri = "file:///a.py";

interface Asked {
  readonly text: string;
  /** How many columns before the cursor the entry replaces, and how many after it. */
  readonly typed: number;
  readonly beyond?: number;
}

async function scene(script: readonly { after: string; answer: string }[], encoding: "utf-8" | "utf-16" = "utf-16") {
  const server = await startInProcess({ script, encoding });
  onTestFinished(() => void server.stop());
  let version = 0;
  const ask = async (picture: string, entry?: Asked) => {
    const { text, position } = cursorOf(picture);
    const { line, character } = position;
    const selectedCompletionInfo =
      entry === undefined
        ? undefined
        : {
            text: entry.text,
            range: {
              start: { line, character: character - entry.typed },
              end: { line, character: character + (entry.beyond ?? 0) },
            },
          };
    await server.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "python", version: ++version, text },
    });
    const list = await server.connection.sendRequest<{ items: { insertText: string; range: unknown }[] }>(
      "textDocument/inlineCompletion",
      { textDocument: { uri }, position, context: { triggerKind: 1, selectedCompletionInfo } },
    );
    return list.items.map(({ insertText, range }) => ({ insertText, range }));
  };
  return { ask, server };
}

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

describe("a suggestion beside an open list of completions", () => {
  it("goes on with the selected entry, and replaces what the entry replaces", async () => {
    const { ask } = await scene([{ after: "print(total_area", answer: " * 2)" }]);
    expect(await ask("print(tot█", { text: "total_area", typed: 3 })).toEqual([
      { insertText: "total_area * 2)", range: range(0, 6, 9) },
    ]);
  });

  it("replaces what stands after the cursor, as without the list", async () => {
    const { ask } = await scene([{ after: "print(total_area", answer: " * 2)" }]);
    const [item] = await ask("print(tot█)", { text: "total_area", typed: 3 });
    expect(item?.insertText.startsWith("total_area * 2")).toBe(true);
    const [without] = await ask("print(total_area█)");
    expect(item?.insertText).toBe(`total_area${without?.insertText}`);
  });

  it("is typed through once the entry is taken: no second model call", async () => {
    const { ask, server } = await scene([{ after: "print(total_area", answer: " * 2)" }]);
    await ask("print(tot█", { text: "total_area", typed: 3 });
    const calls = server.model.requests.length;
    expect(await ask("print(total_area█")).toEqual([{ insertText: " * 2)", range: range(0, 16, 16) }]);
    expect(server.model.requests.length).toBe(calls);
  });

  it.each([
    ["does not go on with what was typed", { text: "area", typed: 3 }],
    ["does not end at the cursor", { text: "total_area", typed: 3, beyond: 1 }],
    ["has several lines", { text: "total_area\n", typed: 3 }],
  ])("is as without a list where the entry %s", async (_, entry) => {
    const { ask } = await scene([{ after: "print(tot", answer: "al)" }]);
    const [item] = await ask("print(tot█ + 1", entry);
    expect(item?.range).toEqual(range(0, 9, 9));
  });

  it("counts as the client counts, also behind characters of several units", async () => {
    const script = [{ after: "'🙂é' + total_area", answer: " * 2" }];
    const { ask } = await scene(script);
    expect(await ask("'🙂é' + tot█", { text: "total_area", typed: 3 })).toEqual([
      { insertText: "total_area * 2", range: range(0, 8, 11) },
    ]);
  });

  it("survives nonsense in the field", async () => {
    const { ask, server } = await scene([{ after: "x = ", answer: "1" }]);
    expect(await ask("x = █")).toHaveLength(1);
    for (const selectedCompletionInfo of [null, 7, {}, { text: 1 }, { text: "a", range: { start: 1 } }]) {
      const answer = server.connection.sendRequest("textDocument/inlineCompletion", {
        textDocument: { uri },
        position: { line: 0, character: 4 },
        context: { triggerKind: 1, selectedCompletionInfo },
      });
      expect(await answer).toMatchObject({ items: expect.any(Array) });
    }
  });
});
