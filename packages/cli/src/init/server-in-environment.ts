/** A server of a larger model that variables of the environment name, as other tools have them. Nobody is asked for it here. */
import { isLoopback } from "../http/hosts.js";

export interface ServerInEnvironment {
  /** Name of the variable that holds the address. */
  readonly variable: string;
  readonly url: string;
  readonly host: string;
  readonly kind: "openai" | "ollama";
  /** Name of the variable that holds its key; empty where there is none. */
  readonly keyEnvironment: string;
}

/** OpenAI's own libraries read the first; older ones and many tools the second. */
const OPENAI = ["OPENAI_BASE_URL", "OPENAI_API_BASE"];
const OPENAI_KEY = "OPENAI_API_KEY";
const OLLAMA_PORT = "11434";

/** Null where there is none, or its address is none that the settings take: with a name, a password or a question mark in it. */
export function serverInEnvironment(env: NodeJS.ProcessEnv = process.env): ServerInEnvironment | null {
  for (const variable of OPENAI) {
    const url = usableUrl(env[variable] ?? "");
    if (url === null) continue;
    const keyEnvironment = env[OPENAI_KEY]?.trim() ? OPENAI_KEY : "";
    return { variable, url: withoutSlash(url), host: url.host, kind: "openai", keyEnvironment };
  }
  const ollama = ollamaUrl(env["OLLAMA_HOST"] ?? "");
  if (ollama === null) return null;
  return { variable: "OLLAMA_HOST", url: withoutSlash(ollama), host: ollama.host, kind: "ollama", keyEnvironment: "" };
}

/** On this machine the variable says where Ollama listens; its models are found in its store, and are no larger machine's. */
function ollamaUrl(value: string): URL | null {
  const text = value.trim();
  if (text === "") return null;
  const url = usableUrl(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || isLoopback(url.hostname) || /^(?:0\.0\.0\.0|\[::\])$/.test(url.hostname)) return null;
  if (url.port === "" && !/^https?:\/\//i.test(text)) url.port = OLLAMA_PORT;
  return url;
}

function usableUrl(text: string): URL | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url : null;
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/+$/, "");
}
