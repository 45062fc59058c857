/** Makes the large model that the settings configure. Connects to nothing yet. */
import { type Clock, FAMILIES, NearfirstError, parsePromptTemplate, templateOf, tokenTextsOf } from "@nearfirst/core";
import type { Settings } from "../config/settings.js";
import { readApiKey } from "./api-key.js";
import { certificatesIn } from "./certificates-in.js";
import { GuardedLargeModel } from "./guarded-large-model.js";
import type { LargeAdapter, PromptLayoutOptions } from "./large-adapter.js";
import { LlamaServer } from "./llama-server.js";
import { NearfirstServer } from "./nearfirst-server.js";
import { Ollama } from "./ollama.js";
import { OpenAiChat } from "./openai-chat.js";
import { OpenAiCompletions } from "./openai-completions.js";

type LargeSettings = Settings["large"];

/** Null where none is configured, or it is turned off. Throws `config-invalid` that says what to correct. */
export async function openLargeModel(
  settings: LargeSettings,
  {
    env = process.env,
    clock = performance,
  }: { readonly env?: NodeJS.ProcessEnv; readonly clock?: Pick<Clock, "now"> } = {},
): Promise<GuardedLargeModel | null> {
  const adapter = await openLargeAdapter(settings, env);
  return adapter === null ? null : new GuardedLargeModel(adapter, clock);
}

/** The same without the circuit breaker, for `doctor` and measurements. */
export async function openLargeAdapter(
  settings: LargeSettings,
  env: NodeJS.ProcessEnv = process.env,
): Promise<LargeAdapter | null> {
  if (!settings.enabled || settings.url === "") return null;
  const prompt = promptOf(settings);
  const key = await readApiKey(settings, env);
  // Only who has a large model waits for the HTTP library to load.
  const { HttpClient } = await import("./http-client.js");
  const client = new HttpClient({
    url: settings.url.replace(/\/+$/, ""),
    key,
    ca: settings.ca === "" ? null : await certificatesIn(settings.ca, "large.ca"),
    proxy: settings.proxy,
    timeoutMs: settings.timeoutMs,
    env,
  });
  const { model, drafts } = settings;
  const name = `${model === "" ? settings.kind : model} at ${client.place.host}`;
  switch (settings.kind) {
    case "openai":
      return new OpenAiCompletions({ client, name, model, drafts, ...prompt, template: prompt.template ?? [] });
    case "openai-chat":
      return new OpenAiChat({ client, name, model });
    case "llama-server":
      return new LlamaServer({ client, name, ...prompt });
    case "ollama":
      return new Ollama({ client, name, model, ...prompt });
    case "nearfirst":
      return new NearfirstServer({ client, name, model });
  }
}

function promptOf({ kind, family: key, template: text, model, drafts }: LargeSettings): PromptLayoutOptions {
  if (kind === "ollama" && model === "")
    throw invalid('Ollama needs the name of a model: set "large.model" to one that `ollama list` shows.');
  if (drafts === "prompt-logprobs" && kind !== "openai")
    throw invalid('"large.drafts" can be "prompt-logprobs" only where "large.kind" is "openai".');
  if (key !== "" && text !== "") throw invalid('Both "large.family" and "large.template" are set. Keep one.');
  if ((kind === "nearfirst" || kind === "openai-chat") && (key !== "" || text !== ""))
    throw invalid(
      `A server of the kind "${kind}" lays out the prompt itself: remove "large.family" and "large.template".`,
    );
  if (text !== "") {
    const template = parsePromptTemplate(text);
    if ("wrong" in template) throw invalid(`"large.template" cannot be read: ${template.wrong}.`);
    const tokens = tokenTextsOf(template);
    return { template, specialTexts: tokens, endTexts: tokens };
  }
  const family = FAMILIES.find((each) => each.key === key);
  if (key !== "" && family === undefined)
    throw invalid(`"large.family" is one of ${FAMILIES.map((each) => each.key).join(", ")}.`);
  if (family === undefined) {
    if (kind === "openai")
      throw invalid(
        'A server of the kind "openai" takes text: set "large.family" to the model\'s family, or "large.template" to its ' +
          'fill-in-the-middle prompt, or "large.kind" to "openai-chat" for a model that has none.',
      );
    return { template: null, specialTexts: [], endTexts: [] };
  }
  const template = templateOf(family);
  const tokens = tokenTextsOf(template ?? []);
  const endTexts = [...new Set([...family.endTexts, ...tokens])];
  return { template, specialTexts: [...new Set([...endTexts, ...family.has])], endTexts };
}

function invalid(message: string, cause?: unknown): NearfirstError {
  return new NearfirstError({ code: "config-invalid", message, cause });
}
