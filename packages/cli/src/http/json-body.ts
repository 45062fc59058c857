/** Reads what a request brings, and says what is wrong with it without quoting it: it is code. */
import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { Refusal } from "./refusal.js";

/** Longest list of what is wrong, in characters. */
const LONGEST_COMPLAINT = 500;

/**
 * The value of a JSON body of at most `maxBytes`. Throws a `Refusal`: 415 for another content type, which web pages can send
 * without asking first; 413; 400.
 */
export async function jsonBodyOf(message: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!/^application\/json\b/i.test(message.headers["content-type"] ?? ""))
    throw new Refusal(415, "The request's content type is application/json.");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refusal(413, `A request has at most ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new Refusal(400, "The request is no valid JSON.");
  }
}

/** The value in the schema's form. Throws a `Refusal` (400) that says where it is wrong and what is wanted. */
export function checked<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const complaint = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new Refusal(400, complaint.slice(0, LONGEST_COMPLAINT));
}
