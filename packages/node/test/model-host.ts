/** For tests: a host of one model file that answers as the test wants, well or badly, and a folder to pull it into. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Catalogue, CatalogueModel } from "../src/models/catalogue.js";
import { DownloadClient, type DownloadClientOptions } from "../src/models/download-client.js";
import { type PullOptions, pullModel } from "../src/models/pull-model.js";
import { type LocalServer, localServer, type SeenRequest } from "./local-server.js";

/** A real model of 4 MB: what is fetched can be used. */
export const REAL_MODEL = await readFile(
  fileURLToPath(new URL("../../../models/nearfirst-small-q8_0.gguf", import.meta.url)),
);
export const sha256Of = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

export function modelEntry(changes: Partial<CatalogueModel> = {}): CatalogueModel {
  return {
    name: "some-model-q8_0",
    title: "Some model",
    parameters: 4_000_000,
    license: "Apache-2.0",
    kvBytesPerToken: 1_000,
    trainedContext: 1_024,
    languages: "one",
    source: { kind: "hub", repository: "some-one/Some-Model", revision: "0123abc", file: "Some Model.Q8_0.gguf" },
    bytes: REAL_MODEL.length,
    sha256: sha256Of(REAL_MODEL),
    found: "made up",
    ...changes,
  };
}

/** Answers as a good server does: with ranges, an ETag, and all of it where the ETag is another. */
export function serveWell(
  response: ServerResponse,
  request: SeenRequest,
  // A host numbers its requests in this place.
  file: number | { readonly content?: Buffer; readonly etag?: string } = {},
): void {
  const { content = REAL_MODEL, etag = '"one"' } = typeof file === "number" ? {} : file;
  const from = Number(/^bytes=(\d+)-$/.exec(String(request.headers.range ?? ""))?.[1] ?? 0);
  const isSame = request.headers["if-range"] === undefined || request.headers["if-range"] === etag;
  if (from === 0 || !isSame) {
    response.writeHead(200, { "content-length": content.length, etag, "accept-ranges": "bytes" }).end(content);
    return;
  }
  if (from >= content.length) {
    response.writeHead(416, { "content-range": `bytes */${content.length}` }).end();
    return;
  }
  const range = `bytes ${from}-${content.length - 1}/${content.length}`;
  response
    .writeHead(206, { "content-length": content.length - from, "content-range": range, etag })
    .end(content.subarray(from));
}

/** Promises all of it, sends so many bytes, and hangs up. */
export function breakOff(response: ServerResponse, bytes: number, { etag = '"one"' } = {}): void {
  response.writeHead(200, { "content-length": REAL_MODEL.length, etag });
  // Not destroyed: that throws away what the client has not read yet.
  response.write(REAL_MODEL.subarray(0, bytes), () => response.socket?.end());
}

export interface Pulled {
  /** The typed error's code; null where it worked. */
  readonly code: string | null;
  readonly message: string;
  readonly notices: readonly string[];
  readonly state: string | null;
}

export interface ModelHost {
  readonly server: LocalServer;
  readonly folder: string;
  readonly catalogue: Catalogue;
  /** What lies in the folder, sorted. */
  files(): Promise<string[]>;
  pull(model?: CatalogueModel, options?: Partial<PullOptions> & Partial<DownloadClientOptions>): Promise<Pulled>;
}

/** `answer` gets the number of the request, counted from 0. */
export async function modelHost(
  answer: (response: ServerResponse, request: SeenRequest, number: number) => void,
): Promise<ModelHost> {
  const folder = await mkdtemp(join(tmpdir(), "nearfirst models größe "));
  onTestFinished(() => rm(folder, { recursive: true }));
  let number = 0;
  const server = await localServer((response, request) => answer(response, request, number++));
  const catalogue: Catalogue = {
    hub: `${server.url}/{repository}/resolve/{revision}/{file}`,
    pythonIndex: `${server.url}/simple/`,
    models: [],
  };
  return {
    server,
    folder,
    catalogue,
    files: async () => (await readdir(folder)).sort(),
    async pull(model = modelEntry(), options = {}) {
      const notices: string[] = [];
      const client = new DownloadClient({ ca: null, proxy: "none", ...options });
      try {
        const { state } = await pullModel(model, {
          folder,
          client,
          mirror: "",
          pythonIndex: "",
          contextTokens: 1_024,
          signal: new AbortController().signal,
          onProgress: () => undefined,
          onNotice: (notice) => notices.push(notice),
          retryPauseMs: 1,
          catalogue,
          ...options,
        });
        return { code: null, message: "", notices, state };
      } catch (thrown) {
        const { code, message, name } = thrown as { code?: string; message: string; name: string };
        return {
          code: code === undefined || name === "AbortError" ? name : String(code),
          message,
          notices,
          state: null,
        };
      } finally {
        await client.close();
      }
    },
  };
}
