/** `nearfirst complete`: one completion at a place in a file, through the whole pipeline. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { alwaysLocal, complete, languageOfPath, type Outcome, Session, type TextDocument } from "@nearfirst/core";
import { LlamaModel, profileOf, readModelCard } from "@nearfirst/node";
import pc from "picocolors";

const defaultModel = new URL("../../../../models/nearfirst-placeholder-8.5m-q8_0.gguf", import.meta.url).pathname;

export async function runComplete(place: string): Promise<number> {
  const match = /^(.*?):(\d+)(?::(\d+))?$/.exec(place);
  if (match === null) throw new Error(`expected FILE:LINE[:COLUMN], got ${place}`);
  const [, path, line, column] = match;
  const text = await readFile(path as string, "utf8");
  const document: TextDocument = {
    uri: pathToFileURL(resolve(path as string)).href,
    languageId: languageOfPath(path as string),
    text,
  };
  const lines = text.split("\n");
  const before = lines.slice(0, Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const offset = before + (column === undefined ? (lines[Number(line) - 1] ?? "").length : Number(column) - 1);
  const card = await readModelCard(defaultModel);
  const model = await LlamaModel.load({
    modelPath: defaultModel,
    contextTokens: 2048,
    sequences: 1,
    threads: 1,
    gpu: false,
    profileOf: (info) => profileOf(info, card, 2048),
  });
  const outcome = await complete(
    { document, offset, stopMode: "statement", maxTokens: 64, trigger: "explicit" },
    { clock: performance, model, retriever: { revision: 0, search: async () => [] }, policy: alwaysLocal },
    new Session(),
    new AbortController().signal,
  );
  model.close();
  print(outcome, text, offset);
  return outcome.kind === "failed" ? 1 : 0;
}

function print(outcome: Outcome, text: string, offset: number): void {
  if (outcome.kind === "suggested") {
    const before = text.slice(0, offset).split("\n").slice(-6).join("\n");
    const after = text.slice(offset).split("\n").slice(0, 3).join("\n");
    console.log(before + pc.green(outcome.suggestion.text) + after);
  } else console.log(outcome.kind, "reason" in outcome ? outcome.reason : "", "error" in outcome ? outcome.error : "");
}
