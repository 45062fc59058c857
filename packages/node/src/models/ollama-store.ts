/**
 * Models that Ollama has fetched, found in its own store and never changed. The store is a registry's layout on disk:
 * `manifests/HOST/NAMESPACE/MODEL/TAG` is an OCI manifest whose layer of the kind below is the GGUF file, kept as
 * `blobs/sha256-HASH`. Source: Ollama's FAQ ("Where are models stored?", `OLLAMA_MODELS`) and its `manifest` and `types/model` packages.
 */
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readTextFile } from "../read-text-file.js";

const MODEL_LAYER = "application/vnd.ollama.image.model";
const ADAPTER_LAYER = "application/vnd.ollama.image.adapter";
const LARGEST_MANIFEST_BYTES = 1_000_000;
/** More than anybody has; a link that leads in a circle ends here. */
const MOST_MANIFESTS = 2_000;
const DEFAULT_HOST = "registry.ollama.ai";
const DEFAULT_NAMESPACE = "library";
/** Where the service of Ollama's Linux package keeps its models. */
const LINUX_SERVICE = "/usr/share/ollama/.ollama/models";

/** Before the name that `ollama list` shows. */
export const OLLAMA_PREFIX = "ollama:";

export interface OllamaModel {
  /** `ollama:NAME:TAG`. */
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  /** An adapter that changes the weights; the file alone is another model than Ollama's. */
  readonly hasAdapter: boolean;
}

const manifestSchema = z.object({
  layers: z.array(z.object({ mediaType: z.string(), digest: z.string().regex(/^sha256[:-][0-9a-f]{64}$/) })),
});

/** Where Ollama may keep models; the first that has manifests counts. */
export function ollamaFolders(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const named = env["OLLAMA_MODELS"];
  if (named) return [named];
  return [join(homedir(), ".ollama", "models"), ...(process.platform === "linux" ? [LINUX_SERVICE] : [])];
}

/** All models of the store, by name. Empty where there is no store, or it may not be read. */
export async function ollamaModels(folders: readonly string[] = ollamaFolders()): Promise<readonly OllamaModel[]> {
  for (const folder of folders) {
    const manifests = await filesBelow(join(folder, "manifests"), []);
    if (manifests.length === 0) continue;
    const models = await Promise.all(manifests.map((steps) => modelOf(folder, steps)));
    return models.filter((model) => model !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  return [];
}

/** Steps below `folder` to each file that is as deep as a manifest. */
async function filesBelow(folder: string, steps: readonly string[]): Promise<readonly (readonly string[])[]> {
  const entries = await readdir(join(folder, ...steps), { withFileTypes: true }).catch(() => []);
  const found: (readonly string[])[] = [];
  for (const entry of entries) {
    if (found.length >= MOST_MANIFESTS || entry.name.startsWith(".")) continue;
    const below = [...steps, entry.name];
    if (below.length === 4 && entry.isFile()) found.push(below);
    else if (below.length < 4 && entry.isDirectory()) found.push(...(await filesBelow(folder, below)));
  }
  return found.slice(0, MOST_MANIFESTS);
}

async function modelOf(folder: string, steps: readonly string[]): Promise<OllamaModel | null> {
  try {
    const text = await readTextFile(join(folder, "manifests", ...steps), LARGEST_MANIFEST_BYTES);
    const { layers } = manifestSchema.parse(JSON.parse(text));
    const digest = layers.find((layer) => layer.mediaType === MODEL_LAYER)?.digest;
    if (digest === undefined) return null;
    const sha256 = digest.slice("sha256:".length);
    return {
      name: OLLAMA_PREFIX + nameOf(steps),
      path: join(folder, "blobs", `sha256-${sha256}`),
      sha256,
      hasAdapter: layers.some((layer) => layer.mediaType === ADAPTER_LAYER),
    };
  } catch {
    // Half a manifest, or one of a kind that is not known: Ollama will say so itself.
    return null;
  }
}

/** As Ollama shows it: without the host and the namespace that are the usual ones. */
function nameOf([host = "", namespace = "", model = "", tag = ""]: readonly string[]): string {
  const name = `${model}:${tag}`;
  if (host !== DEFAULT_HOST) return `${host}/${namespace}/${name}`;
  return namespace === DEFAULT_NAMESPACE ? name : `${namespace}/${name}`;
}
