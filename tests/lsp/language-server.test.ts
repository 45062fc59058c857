/** The real server process with the embedded model, over standard input and output. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CancellationTokenSource, ErrorCodes, LSPErrorCodes, type Position } from "vscode-languageserver/node";
import { cursorOf, LspClient } from "./lsp-client.js";

let client: LspClient;
let documents = 0;
beforeAll(async () => {
  client = await LspClient.start();
  await client.loaded();
});
afterAll(() => client.stop());

/** Opens a new document. */
async function show(picture: string, languageId = "python"): Promise<{ uri: string; position: Position }> {
  const uri = `file:///project/part${++documents}.py`;
  const { text, position } = cursorOf(picture);
  await client.open(uri, text, languageId);
  return { uri, position };
}

const ADD = "def add(a, b):\n    return █\n\n\nprint(add(1, 2))\n";

const behind = ({ line, character }: Position, text: string) => ({ line, character: character + text.length });

describe("initialize", () => {
  it("announces inline completion, incremental sync and the accept command, and no notebooks", () => {
    const { capabilities, serverInfo } = client.initialized;
    expect(serverInfo?.name).toBe("nearfirst");
    expect(capabilities).toMatchObject({
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: 2 },
      inlineCompletionProvider: true,
      executeCommandProvider: { commands: ["nearfirst.accept", "nearfirst.dismiss"] },
    });
    expect(capabilities).not.toHaveProperty("notebookDocumentSync");
  });

  it("is refused a second time", async () => {
    const again = client.connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
    await expect(again).rejects.toMatchObject({ code: ErrorCodes.InvalidRequest });
  });
});

describe("a completion", () => {
  it("comes with its range, an opaque command, and an outcome that holds no code", async () => {
    const { uri, position } = await show(ADD);
    const { list, outcome } = await client.completeAndTell(uri, position);
    const [item] = list.items;
    expect(list.items).toHaveLength(1);
    expect(item?.range).toEqual({ start: position, end: position });
    expect(item?.command).toMatchObject({ command: "nearfirst.accept", arguments: [outcome.suggestionId] });
    expect(outcome).toMatchObject({ uri, version: 1, kind: "suggested", reason: null, tier: "local", source: "model" });
    expect(outcome.tokensEvaluated).toBeGreaterThan(0);
    expect(JSON.stringify(outcome)).not.toContain(item?.insertText);
  });

  it("costs no model call where the developer types what is shown", async () => {
    const { uri, position } = await show(ADD);
    const { list } = await client.completeAndTell(uri, position);
    const shown = String(list.items[0]?.insertText);
    expect(shown.length).toBeGreaterThan(1);
    for (let typed = 1; typed < shown.length; typed++) {
      const key = shown.slice(typed - 1, typed);
      await client.type(uri, behind(position, shown.slice(0, typed - 1)), key);
      const next = await client.completeAndTell(uri, behind(position, shown.slice(0, typed)));
      expect(next.list.items.map((item) => item.insertText)).toEqual([shown.slice(typed)]);
      expect(next.outcome).toMatchObject({ source: "typed-through", tokensEvaluated: 0, forwardPasses: 0 });
    }
  });

  it("evaluates few tokens again after one more character", async () => {
    const filler = Array.from({ length: 20 }, (_, at) => `value_${at} = ${at} * 2\n`).join("");
    const { uri, position } = await show(`${filler}total = █\n`);
    const first = await client.completeAndTell(uri, position);
    await client.type(uri, position, "v");
    const second = await client.completeAndTell(uri, behind(position, "v"));
    expect(first.outcome.promptTokens).toBeGreaterThan(50);
    expect(second.outcome.tokensEvaluated).toBeLessThan(10);
  });

  it("is for the text after all incremental edits", async () => {
    const { uri } = await show("█\n\nprint(1)\n");
    const { text, position } = cursorOf(ADD);
    // The document becomes that of `ADD`, from its end to its start, in one notification.
    await client.change(uri, [
      { range: { start: { line: 2, character: 0 }, end: { line: 99, character: 0 } }, text: "print(add(1, 2))\n" },
      { range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } }, text: "" },
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        text: "def add(a, b):\n    return \n\n\n",
      },
    ]);
    const edited = await client.completeAndTell(uri, position);
    const { uri: other } = await show(ADD);
    const whole = await client.completeAndTell(other, position);
    expect(edited.list.items[0]?.insertText).toBe(whole.list.items[0]?.insertText);
    expect(edited.outcome.promptTokens).toBe(whole.outcome.promptTokens);
    expect(text).toContain("return ");
  });

  it("in a CRLF document is that of the LF document, at the same place", async () => {
    const unix = await show(ADD);
    const windows = await show(ADD.replaceAll("\n", "\r\n"));
    const one = await client.completeAndTell(unix.uri, unix.position);
    const other = await client.completeAndTell(windows.uri, windows.position);
    expect(other.list.items).toHaveLength(1);
    expect(other.list.items[0]?.range).toEqual(one.list.items[0]?.range);
    expect(other.list.items[0]?.insertText).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
  });

  it("in two documents by turns is the one of each", async () => {
    const one = await show("first_name = 1\nprint(fir█\n");
    const two = await show("second_name = 2\nprint(sec█\n");
    const texts: string[][] = [[], []];
    for (let round = 0; round < 3; round++)
      for (const [at, { uri, position }] of [one, two].entries()) {
        const { list, outcome } = await client.completeAndTell(uri, position);
        expect(outcome.uri).toBe(uri);
        texts[at]?.push(String(list.items[0]?.insertText));
      }
    expect(new Set(texts[0]).size).toBe(1);
    expect(new Set(texts[1]).size).toBe(1);
  });

  it.each([
    ["the settings or the model know no such language", "plaintext", "x = █\n", "unsupported-language"],
    ["the document is empty", "python", "█", "empty-document"],
    ["the cursor stands inside a word", "python", "va█lue = 1\n", "inside-word"],
  ])("is left out with the reason where %s", async (_, languageId, picture, reason) => {
    const { uri, position } = await show(picture, languageId);
    const { list, outcome } = await client.completeAndTell(uri, position);
    expect(list.items).toEqual([]);
    expect(outcome).toMatchObject({ kind: "skipped", reason });
  });

  it("is empty for a document that was never opened, and after it was closed", async () => {
    const never = await client.completeAndTell("file:///never.py", { line: 0, character: 0 });
    const { uri, position } = await show(ADD);
    await client.close(uri);
    const closed = await client.completeAndTell(uri, position);
    for (const { list, outcome } of [never, closed]) {
      expect(list.items).toEqual([]);
      expect(outcome.reason).toBe("document-not-open");
    }
  });

  it("outside the text is for its nearest place", async () => {
    const { uri } = await show("x = 1\ny = █");
    const { outcome } = await client.completeAndTell(uri, { line: 70, character: 900 });
    expect(outcome.kind).not.toBe("failed");
    expect(outcome.reason).not.toBe("cursor-outside-document");
  });
});

describe("after an accept", () => {
  it("the next suggestion costs no new prompt: it was made, or is being made, ahead", async () => {
    const { uri, position } = await show("def area(width, height):\n    return █\n\n\nprint(area(2, 3))\n");
    const { list } = await client.completeAndTell(uri, position);
    const [item] = list.items;
    await client.type(uri, position, String(item?.insertText));
    await client.connection.sendRequest("workspace/executeCommand", item?.command as object);
    const { outcome } = await client.completeAndTell(uri, behind(position, String(item?.insertText)));
    expect(outcome).toMatchObject({ source: expect.stringMatching(/^(?:cache|in-flight)$/), tokensEvaluated: 0 });
  });
});

describe("the commands for what became of a suggestion", () => {
  it("take any argument and answer null; other commands are refused", async () => {
    const execute = (command: string, given: unknown[]) =>
      client.connection.sendRequest("workspace/executeCommand", { command, arguments: given });
    for (const given of [["no such id"], [], [{ deep: [1] }], [null]])
      for (const command of ["nearfirst.accept", "nearfirst.dismiss"]) expect(await execute(command, given)).toBeNull();
    for (const command of ["rm", "constructor"])
      await expect(execute(command, [])).rejects.toMatchObject({ code: ErrorCodes.InvalidParams });
  });
});

describe("a burst of 30 requests, most of them cancelled,", () => {
  it("gets one answer for each, and the next request is served at once", async () => {
    const usual = await show(ADD);
    const usualMs = (await client.completeAndTell(usual.uri, usual.position)).outcome.ms;
    const { uri, position } = await show(ADD);
    const answers: Promise<string>[] = [];
    let place = position;
    for (let at = 0; at < 30; at++) {
      await client.type(uri, place, "a");
      place = behind(place, "a");
      const cancellation = new CancellationTokenSource();
      const answer = client.complete(uri, place, cancellation.token).then(
        (list) => (list.items.length > 0 ? "suggestion" : "empty"),
        (error: { code?: number }) => (error.code === LSPErrorCodes.RequestCancelled ? "cancelled" : String(error)),
      );
      answers.push(answer);
      if (at % 3 > 0) cancellation.cancel();
    }
    const endings = await Promise.all(answers);
    expect(endings).toHaveLength(30);
    expect(endings.filter((ending) => !["suggestion", "empty", "cancelled"].includes(ending))).toEqual([]);
    expect(endings.filter((ending) => ending === "cancelled").length).toBeGreaterThan(10);
    const other = await show(ADD);
    const { outcome } = await client.completeAndTell(other.uri, other.position);
    // An engine that works off the burst would need ten times as long as for one.
    expect(outcome.ms).toBeLessThan(5 * usualMs + 500);
  });
});

describe("what no client should send", () => {
  const framed = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  it("does not end the server", async () => {
    const bodies = [
      "{ no json",
      "null",
      "[]",
      '"text"',
      "{}",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","method":"nearfirst/unknown","params":{}}',
      '{"jsonrpc":"2.0","method":"$/cancelRequest"}',
      '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":424242}}',
      '{"jsonrpc":"2.0","id":null,"method":"textDocument/inlineCompletion","params":{}}',
      '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}',
      '{"jsonrpc":"2.0","method":"textDocument/didOpen"}',
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x.py"}}}',
      '{"jsonrpc":"2.0","method":"textDocument/didClose","params":[]}',
      '{"jsonrpc":"2.0","id":"never asked","result":1}',
    ];
    for (const body of bodies) client.write(framed(body));
    const { uri, position } = await show(ADD);
    const { outcome } = await client.completeAndTell(uri, position);
    expect(outcome.kind).toBe("suggested");
    // The server tells of them, and quotes nothing that was sent.
    expect(client.messages.length).toBeGreaterThan(0);
    expect(client.messages.join("\n")).not.toContain("no json");
  });

  it("as broken headers is skipped", async () => {
    client.write("Content-Length: nonsense\r\n\r\nA header without a value\r\n\r\nContent-Type: text/plain\r\n\r\n");
    // Behind a broken header the protocol library reads on only when more comes, as from an editor it does.
    const more = setInterval(() => void client.connection.sendNotification("nearfirst/unknown", {}), 20);
    const { uri, position } = await show("wo█rd\n");
    const { outcome } = await client.completeAndTell(uri, position);
    clearInterval(more);
    expect(outcome.reason).toBe("inside-word");
  });

  it("is answered with an error where it asks for something", async () => {
    const ask = (method: string, params: object) => client.connection.sendRequest(method, params);
    await expect(ask("textDocument/hover", {})).rejects.toMatchObject({ code: ErrorCodes.MethodNotFound });
    for (const params of [
      {},
      { textDocument: {} },
      { textDocument: { uri: "file:///x.py" }, position: { line: -1, character: 0 } },
    ])
      await expect(ask("textDocument/inlineCompletion", params)).rejects.toMatchObject({
        code: ErrorCodes.InvalidParams,
      });
  });

  it("as a range that is null changes the whole text, like one that is left out", async () => {
    const { uri } = await show("wo█rd\n");
    const { text, position } = cursorOf(ADD);
    const params = { textDocument: { uri, version: 2 }, contentChanges: [{ range: null, text }] };
    await client.connection.sendNotification("textDocument/didChange", params);
    expect((await client.completeAndTell(uri, position)).outcome.kind).toBe("suggested");
  });

  it.each([
    ["is malformed", 2, { range: { start: { line: "0" } }, text: "x" }],
    ["comes out of order", 0, { text: "x" }],
  ])("as a change of a document that %s makes it unknown until it is opened again", async (_, version, change) => {
    const { uri, position } = await show(ADD);
    const textDocument = { uri, version };
    await client.connection.sendNotification("textDocument/didChange", { textDocument, contentChanges: [change] });
    expect((await client.completeAndTell(uri, position)).outcome.reason).toBe("document-not-open");
    await client.open(uri, cursorOf(ADD).text);
    expect((await client.completeAndTell(uri, position)).outcome.kind).toBe("suggested");
  });
});

describe("closing a document during a request", () => {
  it("answers it", async () => {
    const { uri, position } = await show(`${"value = 1\n".repeat(300)}other = █\n`);
    const asked = client.complete(uri, position);
    await client.close(uri);
    expect((await asked).items).toEqual([]);
  });
});
