/** Lines of JSON in a file that a person may have written. */
import { NearfirstError } from "@nearfirst/core";

/** Undefined where the line is no JSON. */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export function unreadable(message: string, cause?: unknown): NearfirstError {
  return new NearfirstError({ code: "file-unreadable", message, cause });
}
