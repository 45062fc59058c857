import { expect } from "vitest";
import { type FuzzOptions, fuzz } from "./fuzz.js";
import { startInProcess } from "./in-process-server.js";
import { LspClient } from "./lsp-client.js";
import type { Encoding } from "./reference-document.js";

/** Text for every place; the longer one where a statement was begun. */
const SCRIPT = [
  { after: "(", answer: "value, other)\n    return 1\n" },
  { after: "", answer: "x😀 = 'é'\n" },
];

/** The server in this process: its texts are compared after each session, and nothing may fail. */
export async function fuzzInProcess(encoding: Encoding, options: FuzzOptions): Promise<void> {
  const server = await startInProcess({ script: SCRIPT, encoding });
  await fuzz({ ...server, textOf: (uri) => server.backend.indexTexts.get(uri) }, options);
  const kinds = new Set(server.outcomes.map((outcome) => outcome.kind));
  expect(kinds).not.toContain("failed");
  for (const kind of ["suggested", "skipped", "cancelled"]) expect(kinds).toContain(kind);
  expect(server.messages).toEqual([]);
  await expect.poll(() => server.model.running).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(server.backend.isClosed).toBe(true);
}

/** The real process with the real model: it lives, answers everything, and ends as it should. */
export async function fuzzProcess(options: FuzzOptions): Promise<void> {
  const client = await LspClient.start({ settings: { maxTokens: 16 } });
  await client.loaded();
  const { connection, outcomes } = client;
  await fuzz({ connection, outcomes, encoding: "utf-16", answers: new Map(), textOf: null }, options);
  expect(client.outcomes.filter((outcome) => outcome.kind === "failed")).toEqual([]);
  expect(client.process.exitCode).toBeNull();
  expect(await client.stop()).toBe(0);
}
