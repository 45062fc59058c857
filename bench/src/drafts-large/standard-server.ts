/** A server with OpenAI's completions for the large model: one that runs already, else llama.cpp's own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findModel, type Settings } from "@nearfirst/node";
import { BenchError } from "../bench.js";

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export interface StandardServer {
  readonly url: string;
  readonly words: string;
  close(): Promise<void>;
}

export interface LlamaServerOptions {
  /** Path, name, or `default`. */
  readonly large: string;
  readonly contextTokens: number;
  /** `n-gram`: the server itself drafts what followed the last tokens before. */
  readonly speculation: "none" | "n-gram";
}

export interface StandardServerOptions extends LlamaServerOptions {
  /** Base address of a server that has the large model, up to and with `/v1`; null to start llama.cpp's. */
  readonly standardUrl: string | null;
}

/** Null where there is none. */
export async function openStandardServer({
  standardUrl,
  ...options
}: StandardServerOptions): Promise<StandardServer | null> {
  if (standardUrl !== null)
    return { url: standardUrl, words: "the server of --standard-url", close: async () => undefined };
  const server = await openLlamaServer(options);
  return server === null ? null : { ...server, url: `${server.url}/v1` };
}

/** llama.cpp's own server; null where it is not installed. */
export async function openLlamaServer({
  large,
  contextTokens,
  speculation,
}: LlamaServerOptions): Promise<StandardServer | null> {
  const python = process.env["NEARFIRST_LLAMA_SERVER_PYTHON"] ?? inRoot(".servers/llama/bin/python");
  if (!existsSync(python)) return null;
  const { path } = await findModel(large);
  const args = [inRoot("scripts/llama-server.py"), path, "--context", String(contextTokens)];
  if (speculation === "n-gram") args.push("--ngram-speculation");
  const child = spawn(python, args, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (line: string) => resolve(line.trim()));
    child.once("exit", (code) => reject(new BenchError(`llama.cpp's server ended with ${code}.`)));
  });
  return {
    url,
    words: "llama.cpp's server",
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

/** How such a server is asked for a middle, by the card of the large model or what the bench was told. */
export async function standardPrompt(
  large: string,
  family: string | null,
): Promise<Pick<Settings["large"], "family" | "template">> {
  const { card } = await findModel(large);
  if (family !== null) return { family: family as Settings["large"]["family"], template: "" };
  if (card?.prompt_template !== undefined) return { family: "", template: card.prompt_template };
  return { family: (card?.family ?? "embedded") as Settings["large"]["family"], template: "" };
}
