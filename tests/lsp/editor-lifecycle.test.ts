/** What an editor sees besides completions: progress, errors, folders, the index. */
import { NearfirstError } from "@nearfirst/core";
import { expect, it } from "vitest";
import { type InProcessServer, startInProcess } from "./in-process-server.js";
import { LspClient } from "./lsp-client.js";

const uri = "file:///a.py";
const capabilities = { window: { workDoneProgress: true }, workspace: { workspaceFolders: true } };

const open = ({ connection }: InProcessServer, text: string) =>
  connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "python", version: 1, text },
  });

const ask = ({ connection }: InProcessServer, character: number) =>
  connection.sendRequest("textDocument/inlineCompletion", {
    textDocument: { uri },
    position: { line: 0, character },
    context: { triggerKind: 1 },
  });

it("shows progress while the model loads and the workspace is read", async () => {
  let load = () => undefined as unknown;
  const beforeOpen = () => new Promise<void>((resolve) => (load = () => resolve()));
  const server = await startInProcess({ beforeOpen, initialize: { capabilities } });
  await expect.poll(() => server.progress).toEqual(["Loading the model"]);
  load();
  await expect.poll(() => server.progress).toEqual(["Loading the model", "Reading the workspace", "end"]);
  expect(await server.stop()).toBe(0);
});

it("shows a failure to load once, however often is asked, and answers empty", async () => {
  const beforeOpen = async () => {
    throw new NearfirstError({ code: "model-missing", message: "There is no model. Install one." });
  };
  const server = await startInProcess({ beforeOpen });
  await open(server, "x = ");
  for (let times = 0; times < 5; times++) expect(await ask(server, 4)).toEqual({ items: [] });
  expect(server.messages.toSorted()).toEqual([
    "window/logMessage: There is no model. Install one.",
    "window/showMessage: There is no model. Install one.",
  ]);
  expect(server.outcomes.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(Array(5).fill("failed model-missing"));
  expect(await server.stop()).toBe(0);
});

it("loads anew with the folders that are left after some came and went", async () => {
  const folders: (readonly string[])[] = [];
  const beforeOpen = async (options: { folders: readonly string[] }) => void folders.push(options.folders);
  const folder = (name: string) => ({ name, uri: `file:///${name}` });
  const workspaceFolders = [folder("one"), folder("two%20words"), { name: "remote", uri: "ssh://host/three" }];
  const server = await startInProcess({ beforeOpen, initialize: { capabilities, workspaceFolders } });
  await expect.poll(() => folders).toEqual([["/one", "/two words"]]);
  await server.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [folder("four")], removed: [folder("one")] },
  });
  await expect.poll(() => folders[1]).toEqual(["/two words", "/four"]);
  expect(server.backend.isClosed).toBe(true);
  await server.stop();
});

it("reads the settings again when the editor sees those of a workspace folder change, and those alone", async () => {
  let opened = 0;
  const server = await startInProcess({
    beforeOpen: async () => void opened++,
    initialize: {
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
      workspaceFolders: [{ name: "one", uri: "file:///one" }],
    },
  });
  await expect.poll(() => server.registrations).toEqual(["workspace/didChangeWatchedFiles"]);
  await expect.poll(() => opened).toBe(1);
  const change = (changed: string) =>
    server.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: changed, type: 2 }] });
  await change("file:///one/node_modules/other/.nearfirst.json");
  await change("file:///one/.nearfirst.json");
  await expect.poll(() => opened).toBe(2);
  expect(server.statuses.filter(({ model }) => model === "loading").length).toBeLessThanOrEqual(2);
  await server.stop();
});

it("gives places in bytes of UTF-8 to an editor that counts so", async () => {
  const server = await startInProcess({ script: [{ after: "é = ", answer: "ü + 1" }], encoding: "utf-8" });
  await open(server, "é = ");
  const { items } = (await ask(server, 5)) as { items: { insertText: string; range: object }[] };
  const place = { line: 0, character: 5 };
  expect(items).toMatchObject([{ insertText: "ü + 1", range: { start: place, end: place } }]);
  await server.stop();
});

it("passes unsaved text to the index: when opened, after each change, no more when closed", async () => {
  const server = await startInProcess({});
  const { connection, backend } = server;
  const change = (version: number, text: string) =>
    connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  await open(server, "one");
  await expect.poll(() => backend.indexTexts.get(uri)).toBe("one");
  await change(2, "two");
  await expect.poll(() => backend.indexTexts.get(uri)).toBe("two");
  await change(3, "three");
  await ask(server, 0);
  expect(backend.indexTexts.get(uri)).toBe("three");
  await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  await ask(server, 0);
  expect(backend.indexTexts.has(uri)).toBe(false);
  await server.stop();
});

it("passes what was opened while the model loaded to the index afterwards", async () => {
  let load = () => undefined as unknown;
  const server = await startInProcess({ beforeOpen: () => new Promise((resolve) => (load = () => resolve())) });
  await open(server, "early");
  expect(server.backend.indexTexts.size).toBe(0);
  load();
  await expect.poll(() => server.backend.indexTexts.get(uri)).toBe("early");
  await server.stop();
});

it("tells what is wrong with the configuration, and what to do", async () => {
  const client = await LspClient.start({ settings: { maxTokens: "many" } });
  await expect.poll(() => client.messages.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(client.messages[0]).toMatch(/configuration has mistakes.*\n.*config\.json:1:\d+: .*maxTokens/);
  expect(await client.stop()).toBe(0);
});

it("ends when the editor's process is gone without a word", async () => {
  const server = await LspClient.start({ initialize: { processId: 2 ** 22 + 1 } });
  expect(await server.exited).toBe(1);
});
