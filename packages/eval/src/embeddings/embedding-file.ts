/** Embeddings of a benchmark's tasks on disk, made once: a line of JSON a task after a header. */
import { z } from "zod";
import type { Embedding } from "../methods/nearest-neighbours.js";
import { type RowFormat, readRows } from "../rows/row-file.js";

const embeddingHeaderSchema = z.object({
  format: z.literal(1),
  kind: z.literal("embeddings"),
  benchmark: z.string(),
  dataSha256: z.string(),
  model: z.object({ name: z.string(), sha256: z.string() }),
  /** What of a task is embedded (reading R25). */
  text: z.object({ tokensBefore: z.int().positive(), tokensAfter: z.int().positive() }),
});

export type EmbeddingHeader = z.infer<typeof embeddingHeaderSchema>;

const embeddingRowSchema = z.object({
  task: z.string().min(1),
  /** Components in 1/127 of the largest, as signed bytes in base64: neighbours stay the same, the file a quarter. */
  bytes: z.string().min(1),
});

export type EmbeddingRow = z.infer<typeof embeddingRowSchema>;

export const EMBEDDINGS_FORMAT: RowFormat<EmbeddingHeader, EmbeddingRow> = {
  header: embeddingHeaderSchema,
  row: embeddingRowSchema,
  keyOf: ({ task }) => task,
  otherwise: "Name another file.",
};

export interface ReadEmbeddings {
  readonly header: EmbeddingHeader;
  readonly byTask: ReadonlyMap<string, Embedding>;
}

/** Throws `file-unreadable`. */
export function readEmbeddings(path: string): ReadEmbeddings {
  const { header, rows } = readRows(path, EMBEDDINGS_FORMAT);
  return { header, byTask: new Map([...rows.values()].map(({ task, bytes }) => [task, unpacked(bytes)])) };
}

export function packed(vector: readonly number[]): string {
  const most = Math.max(...vector.map(Math.abs), Number.MIN_VALUE);
  return Buffer.from(Int8Array.from(vector, (each) => Math.round((127 * each) / most)).buffer).toString("base64");
}

/** Of length 1. */
function unpacked(bytes: string): Embedding {
  const buffer = Buffer.from(bytes, "base64");
  const raw = Float32Array.from(new Int8Array(buffer.buffer, buffer.byteOffset, buffer.length));
  const length = Math.hypot(...raw) || 1;
  return raw.map((each) => each / length);
}
