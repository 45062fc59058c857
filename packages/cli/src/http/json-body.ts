/** Reads what a request brings, and says what is wrong with it without quoting it: it is code. */
import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { Refusal } from "./refusal.js";

/** Longest list of what is wrong, in characters. */
const LONGEST_COMPLAINT = 500;

/** More arrays and objects one within the other than any request has: to read a million takes half a second, for everybody. */
const DEEPEST = 100;

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
  const body = Buffer.concat(chunks);
  if (isDeeperThan(DEEPEST, body))
    throw new Refusal(400, `The request has more than ${DEEPEST} arrays and objects one within the other.`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new Refusal(400, "The request is no valid JSON.");
  }
}

const [QUOTE, BACKSLASH] = Buffer.from('"\\');
/** By byte: how much deeper it leads. */
const STEPS = new Int8Array(256);
for (const byte of Buffer.from("[{")) STEPS[byte] = 1;
for (const byte of Buffer.from("]}")) STEPS[byte] = -1;

/** Of what is no JSON, either may be the answer. */
function isDeeperThan(most: number, json: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else depth += STEPS[byte] as number;
    if (depth > most) return true;
  }
  return false;
}

/** The value in the schema's form. Throws a `Refusal` (400) that says where it is wrong and what is wanted. */
export function checked<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const complaint = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new Refusal(400, complaint.slice(0, LONGEST_COMPLAINT));
}
