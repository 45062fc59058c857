/** `nearfirst models pull`: fetches a model of the catalogue, or copies a file, into the user's folder. */
import { NearfirstError } from "@nearfirst/core";
import { findModel, isModelPath, loadConfig, modelFolders, type Settings } from "@nearfirst/node";
import {
  bytesOf,
  type CatalogueModel,
  catalogueModel,
  certificatesIn,
  DownloadClient,
  type DownloadProgress,
  machineMemory,
  OLLAMA_PREFIX,
  type PulledModel,
  type PullOptions,
  pullFile,
  pullModel,
  suitedModel,
} from "@nearfirst/node/models";
import { interruptSignal, isAbort, WORK_GRACE_MS } from "../interrupt.js";
import { ProgressBar } from "../progress-bar.js";
import { refuseBrokenConfig } from "../refuse-broken-config.js";
import { sizeWords } from "../size-words.js";
import { printable } from "../terminal.js";
import { EXIT, UsageError } from "../usage-error.js";
import { runModelsUse } from "./models-use.js";

export interface ModelsPullOptions {
  readonly config?: string;
  readonly mirror?: string;
  readonly use?: true;
  /** Also where it does not fit into this machine's memory. */
  readonly anyway?: true;
}

export async function runModelsPull(name: string, options: ModelsPullOptions): Promise<number> {
  const own = await pullNamed(name, options);
  if (own === null) return EXIT.interrupted;
  if (options.use) return await runModelsUse(own, options);
  process.stdout.write(`Use it: nearfirst models use ${own}\n`);
  return EXIT.ok;
}

/** The model's name as `models use` takes it; null where Ctrl-C came first, and that is told. */
export async function pullNamed(name: string, options: Omit<ModelsPullOptions, "use">): Promise<string | null> {
  const loaded = await loadConfig({
    workspaceFolder: null,
    ...(options.config === undefined ? {} : { configPath: options.config }),
    ...(options.mirror === undefined ? {} : { override: withMirror(options.mirror) }),
  });
  refuseBrokenConfig(loaded);
  const { settings } = loaded;
  if (name.startsWith(OLLAMA_PREFIX))
    throw new UsageError(
      `Ollama has fetched that one already: \`nearfirst models use ${name}\` uses it where it lies.`,
    );
  const { proxy, ca } = settings.download;
  const client = new DownloadClient({ proxy, ca: ca === "" ? null : await certificatesIn(ca, "download.ca") });
  const bar = new MegabyteBar();
  const pulling: PullOptions = {
    client,
    folder: modelFolders().user,
    ...settings.download,
    contextTokens: settings.contextTokens,
    signal: interruptSignal({ graceMs: WORK_GRACE_MS }),
    onProgress: (progress) => bar.show(progress),
    onNotice: (notice) => bar.say(notice),
  };
  try {
    const pulled = isModelPath(name)
      ? await pullFile(await findModel(name), pulling)
      : await pullOfCatalogue(catalogueModel(name), { settings, pulling, options });
    bar.end();
    process.stdout.write(`${printable(resultWords(pulled))}\n`);
    return modelNameOf(pulled);
  } catch (thrown) {
    bar.end();
    if (!isAbort(thrown)) throw thrown;
    process.stderr.write("Interrupted. What came is kept: the same command goes on from there.\n");
    return null;
  } finally {
    await client.close();
  }
}

interface CataloguePull {
  readonly settings: Settings;
  readonly pulling: PullOptions;
  readonly options: Pick<ModelsPullOptions, "anyway">;
}

async function pullOfCatalogue(
  model: CatalogueModel,
  { settings, pulling, options }: CataloguePull,
): Promise<PulledModel> {
  const { contextTokens, sequences } = settings;
  const memory = machineMemory();
  const { fit, neededBytes } = suitedModel(model, { memory, contextTokens, sequences, measured: null });
  if (fit === "too large" && !options.anyway)
    throw new NearfirstError({
      code: "out-of-memory",
      message: `${model.name} needs about ${sizeWords(neededBytes)} of memory, and this machine has ${sizeWords(memory.totalBytes)}. Choose a smaller one (\`nearfirst models list\`), or fetch it all the same with --anyway.`,
    });
  process.stderr.write(
    `${model.title}, ${sizeWords(bytesOf(model))}. Licence: ${model.licenseNote ?? model.license}\n`,
  );
  if (model.sha256 === null)
    process.stderr.write("Nobody vouches for this file: its hash is not known, and that of the first fetch is kept.\n");
  return pullModel(model, pulling);
}

function resultWords({ path, state, hashFrom, sha256 }: PulledModel): string {
  if (state === "present") return `It is here already: ${path}. \`nearfirst models verify\` says whether it is whole.`;
  const vouched = {
    catalogue: "as the catalogue says",
    "known before": "as at the first fetch",
    "first download": "which nobody has vouched for",
  }[hashFrom];
  return `${path}\nSHA-256 ${sha256}, ${vouched}.`;
}

/** As `models use` takes it: its card's name, or that of its file. */
function modelNameOf({ path }: PulledModel): string {
  return /([^\\/]+)\.gguf$/.exec(path)?.[1] ?? path;
}

function withMirror(mirror: string): (settings: Settings) => Settings {
  if (!/^https?:\/\/[^\s@?#]+$/i.test(mirror) || !mirror.includes("{file}"))
    throw new UsageError(
      "--mirror takes an address with {file} in it, and with {repository} and {revision} where the mirror needs them.",
    );
  return (settings) => ({ ...settings, download: { ...settings.download, mirror } });
}

/** Until then nobody can tell how long it will take. */
const FIRST_SHOWN_MS = 1_000;

/** A progress bar that counts megabytes, where the size is known. */
class MegabyteBar {
  readonly #startedMs = performance.now();
  #bar: ProgressBar | null = null;
  #total = 0;

  show({ doneBytes, resumedBytes, totalBytes }: DownloadProgress): void {
    if (totalBytes === null) return;
    const megabytes = (bytes: number) => Math.floor(bytes / 1e6);
    if (this.#bar === null || this.#total !== totalBytes) {
      this.#bar?.end();
      this.#total = totalBytes;
      this.#bar = new ProgressBar({ total: megabytes(totalBytes), doneBefore: megabytes(resumedBytes), things: "MB" });
    }
    if (performance.now() - this.#startedMs < FIRST_SHOWN_MS) return;
    // The last one is shown once, not for each of the bytes that are left.
    if (doneBytes < totalBytes && megabytes(doneBytes) === megabytes(totalBytes)) return;
    this.#bar.show(megabytes(doneBytes));
  }

  say(notice: string): void {
    this.end();
    process.stderr.write(`${notice}\n`);
  }

  end(): void {
    this.#bar?.end();
    this.#bar = null;
  }
}
